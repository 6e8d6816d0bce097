// src/core/errors defines the errors that callers can tell apart, and `checkInteger`. ConflictError and
// ResultsGoneError are in results/, ImpossibleCountError is in plan/, and Interruption is in src/node/terminal.

/**
 * An error whose one-line message tells the user about a problem with the input, the machine, the database or a count.
 * Any other error, such as a TypeError, is a bug in this program or in a package, and is reported with its stack.
 */
export class OperationalError extends Error {
  override readonly name: string = 'OperationalError';
}

/** An error for invalid input from the user. The message explains in one line what is wrong and how to correct it. */
export class UsageError extends OperationalError {
  override readonly name = 'UsageError';
}

/** An error for a memory limit that is too low for the board. */
export class MemoryLimitError extends UsageError {
  /** @param needed the lowest limit for each thread, in bytes. */
  constructor(
    message: string,
    readonly needed: number,
  ) {
    super(message);
  }
}

/** An error for a count that would take more than a year. */
export class TimeLimitError extends UsageError {
  /** @param expected the time, and the fraction of the processor that other programs take, if it is known. */
  constructor(
    message: string,
    readonly expected: { readonly seconds: number; readonly busy: number },
  ) {
    super(message);
  }
}

/** An error for a subproblem that needs more memory than its thread has, even after its fillings have been divided. */
export class OutOfMemoryError extends OperationalError {
  override readonly name = 'OutOfMemoryError';

  /** @param needed a limit for each thread, in bytes, that may be enough; undefined if the limit is not the cause. */
  constructor(
    message: string,
    readonly needed?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * The kinds of ledger file errors: the path cannot be used; another process is counting into the file; its lines are
 * damaged or contradict each other; the disk or the system failed.
 */
export type LedgerFileProblem = 'unusable' | 'in-use' | 'damaged' | 'failed';

/** What must be dropped from a ledger file before its count can be resumed: damaged lines, or subproblems. */
export interface BadLines {
  readonly file: string;
  /** The count in the file; `part` is undefined for a whole board. */
  readonly n: number;
  readonly part: { readonly k: number; readonly m: number } | undefined;
  /** Numbers of the damaged lines; none if `subproblems` must be dropped. */
  readonly damaged: readonly number[];
  /** Number of a damaged line that begins another ledger, as if two files had been joined. */
  readonly joinedAt: number | undefined;
  /** Ids of the subproblems with lines that contradict each other or the plan. */
  readonly subproblems: readonly string[];
}

interface LedgerFileErrorOptions extends ErrorOptions {
  readonly code: LedgerFileProblem;
  readonly bad?: BadLines;
  readonly isFirstLineBad?: boolean;
}

/**
 * An error for a ledger file that could not be read or written, or that cannot be trusted. The message identifies the
 * file and any bad lines.
 */
export class LedgerFileError extends OperationalError {
  override readonly name = 'LedgerFileError';
  readonly code: LedgerFileProblem;
  readonly bad: BadLines | undefined;
  /** True if only the first line is damaged. It can be rebuilt. */
  readonly isFirstLineBad: boolean;

  constructor(message: string, about: LedgerFileErrorOptions) {
    super(message, about);
    this.code = about.code;
    this.bad = about.bad;
    this.isFirstLineBad = about.isFirstLineBad ?? false;
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns whether the user can fix an error by changing the command line. */
export function isWrongInput(error: Error): boolean {
  if (error instanceof LedgerFileError) return error.code === 'unusable' || error.code === 'in-use';
  return error instanceof UsageError;
}

/** Formats any JavaScript value for a message, for example as `"8"`, `8n`, `NaN` or `an object`. */
export function describeValue(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return String(value);
}

/**
 * Checks an integer from the user and returns it.
 *
 * @param name name of the value in the message, such as `n` or `--threads`.
 * @param max maximum, which messages omit if it is `Number.MAX_SAFE_INTEGER`.
 * @param shown the value as the user wrote it, for the message.
 * @throws UsageError such as `n must be a whole number from 0 to 32, not 33` or `--limit must be at least 1, not "0"`.
 */
export function checkInteger(
  name: string,
  value: number,
  min: number,
  max: number = Number.MAX_SAFE_INTEGER,
  shown: string = describeValue(value),
): number {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
  let wanted = `a whole number from ${min} to ${max}`;
  if (max === Number.MAX_SAFE_INTEGER)
    wanted = Number.isSafeInteger(value) ? `at least ${min}` : `a whole number of at least ${min}`;
  throw new UsageError(`${name} must be ${wanted}, not ${shown}`);
}
