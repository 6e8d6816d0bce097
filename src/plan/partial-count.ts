import type { Subproblem } from './subproblem.js';

/** The count of one subproblem. A small JSON value. */
export interface PartialCount {
  /** Id of the subproblem that was counted. */
  readonly id: string;
  /** Solutions found, before the subproblem's weight; a safe whole number from 0. */
  readonly count: number;
  /** Work counter: for `bitmask` the queens placed beyond the prefix. A safe whole number from 0. */
  readonly work: number;
  /** Time spent counting, in milliseconds of wall clock. */
  readonly milliseconds: number;
}

/** A kernel's result; its caller adds id and elapsed time. */
export type Tally = Pick<PartialCount, 'count' | 'work'>;

/** A kernel's count cannot be right. The run must stop, because other counts may be wrong, too. */
export class ImpossibleCountError extends Error {
  override readonly name = 'ImpossibleCountError';
}

/**
 * Checks the partial count of a subproblem.
 *
 * @throws ImpossibleCountError if the count or the work counter is not a safe whole number from 0, or if the count
 *   is larger than `largestPossibleCount`.
 */
export function checkPartialCount(partial: PartialCount, subproblem: Subproblem): void {
  for (const field of ['count', 'work'] as const) {
    if (!Number.isSafeInteger(partial[field]) || partial[field] < 0) {
      throw new ImpossibleCountError(
        `subproblem ${partial.id} reported ${partial[field]} as its ${field}, which is not a whole number from 0 to 2^53 - 1`,
      );
    }
  }
  const largest = largestPossibleCount(subproblem);
  if (partial.count > largest) {
    throw new ImpossibleCountError(
      `subproblem ${partial.id} reported ${partial.count} solutions, but there are only ${largest} ways to complete it even for rooks`,
    );
  }
}

/**
 * Returns an upper bound of a subproblem's count: the number of ways to fill the other rows with rooks, which attack less
 * than queens. The kernel of `meet` applies weights, so for `meet` the bound is multiplied by the largest weight, 8.
 *
 * @returns a whole number, exact below 2^53. Larger ones need not be exact, because counts are below 2^53.
 */
export function largestPossibleCount(subproblem: Subproblem): number {
  if (subproblem.algorithm === 'bitmask') return waysForRooks(subproblem.n - subproblem.prefix.length);
  return 8 * waysForRooks(subproblem.n - subproblem.queens.length);
}

/** Counts the ways to place rooks in a number of rows so that none attacks another: rows!. */
function waysForRooks(rows: number): number {
  let ways = 1;
  for (let row = 2; row <= rows; row++) ways *= row;
  return ways;
}
