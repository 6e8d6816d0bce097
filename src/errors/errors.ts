/**
 * The errors that callers tell apart, and that more than one room throws. Those that one room alone throws are declared
 * there: ConflictError in ledger/, ImpossibleCountError in plan/, OutOfMemoryError in workers/. What the system reports
 * is put into words by system.ts.
 */

/** Something the user gave cannot be used. The message says in one line what is wrong and what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A ledger file that cannot be read, trusted or written. The message names the file, and the line if it is about one. */
export class LedgerFileError extends Error {
  override readonly name = 'LedgerFileError';
}

/** A subproblem that no worker thread survives, or threads that do not start. */
export class WorkerDeathError extends Error {
  override readonly name = 'WorkerDeathError';
}

/** Returns a value as a message shows it, whatever plain JavaScript may give: `"8"` in quotes, 8n, NaN, undefined, an object. */
export function inWords(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return String(value);
}
