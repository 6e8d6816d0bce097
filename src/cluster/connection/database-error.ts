import { messageOf, OperationalError, UsageError } from '../../core/errors/errors.js';
import { codeOf, explainError, isProgramError } from '../../node/errors/system.js';
import { addressOf } from './database-url.js';

/**
 * Classes of PostgreSQL error codes from a server that is temporarily unavailable: it is starting, stopping, read-only
 * or out of resources, or a time limit has passed.
 */
const UNAVAILABLE = /^(?:08|25|53|55|57|58)/;

/** The error code of a statement that waited too long for a lock, for example during VACUUM FULL. */
const LOCK_TIMEOUT = '55P03';

/** Error codes after which a retry should succeed: collisions between processes and a closed idle connection. */
const COLLISIONS = new Set(['40001', '40P01', '57P05', LOCK_TIMEOUT]); // 57P05: idle-session timeout

/** Errors that the user can correct, matched by code and message. */
const MISTAKES = [
  /^(28000|28P01|3D000|3F000|42501|42P01|22P05) /, // wrong login, database, permissions or encoding
  /^(ERR_ACCESS_DENIED|ERR_TLS_CERT_ALTNAME|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(VERIFY|GET))/,
  /^CERT_(?!HAS_EXPIRED|NOT_YET_VALID)/,
  /^\w* E[A-Z]+: /, // a file that the URL refers to could not be read
  /does not support SSL|password must be a string|unsupported startup parameter/,
];

/** Explanations that replace misleading messages. Each is printed after the address; `*` is the original message. */
const ANSWERS: readonly (readonly [error: RegExp, answer: string, remedy?: string])[] = [
  // PgBouncer refuses startup parameters that are not in its configuration.
  [/unsupported startup parameter/, ': the connection pooler refuses a parameter of the URL (*)', 'Remove it'],
  [/^\w* Query read timeout/, ' did not answer a statement within 30 seconds'],
  [
    /^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(VERIFY|GET))/,
    ' has an untrusted certificate (*)',
    'Add sslrootcert=FILE to the URL',
  ],
  [/no encryption/, ' refuses connections without TLS (*)', 'Add sslmode=verify-full to the URL'],
  [/password must be a string/, ' requires a password', 'Add it to the URL'],
  [
    /^42501 .*row-level security/,
    ': row security would hide rows (*)',
    'Disable it for all tables in the schema queens_par',
  ],
  [/^42501 .* database /, ': *', 'Use a login that may create schemas in this database, such as its owner'],
  // PostgreSQL also hides tables (42P01) from a login without permission to use their schema.
  [/^(42501|42P01|3F000) /, ': *', 'Use a login with access to the schema queens_par, such as its owner'],
  [/^23514 /, ': the tables of queens-par do not allow one of the values, so nothing was inserted'],
  [/^25006 /, ' is read-only, because it is a standby or was set to read-only'],
];

/** Returns the original error. For a host with several addresses, this is the error for the first address. */
function findCause(error: unknown): unknown {
  if (error instanceof OperationalError) return findCause(error.cause);
  return error instanceof AggregateError ? error.errors[0] : error;
}

/** Returns the error code in a server's answer; undefined for connection errors. */
function findServerCode(cause: unknown): string | undefined {
  return cause instanceof Error && 'severity' in cause ? codeOf(cause) : undefined;
}

/**
 * Returns whether a task that failed with the given error might succeed later.
 *
 * @param hasWorked whether the task has worked before in this process. If so, the URL, the login, and the tables were
 *   right, and any database error may be temporary: a host name can vanish while a container is replaced, or a table
 *   while a backup is restored.
 */
export function isOutage(error: unknown, hasWorked: boolean): boolean {
  if (error instanceof OperationalError || isProgramError(error)) return false;
  const cause = findCause(error);
  if (hasWorked) return !isRefusal(cause);
  const code = findServerCode(cause);
  return code === undefined ? cause instanceof Error && cause.name === 'Error' : UNAVAILABLE.test(code);
}

/** Returns whether a task that failed with the given error should succeed if it is repeated at once. */
export function isCollision(error: unknown): boolean {
  return COLLISIONS.has(codeOf(findCause(error)) ?? '');
}

/** Returns whether the error means that a statement waited too long for another program's lock. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(findCause(error)) === LOCK_TIMEOUT;
}

/**
 * Returns whether the database refused the values of a statement, so sending them again would not help. A missing row
 * of a run or worker (23503) does not count, because a retry may succeed.
 */
export function isRefusal(error: unknown): boolean {
  return /^2[23](?!503)/.test(findServerCode(findCause(error)) ?? '');
}

/**
 * Explains an error in one line, with the database's address and the message from PostgreSQL or the system.
 *
 * @param hasWorked whether the same task has worked before. If so, the URL and the login are right and need no remedy.
 * @returns a UsageError if the user must change the URL, otherwise an OperationalError. Errors that are already
 *   explained, and bugs, are returned unchanged.
 */
export function explainDatabaseError(error: unknown, url: string, hasWorked = false): Error {
  if (error instanceof OperationalError || isProgramError(error)) return error;
  const cause = findCause(error);
  const message = messageOf(cause).replaceAll(/\s+/g, ' ');
  const description = `${codeOf(cause)} ${message}`;
  const Kind = !hasWorked && MISTAKES.some((mistake) => mistake.test(description)) ? UsageError : OperationalError;
  if (isNetworkError(cause)) return new Kind(`could not reach ${addressOf(url)}: ${explainError(cause)}`, { cause });
  const [, answer = ': *', remedy] = ANSWERS.find(([pattern]) => pattern.test(description)) ?? [];
  const advice = hasWorked || remedy === undefined ? '' : `. ${remedy}`;
  return new Kind(addressOf(url) + answer.replace('*', () => message) + advice, { cause });
}

function isNetworkError(cause: unknown): boolean {
  return cause instanceof Error && 'syscall' in cause && /^(connect|getaddrinfo)$/.test(String(cause.syscall));
}
