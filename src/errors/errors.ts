/**
 * Errors that several folders throw or catch. ConflictError is declared in ledger/, ImpossibleCountError in plan/, and
 * OutOfMemoryError in workers/. system.ts formats errors of the operating system.
 */

/** An error for invalid input from the user. The message explains the mistake and its correction in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An error for a ledger file that cannot be read, trusted or written. The message names the file and any bad line. */
export class LedgerFileError extends Error {
  override readonly name = 'LedgerFileError';
}

/** A ledger file whose path cannot be used. On the command line, that is a wrong argument. */
export class UnusablePathError extends LedgerFileError {}

/** A ledger file with damaged or contradictory lines. The message names them. */
export class WrongLinesError extends LedgerFileError {
  readonly #remedy: string;
  constructor(message: string, remedy: string) {
    super(message);
    this.#remedy = remedy;
  }

  /** The command that drops the lines, as the end of a sentence. Users of the library have options instead. */
  get remedy(): string {
    return this.#remedy;
  }
}

/** An error of an executor: a subproblem has failed three times, or worker threads do not start. */
export class WorkerDeathError extends Error {
  override readonly name = 'WorkerDeathError';
}

/** Formats any JavaScript value for a message, such as `"8"`, `8n`, `NaN` or `an object`. */
export function inWords(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return String(value);
}
