/**
 * Errors that callers can distinguish. ConflictError and ResultsGoneError are declared in ledger/, ImpossibleCountError
 * in plan/, and Interruption in terminal/. system.ts formats errors of the operating system.
 */

/**
 * An error with a one-line sentence for the user: about the input, the machine, the database or a count. Any other
 * error, such as a TypeError, is a mistake in this program or in a package, and is reported with its stack.
 */
export class OperationalError extends Error {
  override readonly name: string = 'OperationalError';
}

/** An error for invalid input from the user. The message explains the mistake and its correction in one line. */
export class UsageError extends OperationalError {
  override readonly name = 'UsageError';
}

/** An error for a subproblem that needs more memory than it is allowed, even if its fillings are divided. */
export class OutOfMemoryError extends OperationalError {
  override readonly name = 'OutOfMemoryError';
}

/**
 * The kinds of errors of a ledger file: its path cannot be used; another process counts into it; its lines are damaged
 * or contradict each other; the disk or the system failed.
 */
export type LedgerFileProblem = 'unusable' | 'in-use' | 'damaged' | 'failed';

/** An error for a ledger file that cannot be read, trusted or written. The message names the file and any bad line. */
export class LedgerFileError extends OperationalError {
  override readonly name = 'LedgerFileError';
  readonly code: LedgerFileProblem;
  readonly #remedy: string | undefined;

  constructor(message: string, about: ErrorOptions & { readonly code: LedgerFileProblem; readonly remedy?: string }) {
    super(message, about);
    this.code = about.code;
    this.#remedy = about.remedy;
  }

  /** The command that drops damaged lines, as the end of a sentence. Users of the library have options instead. */
  get remedy(): string | undefined {
    return this.#remedy;
  }
}

/** Returns whether the user can correct an error on the command line. */
export function isWrongInput(error: Error): boolean {
  if (error instanceof LedgerFileError) return error.code === 'unusable' || error.code === 'in-use';
  return error instanceof UsageError;
}

/** Formats any JavaScript value for a message, such as `"8"`, `8n`, `NaN` or `an object`. */
export function inWords(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return String(value);
}
