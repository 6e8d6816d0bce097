// src/node/errors describes the errors of the operating system and of Node.js in one line for the user.

import { constants } from 'node:os';
import { getSystemErrorMap } from 'node:util';
import { messageOf, OperationalError } from '../../core/errors/errors.js';

/** Descriptions of error codes that Node.js does not describe clearly or at all. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  EAI_AGAIN: 'the host name could not be resolved',
  EDQUOT: 'your disk quota is used up',
  EFBIG: 'the file would exceed the size limit (ulimit -f)',
  EIO: 'the disk reported an error',
  ENOSPC: 'no space left on the disk',
  ENOTFOUND: 'this host does not exist',
  ERR_INVALID_ARG_VALUE: 'a path must not contain a null byte',
  ESTALE: 'the file server no longer has this file',
};

/**
 * Returns the system's code for an error, such as `ENOENT`, or undefined if it has none. Node.js does not know some
 * codes, such as EDQUOT, ENOLCK and ESTALE, so these are looked up by number.
 */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof OperationalError) return undefined;
  if (!('code' in error) || typeof error.code !== 'string') return undefined;
  const number = findNumber(error);
  if (number === undefined || getSystemErrorMap().has(number)) return error.code;
  return Object.entries(constants.errno).find(([, known]) => known === -number)?.[0] ?? error.code;
}

/** The code of a system error that Node.js does not know. Errors from native packages have their number only here. */
const UNKNOWN = /^Unknown system error (-\d+)$/;

/** Returns the negative number of a system error. */
function findNumber(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('errno' in error && typeof error.errno === 'number') return error.errno;
  const [, number] = UNKNOWN.exec('code' in error ? String(error.code) : '') ?? [];
  return number === undefined ? undefined : Number(number);
}

/** Describes the cause of an error, without the system call and the path: `permission denied`. */
export function explainError(error: unknown): string {
  const description = DESCRIPTIONS[codeOf(error) ?? ''] ?? getSystemErrorMap().get(findNumber(error) ?? 0)?.[1];
  const code = codeOf(error);
  return description ?? (code && code in constants.errno ? `the system reported ${code}` : messageOf(error));
}

/** Returns whether an error's message is meant for the user: an OperationalError or a system error. */
export function isForUser(error: unknown): error is Error {
  return error instanceof OperationalError || isSystemError(error);
}

/** An error from the operating system, or from Node's permission model, which reports a resource instead of a path. */
type SystemError = NodeJS.ErrnoException & { readonly resource?: string };

export function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && ('syscall' in error || codeOf(error) === 'ERR_ACCESS_DENIED');
}

/** Returns whether an error is a bug, such as a TypeError. (If it has a code, Node.js rejected a wrong value.) */
export function isProgramError(error: unknown): error is Error {
  return error instanceof Error && PROGRAM_ERRORS.has(error.name) && !('code' in error);
}

const PROGRAM_ERRORS = new Set(['RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError']);

/** Returns the message of any error. A system error gets one line: `/data/x: permission denied`. */
export function messageForUser(error: unknown): string {
  if (isSystemError(error)) {
    const subject = error.path || error.resource || error.syscall;
    return subject ? `${subject}: ${explainError(error)}` : explainError(error);
  }
  return messageOf(error);
}
