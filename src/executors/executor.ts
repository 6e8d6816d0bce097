import type { PartialCount } from '../plan/partial-count.js';
import type { Subproblem } from '../plan/subproblem.js';

/** Counts subproblems somewhere: in this thread, in a pool of threads, on other machines. Nothing else knows where. */
export interface Executor {
  /** How many subproblems it counts at a time; for a cluster, at the moment. */
  readonly threads: number;

  /**
   * Counts every subproblem, taking them in the given order, and calls `finished` with each result as it comes in
   * (not in order). It waits for what `finished` returns before it takes more: a slow ledger slows the count.
   *
   * Rejects, after which nothing more is counted, when `signal` is aborted (with its reason), when `finished` throws,
   * or when a subproblem cannot be counted.
   */
  run(
    subproblems: Iterable<Subproblem>,
    finished: (subproblem: Subproblem, partial: PartialCount) => void | Promise<void>,
    signal?: AbortSignal,
  ): Promise<void>;

  /** Ends threads and releases what else it holds. What is still being counted is dropped. */
  close(): Promise<void>;
}

/**
 * Called when a worker begins to count a subproblem; again, with another worker, if the first one dies.
 *
 * @param worker a number that no other worker has.
 */
export type OnStart = (subproblemId: string, worker: number) => void;
