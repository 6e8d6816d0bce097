import { constants } from 'node:os';
import { getSystemErrorMap } from 'node:util';
import { LedgerFileError, UsageError } from './errors.js';

/** Explanations of codes for which those of Node.js are missing or unclear. */
const WORDS: Readonly<Record<string, string>> = {
  EAGAIN: 'the system has no threads or memory left',
  EDQUOT: 'your disk quota is used up',
  EIO: 'the disk reported an error',
  ENOSPC: 'no space left on the disk',
  ERR_INVALID_ARG_VALUE: 'a path must not contain a zero byte',
  ESTALE: 'the file server no longer knows it',
};

/** Codes that mean that a path cannot be used. Other codes mean that a disk or the system failed. */
const PATH_CODES = new Set([
  ...['EACCES', 'EEXIST', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'ENODEV', 'ENOENT', 'ENOTDIR', 'ENXIO', 'EPERM', 'EROFS'],
  ...['ETXTBSY', 'ERR_INVALID_ARG_VALUE'], // the latter for a path with a zero byte in it
]);

/**
 * Returns the system's code of an error, such as `ENOENT`; undefined if it has none. Node.js does not know all codes: EDQUOT
 * and ESTALE, among others, are found by their numbers.
 */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  const number = numberOf(error);
  if (number === undefined || getSystemErrorMap().has(number)) return error.code;
  return Object.entries(constants.errno).find(([, known]) => known === -number)?.[0] ?? error.code;
}

function numberOf(error: unknown): number | undefined {
  return error instanceof Error && 'errno' in error && typeof error.errno === 'number' ? error.errno : undefined;
}

/** Returns the reason in words, without the system call and the path: `permission denied`. */
export function reasonOf(error: unknown): string {
  const words = WORDS[codeOf(error) ?? ''] ?? getSystemErrorMap().get(numberOf(error) ?? 0)?.[1];
  return words ?? (error instanceof Error ? error.message : String(error));
}

/** Returns the message of any error. For errors of the system it is one line: `/data/x: permission denied`. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!('syscall' in error)) return WORDS[error.message] ?? error.message; // a thread that does not start says EAGAIN
  return `${'path' in error ? error.path : error.syscall}: ${reasonOf(error)}`;
}

/**
 * Makes the error to throw if the system reports an error for a ledger file.
 *
 * @param what the beginning of the message, with the file's name: `16.ledger cannot be read`.
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
