import { type Agreement, compareWithKnown } from '../board/known-counts.js';
import type { Plan } from '../plan/plan.js';
import type { Algorithm, KernelKind } from '../plan/subproblem.js';
import type { Total } from '../results/results.js';
import type { CountStats } from './count-task.js';

/** A finished count of a whole board, as the library returns it. */
export interface CountResult extends CountStats {
  readonly n: number;
  /** Number of all solutions (OEIS A000170). */
  readonly count: bigint;
  readonly algorithm: Algorithm;
  readonly kernel: KernelKind;
  readonly subproblems: number;
  /**
   * Weighted sum of the work counters. For `bitmask`, the number of queens placed after all prefixes, including mirror
   * images.
   */
  readonly work: bigint;
  readonly planHash: string;
  readonly agreement: Agreement;
}

export function makeResult(plan: Plan, { count, work }: Total, kernel: KernelKind, stats: CountStats): CountResult {
  const { threads, resumed, seconds } = stats;
  return {
    n: plan.n,
    count,
    algorithm: plan.algorithm,
    kernel,
    threads,
    subproblems: plan.subproblems.length,
    resumed,
    work,
    seconds,
    get planHash() {
      return plan.hash; // computed on demand, because it takes 4 ms
    },
    agreement: compareWithKnown(plan.n, count),
  };
}
