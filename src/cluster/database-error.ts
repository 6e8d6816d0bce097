import { UsageError } from '../errors/errors.js';
import { codeOf, reasonOf } from '../errors/system.js';
import { addressOf } from './database-url.js';

/** A database failure. Its message is one line and names the database. Its cause is the original error. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/**
 * Classes of PostgreSQL's error codes for a server that serves nobody at the moment: it is starting, stopping, read-only or
 * out of resources, or a time limit has passed.
 */
const SERVES_NOBODY = /^(?:08|25|53|55|57|58)/;

/** Error codes of collisions between two processes, and of an idle connection that was closed. The next try succeeds. */
const COLLISIONS = new Set(['40001', '40P01', '57P05']); // serialization failure, deadlock, idle-session time-out

/** Answers by the code and the message of an error. They follow the address, and have the message in place of `*`. */
type Answers = readonly (readonly [error: RegExp, answer: string])[];

/** Errors that the user can correct. PgBouncer refuses startup parameters that its configuration does not name. */
const MISTAKES: Answers = [
  [
    /connection pooler|unsupported startup parameter/,
    ' is a connection pooler like PgBouncer; give the address of PostgreSQL itself in the URL',
  ],
  [/no encryption/, ' refuses connections without TLS; add sslmode=verify-full to the URL (*)'],
  [/^(28P01|28000) /, ' refuses the login: *'],
  [/password must be a string/, ' wants a password, which the URL lacks'],
  [/^3D000 /, ': *; create it first'],
  [/^42501 /, ': *; use a login with this permission'],
  // The schema was found. PostgreSQL hides tables from a login that may not use their schema.
  [/^42P01 /, ': *; use a login that may use the schemas queens_par and queens_par_queue, such as their owner'],
  [/^22P05 /, " cannot store all characters; make one with: create database NAME encoding 'UTF8' template template0"],
  [/does not support SSL/, ' does not support TLS; enable it on the server, or use sslmode=disable in the URL'],
  [/^ERR_TLS_CERT_ALTNAME/, " has a certificate for another host (*); use the certificate's host name in the URL"],
  [
    /^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(VERIFY|GET)|CERT_(?!HAS_EXPIRED|NOT_YET_VALID))/,
    ' has an untrusted certificate (*); add sslrootcert=FILE to the URL, with the CA certificate',
  ],
  [/^\w* E[A-Z]+: /, ' cannot be used: a file in the URL cannot be read (*)'],
];

/** Failures that a message of their own explains better. */
const FAILURES: Answers = [
  [/^ECONNREFUSED /, ' refuses connections; check that PostgreSQL is running there'],
  [/^ENOTFOUND /, ': this host does not exist'],
  [/^EAI_AGAIN /, ': the name of this host cannot be resolved'],
  [/^25006 /, ' only answers queries; it is a read-only standby, or was set to read-only'],
  [/^53100 /, ' has no disk space left'],
];

/** Returns the original error. For a host with several addresses, this is the error for the first address. */
function causeOf(error: unknown): unknown {
  if (isExplained(error)) return causeOf(error.cause);
  return error instanceof AggregateError ? error.errors[0] : error;
}

function isExplained(error: unknown): error is Error {
  return error instanceof DatabaseError || error instanceof UsageError;
}

/** Returns PostgreSQL's code of an error that the server answered; undefined for errors of the connection. */
function answeredCode(cause: unknown): string | undefined {
  return cause instanceof Error && 'severity' in cause ? codeOf(cause) : undefined;
}

/**
 * Returns whether a task that failed with this error might succeed later.
 *
 * @param hasWorked whether the task has worked before in this process. Then the URL, the login and the tables were right, and
 *   any error can pass: the host's name may be gone while a container is replaced, a table while a backup is restored.
 */
export function isOutage(error: unknown, hasWorked: boolean): boolean {
  if (isExplained(error)) return false; // not an error of the database
  const cause = causeOf(error);
  if (hasWorked) return !isRefusal(cause);
  const code = answeredCode(cause);
  return code === undefined ? cause instanceof Error && cause.name === 'Error' : SERVES_NOBODY.test(code);
}

/** Returns whether a server that is running answered with this error, so that other connections may work. */
export function isAnswer(error: unknown): boolean {
  const code = answeredCode(causeOf(error));
  return code !== undefined && !code.startsWith('57'); // 57: it is stopping or starting
}

/** Returns whether a task that failed with this error will succeed at once. */
export function isCollision(error: unknown): boolean {
  return COLLISIONS.has(codeOf(causeOf(error)) ?? '');
}

/**
 * Returns whether the database refused the values of a statement, so that sending them again would not help. If only the row
 * of a run or a worker is missing (23503), it does help.
 */
export function isRefusal(error: unknown): boolean {
  return /^2[23](?!503)/.test(answeredCode(causeOf(error)) ?? '');
}

/**
 * Explains an error in one line that names the database, with a remedy if there is one.
 *
 * @param hasWorked whether the same task has worked before, so that the user need not change the URL.
 * @returns a UsageError if the user must change the URL, otherwise a DatabaseError. Explained errors are unchanged.
 */
export function explainDatabaseError(error: unknown, url: string, hasWorked = false): Error {
  if (isExplained(error)) return error;
  const cause = causeOf(error);
  const address = addressOf(url);
  const reason = (cause instanceof Error ? cause.message : String(cause)).replaceAll(/\s+/g, ' ');
  const answer = (answers: Answers) =>
    answers.find(([pattern]) => pattern.test(`${codeOf(cause)} ${reason}`))?.[1].replace('*', () => reason);
  const mistake = hasWorked ? undefined : answer(MISTAKES);
  if (mistake) return new UsageError(`${address}${mistake}`, { cause });
  const isNetwork = cause instanceof Error && 'syscall' in cause && cause.syscall === 'connect';
  const failure = answer(FAILURES) ?? (isNetwork ? ` cannot be reached: ${reasonOf(cause)}` : `: ${reason}`);
  return new DatabaseError(`${address}${failure}`, { cause });
}
