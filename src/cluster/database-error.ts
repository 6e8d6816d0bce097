import { UsageError } from '../errors/errors.js';
import { codeOf } from '../errors/system.js';
import { addressOf } from './database-url.js';

/** A database failure. Its message is one line and names the database. Its cause is the original error. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/** The error for an address that belongs to a connection pooler instead of PostgreSQL. */
export class PoolerError extends Error {
  override readonly name = 'PoolerError';
}

/** Error codes for TLS certificates that fail verification. */
const UNTRUSTED_CERTIFICATE = /^(?:SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(?:VERIFY|GET)|CERT_(?!HAS_EXPIRED|NOT_YET_VALID))/;

/** Error codes of temporary failures: the network is down, or the server is starting, stopping or out of resources. */
const TEMPORARY = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '57014'], // shutting down, crashed, starting; query cancelled
  ...['25P03', '25P04', '55P03'], // time-outs of an idle transaction, of a whole transaction, and of a lock
  ...['53000', '53100', '53200', '53300'], // disk full, out of memory, too many connections
  ...['58000', '58030', '25006'], // I/O error; read-only standby
]);

/** Error codes of collisions between two processes, and of an idle connection that was closed. The next try succeeds. */
const COLLISIONS = new Set(['40001', '40P01', '57P05']); // serialization failure, deadlock, idle-session time-out

/** The error code for too many connections. BullMQ's connections can cause it while the ledger's are fine. */
const NO_CONNECTION_LEFT = '53300';

/** Messages of node-postgres for broken connections. These errors have no code, except for a server without its socket. */
const BROKEN =
  /connect ENOENT|Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|connection is closed|not queryable/i;

/** PgBouncer's error for startup parameters that its configuration does not ignore. */
const REFUSED_SETTINGS = /unsupported startup parameter/;

/** Returns the original error. For a host with several addresses, this is the error for the first address. */
function causeOf(error: unknown): unknown {
  if (isExplained(error)) return causeOf(error.cause);
  return error instanceof AggregateError ? error.errors[0] : error;
}

function isExplained(error: unknown): error is Error {
  return error instanceof DatabaseError || error instanceof UsageError;
}

/** Returns whether a task that failed with this error might succeed later. */
export function isTemporary(error: unknown): boolean {
  const cause = causeOf(error);
  if (!(cause instanceof Error) || REFUSED_SETTINGS.test(cause.message)) return false;
  const code = codeOf(cause) ?? '';
  return TEMPORARY.has(code) || COLLISIONS.has(code) || code.startsWith('08') || BROKEN.test(cause.message);
}

/** Returns whether a task that failed with this error will succeed at once. */
export function isCollision(error: unknown): boolean {
  return COLLISIONS.has(codeOf(causeOf(error)) ?? '');
}

/** Returns whether the server refused a connection because it has too many. */
export function isOutOfConnections(error: unknown): boolean {
  return codeOf(causeOf(error)) === NO_CONNECTION_LEFT;
}

/**
 * Returns whether the database refused the values of a statement, so that sending them again would not help. If only the row
 * of a run or a worker is missing (23503), it does help.
 */
export function isRefusal(error: unknown): boolean {
  return /^2[23](?!503)/.test(codeOf(causeOf(error)) ?? '');
}

/**
 * Explains an error in one line that names the database, with a remedy if there is one.
 *
 * @returns a UsageError if the user must change the URL, otherwise a DatabaseError. Explained errors are unchanged.
 */
export function explainDatabaseError(error: unknown, url: string): Error {
  if (isExplained(error)) return error;
  const cause = causeOf(error);
  const address = addressOf(url);
  const code = codeOf(cause) ?? '';
  const reason = (cause instanceof Error ? cause.message : String(cause)).replaceAll(/\s+/g, ' ');
  const usage = (message: string) => new UsageError(message, { cause });
  const failure = (message: string) => new DatabaseError(message, { cause });

  if (cause instanceof PoolerError || REFUSED_SETTINGS.test(reason))
    return usage(`${address} is a connection pooler like PgBouncer; give the address of PostgreSQL itself in the URL`);
  if (code === 'ECONNREFUSED') return failure(`${address} refuses connections; check that PostgreSQL is running there`);
  if (code === 'ENOTFOUND') return usage(`${address}: this host does not exist`);
  if (/no encryption/.test(reason))
    return usage(`${address} refuses connections without TLS; add sslmode=verify-full to the URL (${reason})`);
  if (code === '28P01' || code === '28000') return usage(`${address} refuses the login: ${reason}`);
  if (code === '3D000') return usage(`${address}: ${reason}; create it first`);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return usage(
      `${address} has a certificate for another host (${reason}); use the certificate's host name in the URL`,
    );
  if (UNTRUSTED_CERTIFICATE.test(code))
    return usage(
      `${address} has an untrusted certificate (${reason}); add sslrootcert=FILE to the URL, with the CA certificate`,
    );
  if (/does not support SSL/.test(reason))
    return usage(`${address} does not support TLS; enable it on the server, or use sslmode=disable in the URL`);
  if (code === '42501') return usage(`${address}: ${reason}; use a login with this permission`);
  // The schema was found. PostgreSQL hides tables from a login that may not use their schema.
  if (code === '42P01')
    return usage(
      `${address}: ${reason}; use a login that may use the schemas queens_par and bullmq, such as their owner`,
    );
  if (code === '22P05')
    return usage(
      `${address} cannot store all characters; make a database with: create database NAME encoding 'UTF8' template template0`,
    );
  if (code === '53100') return failure(`${address} has no disk space left: ${reason}`);
  return failure(`${address}: ${reason}`);
}
