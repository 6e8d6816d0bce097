import type { PartialCount } from '../plan/partial-count.js';
import type { Subproblem } from '../plan/subproblem.js';

/** Runs subproblems somewhere: in this thread, in a pool of threads, on other machines. Nothing else knows where. */
export interface Executor {
  /** How many subproblems it counts at a time; of a cluster, at the moment. */
  readonly threads: number;

  /**
   * Counts every subproblem, taking them in the given order, and calls `finished` with each result as it comes in
   * (not in order). It waits for what `finished` returns before it takes more: a slow ledger slows the run.
   *
   * Rejects, after which nothing more is counted, when `signal` is aborted (with its reason), when `finished` throws,
   * or when a subproblem cannot be counted.
   */
  run(
    subproblems: Iterable<Subproblem>,
    finished: (subproblem: Subproblem, partial: PartialCount) => void | Promise<void>,
    signal?: AbortSignal,
  ): Promise<void>;

  /** Gives back threads and whatever else is held. Counts that are still under way are given up. */
  close(): Promise<void>;
}

/**
 * Told when a worker begins to count a subproblem, which may happen again with another worker if the first one dies.
 *
 * @param worker a number that is the worker's own.
 */
export type OnStart = (subproblemId: string, worker: number) => void;
