import { LedgerFileError } from '../../core/errors/errors.js';
import { codeOf, explainError } from '../errors/system.js';

/** Codes for a path that cannot be used. Any other code means that a disk or the system failed. */
const PATH_CODES = new Set([
  ...['EACCES', 'EEXIST', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'ENODEV', 'ENOENT', 'ENOTDIR', 'ENXIO', 'EPERM', 'EROFS'],
  ...['ETXTBSY', 'ERR_INVALID_ARG_VALUE'], // ERR_INVALID_ARG_VALUE: the path contains a zero byte
]);

/**
 * Returns the error to throw when a system call on a ledger file fails.
 *
 * @param what what failed, with the file's name: `could not read 16.ledger`.
 * @returns a LedgerFileError, whose code tells an unusable path from a failure of the disk or the system; the cause
 *   itself if it is not a system error.
 */
export function fileError(what: string, cause: unknown): unknown {
  const code = codeOf(cause);
  if (code === undefined) return cause;
  const shown = what.length > 1000 ? `${what.slice(0, 75)}...` : what;
  return new LedgerFileError(`${shown}: ${explainError(cause)}`, {
    code: PATH_CODES.has(code) ? 'unusable' : 'failed',
    cause,
  });
}
