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

/** A kernel's count that cannot be right. The run must stop: others may be wrong, too. */
export class ImpossibleCountError extends Error {
  override readonly name = 'ImpossibleCountError';
}

/**
 * Checks a partial count against what is possible at all.
 *
 * @param largest the `largestPossibleCount` of its subproblem.
 * @throws ImpossibleCountError if the count or the work counter is not a safe whole number from 0, or if the count
 *   is larger than `largest`.
 */
export function checkPartialCount(partial: PartialCount, largest: number): void {
  for (const field of ['count', 'work'] as const) {
    if (!Number.isSafeInteger(partial[field]) || partial[field] < 0) {
      throw new ImpossibleCountError(
        `subproblem ${partial.id} reported ${partial[field]} as its ${field}, which is not a whole number from 0 to 2^53 - 1`,
      );
    }
  }
  if (partial.count > largest) {
    throw new ImpossibleCountError(
      `subproblem ${partial.id} reported ${partial.count} solutions, but there are only ${largest} ways to complete it even for rooks`,
    );
  }
}

/**
 * Returns an upper bound of a subproblem's count: the ways to fill the rows that are not given with rooks, which attack
 * less than queens. The kernel of `meet` applies weights itself, so there it is times the greatest weight, 8.
 *
 * @returns a whole number, exact below 2^53; no safe count is above a larger one.
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
