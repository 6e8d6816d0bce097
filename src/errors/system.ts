import { LedgerFileError, UsageError } from './errors.js';

/** What the system reports, in words for the user. */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EAGAIN: 'the system has no threads or memory left',
  EBUSY: 'it is in use',
  EDQUOT: 'your disk quota is used up',
  EEXIST: 'it exists already',
  EFBIG: 'file too large',
  EIO: 'the disk reported an error',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many open files',
  ENAMETOOLONG: 'the name is too long',
  ENFILE: 'too many open files',
  ENODEV: 'no such device',
  ENOENT: 'no such file or directory',
  ENOMEM: 'out of memory',
  ENOSPC: 'no space left on the disk',
  ENOTDIR: 'a part of the path is not a folder',
  ENXIO: 'no such device',
  EPERM: 'the system does not permit it',
  EROFS: 'the disk is read-only',
  ESTALE: 'the file server no longer knows it',
  ETXTBSY: 'it is a program that is running',
};

/** Codes for a path that cannot be used, as opposed to a disk or a system that failed. */
const PATH_CODES = new Set([
  ...['EACCES', 'EEXIST', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'ENODEV', 'ENOENT', 'ENOTDIR', 'ENXIO', 'EPERM', 'EROFS'],
  ...['ETXTBSY', 'ERR_INVALID_ARG_VALUE'], // the latter for a path with a zero byte in it
]);

/** The system's code of an error, such as `ENOENT`; undefined if it has none. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** The reason in words, without the system call and the path: `permission denied`. */
export function reasonOf(error: unknown): string {
  const words = WORDS[codeOf(error) ?? ''];
  if (words !== undefined) return words;
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^[A-Z0-9]+: /, '').replace(/, \w+( '.*')?$/s, '');
}

/** The message of any error, in one line where the system reported it: `/data/x: permission denied`. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!('syscall' in error)) return WORDS[error.message] ?? error.message; // a thread that does not start says EAGAIN
  return `${'path' in error ? error.path : error.syscall}: ${reasonOf(error)}`;
}

/**
 * The error to throw where the system refuses to work with a ledger file.
 *
 * @param what what failed, with the file's name: `16.ledger cannot be read`.
 * @returns a UsageError if the path cannot be used; a LedgerFileError if the disk or the system failed; the cause itself
 *   if it does not come from the system.
 */
export function fileError(what: string, cause: unknown): unknown {
  const code = codeOf(cause);
  if (code === undefined) return cause;
  const Kind = PATH_CODES.has(code) ? UsageError : LedgerFileError;
  const shown = code === 'ENAMETOOLONG' ? what.replace(/^(.{60}).{1000,}(?= cannot )/s, '$1...') : what;
  return new Kind(`${shown}: ${reasonOf(cause)}`, { cause });
}
