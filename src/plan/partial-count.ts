import { LARGEST_BOARD } from '../board-size.js';
import type { Subproblem } from './subproblem.js';

/** What a kernel reports of one subproblem. A small JSON value. */
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

/** A kernel's count that cannot be right. The run must stop: whatever made it may have made others. */
export class ImpossibleCountError extends Error {
  override readonly name = 'ImpossibleCountError';
}

/**
 * Checks a partial count against what is possible at all.
 *
 * @throws ImpossibleCountError if the count or the work counter is not a safe whole number from 0, or if the count
 *   is larger than `largestPossibleCount`.
 */
export function checkPartialCount(subproblem: Subproblem, partial: PartialCount): void {
  for (const field of ['count', 'work'] as const) {
    if (!Number.isSafeInteger(partial[field]) || partial[field] < 0) {
      throw new ImpossibleCountError(
        `subproblem ${subproblem.id} reported ${partial[field]} as its ${field}, which is not a whole number from 0 to 2^53 - 1`,
      );
    }
  }
  const bound = largestPossibleCount(subproblem);
  if (BigInt(partial.count) > bound) {
    throw new ImpossibleCountError(
      `subproblem ${subproblem.id} reported ${partial.count} solutions, but there are only ${bound} ways to complete it even for rooks`,
    );
  }
}

/**
 * A bound from above: the number of ways to complete the subproblem's fixed rows with rooks, which attack less than
 * queens, (n - rows)!. Where the kernel applies weights itself, times the greatest weight, 8.
 */
export function largestPossibleCount(subproblem: Subproblem): bigint {
  if (subproblem.algorithm === 'bitmask') return factorial(subproblem.n - subproblem.prefix.length);
  return 8n * factorial(subproblem.n - (subproblem.variant === 'banded' ? subproblem.queens.length : 0));
}

/** 0! to 32!, made once: a checkpoint of a million lines is checked line by line. */
const FACTORIALS: readonly bigint[] = Array.from({ length: LARGEST_BOARD + 1 }, (_, n) => product(n));

function product(n: number): bigint {
  return n > 1 ? BigInt(n) * product(n - 1) : 1n;
}

function factorial(n: number): bigint {
  return FACTORIALS[n] ?? product(n);
}
