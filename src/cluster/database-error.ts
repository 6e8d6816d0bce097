import { UsageError } from '../errors/errors.js';
import { codeOf } from '../errors/system.js';

/** A failure of the database, in one line that names it. The cause is the error of the driver or the server. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/** The address belongs to a connection pooler, not to PostgreSQL. */
export class PoolerError extends Error {
  override readonly name = 'PoolerError';
}

/** Codes of a connection that cannot be trusted. */
const UNTRUSTED = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_GET_ISSUER_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
]);

/** Codes of temporary failures: of the network, and of a server that is starting, stopping or full. */
const PASSING = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '57014'], // shutting down, crashed, starting; a query was cancelled
  ...['53000', '53100', '53200', '53300'], // disk full, out of memory, too many connections
  ...['58000', '58030', '25006', '40001', '40P01'], // input/output; a standby that takes over; serialization, deadlock
]);

/** Messages of node-postgres for broken connections, which have no code. */
const BROKEN =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|connection is closed|not queryable/i;

/** PgBouncer's answer to the settings of a new connection, unless it is configured to ignore them. */
const REFUSED_SETTINGS = /unsupported startup parameter/;

/** Returns the error of the driver or the server. A host with several addresses has one error for each. */
function causeOf(error: unknown): unknown {
  if (isExplained(error)) return causeOf(error.cause);
  return error instanceof AggregateError ? error.errors[0] : error;
}

function isExplained(error: unknown): error is Error {
  return error instanceof DatabaseError || error instanceof UsageError;
}

/** Returns whether a task that failed with this error may succeed later. */
export function isPassing(error: unknown): boolean {
  const cause = causeOf(error);
  if (!(cause instanceof Error) || REFUSED_SETTINGS.test(cause.message)) return false;
  const code = codeOf(cause) ?? '';
  return PASSING.has(code) || code.startsWith('08') || BROKEN.test(cause.message);
}

/** Returns host, port and name of a database, without secrets. */
function addressOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname || 'localhost'}:${port || 5432}${pathname}`;
}

/**
 * Explains an error in one line that names the database, with a remedy if there is one. An explained error is not changed.
 *
 * @returns a UsageError if the connection URL must be changed, otherwise a DatabaseError.
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
  if (code === 'ECONNREFUSED') return failure(`${address} refuses connections: is PostgreSQL running there?`);
  if (code === 'ENOTFOUND') return usage(`${address}: there is no such host`);
  if (code === '28P01' || code === '28000') return usage(`${address} refuses the login: ${reason}`);
  if (code === '3D000') return usage(`${address}: ${reason}; create it first`);
  if (UNTRUSTED.has(code))
    return usage(
      `${address} has a certificate that cannot be trusted (${reason}); set its authority with sslrootcert=FILE in the URL`,
    );
  if (/does not support SSL/.test(reason))
    return usage(`${address} does not support TLS; enable it there, or set sslmode=disable in the URL`);
  if (code === '42501') return usage(`${address}: ${reason}; the user in the URL needs this permission`);
  if (code === '53100') return failure(`${address} has no disk space left: ${reason}`);
  return failure(`${address}: ${reason}`);
}
