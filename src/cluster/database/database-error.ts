import { UsageError } from '../../errors/errors.js';
import { codeOf } from '../../errors/system.js';

/** A database that failed, in one line that names it; the cause is what the driver or the server reported. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/** The address is that of a connection pooler, not of PostgreSQL itself. */
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

/** Codes of the network, and of a server that is starting, stopping or full: failures that may pass by themselves. */
const PASSING = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '57014'], // shutting down, crashed, starting; a query was cancelled
  ...['53000', '53100', '53200', '53300'], // disk full, out of memory, too many connections
  ...['58000', '58030', '25006', '40001', '40P01'], // input/output; a standby that takes over; to be tried again
]);

/** No such schema, table or function: nobody has made them yet. */
const UNMADE = new Set(['3F000', '42P01', '42883']);

/** Messages of node-postgres about a connection that broke; they have no code. */
const BROKEN =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|connection is closed/i;

/** What PgBouncer answers to settings that a connection begins with, unless it was told to ignore them. */
const REFUSED_SETTINGS = /unsupported startup parameter/;

/**
 * What the driver or the server reported. An address with several numbers (localhost is ::1 and 127.0.0.1) fails with
 * an error for each.
 */
function causeOf(error: unknown): unknown {
  if (isExplained(error)) return causeOf(error.cause);
  return error instanceof AggregateError ? error.errors[0] : error;
}

function isExplained(error: unknown): error is Error {
  return error instanceof DatabaseError || error instanceof UsageError;
}

/** Whether a task that failed with this error may succeed later, without anybody changing anything. */
export function isPassing(error: unknown): boolean {
  const cause = causeOf(error);
  if (!(cause instanceof Error) || REFUSED_SETTINGS.test(cause.message)) return false;
  const code = codeOf(cause) ?? '';
  return PASSING.has(code) || code.startsWith('08') || BROKEN.test(cause.message);
}

/** Whether the database is there, but without the ledger's tables. */
export function isUnmade(error: unknown): boolean {
  return UNMADE.has(codeOf(causeOf(error)) ?? '');
}

/** Whether the ledger's functions refused what a worker asked of them: it is not of the run's version, or not known. */
export function isRefusal(error: unknown): boolean {
  return codeOf(causeOf(error)) === 'QP001';
}

/** Host, port and name of a database, without anything secret. */
function placeOf(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `${hostname || 'localhost'}:${port || 5432}${pathname}`;
  } catch {
    return 'the database';
  }
}

/**
 * The error in one line that names the database, with what would be right where that is known; one that is explained
 * already stays as it is. A UsageError where the connection URL cannot be used as it is, else a DatabaseError.
 */
export function explainDatabaseError(error: unknown, url: string): Error {
  if (isExplained(error)) return error;
  const cause = causeOf(error);
  const place = placeOf(url);
  const code = codeOf(cause) ?? '';
  const reason = (cause instanceof Error ? cause.message : String(cause)).replaceAll(/\s+/g, ' ');
  const usage = (message: string) => new UsageError(message, { cause });
  const failure = (message: string) => new DatabaseError(message, { cause });

  if (cause instanceof PoolerError || REFUSED_SETTINGS.test(reason))
    return usage(`${place} is a connection pooler like PgBouncer; give the address of PostgreSQL itself in the URL`);
  if (code === 'ECONNREFUSED') return failure(`${place} refuses connections: is PostgreSQL running there?`);
  if (code === 'ENOTFOUND') return usage(`${place}: there is no such host`);
  if (code === '28P01' || code === '28000') return usage(`${place} does not let us in: ${reason}`);
  if (code === '3D000') return usage(`${place}: ${reason}; create it first`);
  if (UNTRUSTED.has(code))
    return usage(
      `${place} has a certificate that cannot be trusted (${reason}); name its authority as sslrootcert=FILE in the URL`,
    );
  if (/does not support SSL/.test(reason))
    return usage(`${place} does not speak TLS; switch it on there, or take sslmode=disable in the URL`);
  if (UNMADE.has(code)) return usage(`${place} holds no run yet`);
  if (code === '42501') return usage(`${place}: ${reason}: this role may not do that`);
  if (code === '53100') return failure(`${place} has no room left: ${reason}`);
  return failure(`${place}: ${reason}`);
}
