import { OperationalError, UsageError } from '../errors/errors.js';
import { codeOf, explainError, isProgramError } from '../errors/system.js';
import { addressOf } from './database-url.js';

/**
 * Classes of PostgreSQL's error codes for a server that is temporarily unavailable: it is starting, stopping, read-only
 * or out of resources, or a time limit has passed.
 */
const UNAVAILABLE = /^(?:08|25|53|55|57|58)/;

/**
 * Error codes of collisions between two processes, and of an idle connection that was closed. The next try succeeds.
 */
const COLLISIONS = new Set(['40001', '40P01', '57P05']); // serialization failure, deadlock, idle-session time-out

/** Errors that the user can correct, each by its code and its message. */
const MISTAKES = [
  /^(28000|28P01|3D000|42501|42P01|22P05) /, // the login, the database, its permissions, and its encoding
  /^(ERR_ACCESS_DENIED|ERR_TLS_CERT_ALTNAME|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(VERIFY|GET)|CERT_(?!HAS_EXPIRED|NOT_YET_VALID))/,
  /^\w* E[A-Z]+: /, // a file in the URL cannot be read
  /does not support SSL|password must be a string|connection pooler|unsupported startup parameter/,
];

/** Answers in place of messages that mislead. They follow the address, and have the message in place of `*`. */
const ANSWERS: readonly (readonly [error: RegExp, answer: string])[] = [
  // PgBouncer refuses startup parameters that its configuration does not name.
  [
    /connection pooler|unsupported startup parameter/,
    ' is a connection pooler like PgBouncer; give the address of PostgreSQL itself in the URL',
  ],
  [
    /^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(VERIFY|GET))/,
    ' has an untrusted certificate (*); add sslrootcert=FILE to the URL',
  ],
  [/no encryption/, ' refuses connections without TLS; add sslmode=verify-full to the URL (*)'],
  [/password must be a string/, ' wants a password, which the URL lacks'],
  // The schema was found. PostgreSQL hides tables from a login that may not use their schema.
  [/^42P01 /, ': *; use a login that may use the schemas queens_par and queens_par_queue, such as their owner'],
  [/^25006 /, ' only answers queries; it is a read-only standby, or was set to read-only'],
];

/** Returns the original error. For a host with several addresses, this is the error for the first address. */
function findCause(error: unknown): unknown {
  if (error instanceof OperationalError) return findCause(error.cause);
  return error instanceof AggregateError ? error.errors[0] : error;
}

/** Returns PostgreSQL's code of an error that the server answered; undefined for errors of the connection. */
function answeredCode(cause: unknown): string | undefined {
  return cause instanceof Error && 'severity' in cause ? codeOf(cause) : undefined;
}

/**
 * Returns whether a task that failed with this error might succeed later.
 *
 * @param hasWorked whether the task has worked before in this process. Then the URL, the login and the tables were
 *   right, and any error of the database can pass: the host's name may be gone while a container is replaced, a table
 *   while a backup is restored.
 */
export function isOutage(error: unknown, hasWorked: boolean): boolean {
  if (error instanceof OperationalError || isProgramError(error)) return false;
  const cause = findCause(error);
  if (hasWorked) return !isRefusal(cause);
  const code = answeredCode(cause);
  return code === undefined ? cause instanceof Error && cause.name === 'Error' : UNAVAILABLE.test(code);
}

/** Returns whether a server that is running answered with this error, so that other connections may work. */
export function isAnswer(error: unknown): boolean {
  const code = answeredCode(findCause(error));
  return code !== undefined && !code.startsWith('57'); // 57: it is stopping or starting
}

/** Returns whether a task that failed with this error will succeed at once. */
export function isCollision(error: unknown): boolean {
  return COLLISIONS.has(codeOf(findCause(error)) ?? '');
}

/**
 * Returns whether the database refused the values of a statement, so that sending them again would not help. If only
 * the row of a run or a worker is missing (23503), it does help.
 */
export function isRefusal(error: unknown): boolean {
  return /^2[23](?!503)/.test(answeredCode(findCause(error)) ?? '');
}

/**
 * Explains an error in one line: the address of the database, and the message of PostgreSQL or of the system.
 *
 * @param hasWorked whether the same task has worked before, so that the user need not change the URL.
 * @returns a UsageError if the user must change the URL, otherwise an OperationalError. Explained errors and errors of
 *   this program are unchanged.
 */
export function explainDatabaseError(error: unknown, url: string, hasWorked = false): Error {
  if (error instanceof OperationalError || isProgramError(error)) return error;
  const cause = findCause(error);
  const message = (cause instanceof Error ? cause.message : String(cause)).replaceAll(/\s+/g, ' ');
  const description = `${codeOf(cause)} ${message}`;
  const Kind = !hasWorked && MISTAKES.some((mistake) => mistake.test(description)) ? UsageError : OperationalError;
  const [, answer = defaultAnswer(cause)] = ANSWERS.find(([pattern]) => pattern.test(description)) ?? [];
  return new Kind(addressOf(url) + answer.replace('*', () => message), { cause });
}

function defaultAnswer(cause: unknown): string {
  const isNetwork =
    cause instanceof Error && 'syscall' in cause && /^(connect|getaddrinfo)$/.test(String(cause.syscall));
  return isNetwork ? ` cannot be reached: ${explainError(cause)}` : ': *';
}
