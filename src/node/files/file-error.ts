import { LedgerFileError } from '../../core/errors/errors.js';
import { visible } from '../../core/text/quoted.js';
import { codeOf, explainError } from '../errors/system.js';

/** A LedgerFileError that is due to the path, the lock, the disk or the system, not to the contents of the file. */
export class FileError extends LedgerFileError {}

/** Codes for a path that cannot be used. Any other code means that a disk or the system failed. */
const PATH_CODES = new Set([
  ...['EACCES', 'EEXIST', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'ENODEV', 'ENOENT', 'ENOTDIR', 'ENXIO', 'EPERM', 'EROFS'],
  ...['ETXTBSY', 'ERR_INVALID_ARG_VALUE'], // ERR_INVALID_ARG_VALUE: the path contains a null byte
]);

/**
 * Calls a function that uses a file.
 *
 * @param what the failure, such as `could not read 16.ledger`.
 * @throws FileError with the cause for a system error; other errors of the function.
 */
export function useFile<T>(what: string, use: () => T): T {
  try {
    return use();
  } catch (cause) {
    const code = codeOf(cause);
    if (code === undefined) throw cause;
    const shown = visible(what.length > 1000 ? `${what.slice(0, 75)}...` : what);
    const message = `${shown}: ${explainError(cause)}`;
    throw new FileError(message, { code: PATH_CODES.has(code) ? 'unusable' : 'failed', cause });
  }
}

/** Codes with which file systems refuse a system call that they do not support or allow. */
const REFUSALS = new Set([
  ...['EACCES', 'EBADF', 'EINVAL', 'EISDIR', 'ENOLCK', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM'],
]);

/**
 * Returns whether an error means that the file system refuses a call. SMB shares and FUSE mounts refuse to change
 * owners and permissions or to sync a folder, and NFS without a lock service refuses locks. Files can still be kept
 * there.
 */
export function isRefusal(error: unknown): boolean {
  return REFUSALS.has(codeOf(error) ?? '');
}
