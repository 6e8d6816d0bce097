import { OperationalError } from '../errors/errors.js';
import type { Subproblem } from './subproblem.js';

/** The count of one subproblem, as a small JSON value. */
export interface PartialCount {
  readonly id: string;
  /** Number of solutions, not yet multiplied by the subproblem's weight; a safe integer, at least 0. */
  readonly count: number;
  /** Work counter; a safe integer, at least 0. For `bitmask`, it is the number of queens placed after the prefix. */
  readonly work: number;
  /** Time spent counting, in milliseconds of wall-clock time. */
  readonly milliseconds: number;
  /** Time when the count ended, in milliseconds since 1970, by the clock of the machine that counted. */
  readonly ended: number;
}

export type Tally = Pick<PartialCount, 'count' | 'work'>;

/** The error for an impossible count from a kernel. The run must stop, because other counts may also be wrong. */
export class ImpossibleCountError extends OperationalError {
  override readonly name = 'ImpossibleCountError';
}

/**
 * Checks the partial count of a subproblem.
 *
 * @throws ImpossibleCountError if the count or the work counter is negative or not a safe integer, or if the count
 *   exceeds `largestPossibleCount`.
 */
export function checkPartialCount(partial: PartialCount, subproblem: Subproblem): void {
  for (const field of ['count', 'work'] as const) {
    if (!Number.isSafeInteger(partial[field]) || partial[field] < 0) {
      throw new ImpossibleCountError(
        `subproblem ${partial.id} reported the ${field} ${partial[field]}, ` +
          'which is not a whole number from 0 to 2^53 - 1',
      );
    }
  }
  const largest = largestPossibleCount(subproblem);
  if (partial.count > largest) {
    throw new ImpossibleCountError(
      `subproblem ${partial.id} reported ${partial.count} solutions, but can have at most ${largest}`,
    );
  }
}

/**
 * Returns an upper bound for the count of a subproblem: the number of ways to fill the other rows with rooks, which
 * attack fewer cells than queens. The kernel of `meet` applies weights, so its bound is multiplied by the largest
 * weight, 8.
 *
 * @returns an integer. It may be inexact above 2^53, which is harmless, because counts are smaller.
 */
export function largestPossibleCount(subproblem: Subproblem): number {
  if (subproblem.algorithm === 'bitmask') return countRookPlacements(subproblem.n - subproblem.prefix.length);
  return 8 * countRookPlacements(subproblem.n - subproblem.queens.length);
}

/** Returns the number of ways to place `rows` non-attacking rooks, one in each row: `rows` factorial. */
function countRookPlacements(rows: number): number {
  let ways = 1;
  for (let row = 2; row <= rows; row++) ways *= row;
  return ways;
}
