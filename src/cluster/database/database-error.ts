import { UsageError } from '../../errors/errors.js';

/** What a connection that cannot be trusted fails with. */
const UNTRUSTED = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_GET_ISSUER_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
]);

/** What the network, or a server that is starting, stopping or full, fails with: it may be over in a while. */
const PASSING = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '57014'], // shutting down, crashed, starting; a query was cancelled
  ...['53000', '53100', '53200', '53300'], // disk full, out of memory, too many connections
  ...['58000', '58030', '25006', '40001', '40P01'], // input/output; a standby that takes over; to be tried again
]);

/** No such schema, table or function: nobody has made them yet. */
const UNMADE = new Set(['3F000', '42P01', '42883']);

/** What node-postgres says of a connection that broke, without a code. */
const BROKEN =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|connection is closed/i;

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** An address with several numbers (localhost is ::1 and 127.0.0.1) fails with an error for each. */
function causeOf(error: unknown): unknown {
  return error instanceof AggregateError ? error.errors[0] : error;
}

/** Whether what failed may work when it is tried again, with nobody doing anything about it. */
export function isPassing(error: unknown): boolean {
  const cause = causeOf(error);
  return (
    PASSING.has(codeOf(cause)) ||
    codeOf(cause).startsWith('08') ||
    (cause instanceof Error && BROKEN.test(cause.message))
  );
}

/** Whether the database is there, but without the ledger's tables. */
export function isUnmade(error: unknown): boolean {
  return error instanceof Error && UNMADE.has(codeOf(error.cause));
}

/** Whether the ledger's functions refused what a worker asked of them: it is not of the run's version, or not known. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && codeOf(error.cause) === 'QP001';
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
 * What went wrong, in one line that names the database, and what would be right where that is known. A UsageError where
 * the connection URL cannot be used as it is.
 */
export function explainDatabaseError(error: unknown, url: string): Error {
  const cause = causeOf(error);
  const place = placeOf(url);
  const code = codeOf(cause);
  const reason = (cause instanceof Error ? cause.message : String(cause)).replaceAll(/\s+/g, ' ');
  const options = { cause };
  if (code === 'ECONNREFUSED') return new Error(`${place} refuses connections: is PostgreSQL running there?`, options);
  if (code === 'ENOTFOUND') return new UsageError(`${place}: there is no such host`, options);
  if (code === '28P01' || code === '28000') return new UsageError(`${place} does not let us in: ${reason}`, options);
  if (code === '3D000') return new UsageError(`${place}: ${reason}; create it first`, options);
  if (UNTRUSTED.has(code)) {
    return new UsageError(
      `${place} has a certificate that cannot be trusted (${reason}); name its authority as sslrootcert=FILE in the URL`,
      options,
    );
  }
  if (/does not support SSL/.test(reason)) {
    return new UsageError(
      `${place} does not speak TLS; switch it on there, or take sslmode=disable in the URL`,
      options,
    );
  }
  if (UNMADE.has(code)) {
    return new UsageError(`${place} holds no run yet`, options);
  }
  if (code === '42501') return new UsageError(`${place}: ${reason}: this role may not do that`, options);
  if (code === '53100') return new Error(`${place} has no room left: ${reason}`, options);
  return new Error(`${place}: ${reason}`, options);
}
