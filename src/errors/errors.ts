/**
 * The errors that callers can tell apart, and that are thrown from more than one folder. Errors of one folder are declared
 * there: ConflictError in ledger/, ImpossibleCountError in plan/, OutOfMemoryError in workers/. system.ts words errors of the
 * system.
 */

/** The user's input cannot be used. The message says in one line what is wrong and how to correct it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A ledger file cannot be read, trusted or written. The message names the file and, if there is one, the line. */
export class LedgerFileError extends Error {
  override readonly name = 'LedgerFileError';
}

/** Every worker thread that counts a certain subproblem dies, or threads do not start. */
export class WorkerDeathError extends Error {
  override readonly name = 'WorkerDeathError';
}

/** Formats any JavaScript value for a message: `"8"` in quotes, 8n, NaN, undefined, an object. */
export function inWords(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return String(value);
}
