import type { PartialCount } from '../plan/partial-count.js';
import type { Subproblem } from '../plan/subproblem.js';

/** A way to count subproblems: in this thread, in a pool of threads, or on other machines. */
export interface Executor {
  /** Number of subproblems counted at a time. In a cluster it changes. */
  readonly threads: number;

  /**
   * Takes the subproblems in the given order, counts each, and calls `finished` with the results, in any order. It waits for
   * the promises of `finished` before it takes more, so a slow ledger slows the count.
   *
   * Rejects when `signal` is aborted (with its reason), when `finished` throws, or when a subproblem cannot be counted.
   * After that `finished` is not called. Running subproblems continue until `close`.
   */
  run(
    subproblems: Iterable<Subproblem>,
    finished: (subproblem: Subproblem, partial: PartialCount) => void | Promise<void>,
    signal?: AbortSignal,
  ): Promise<void>;

  /** Ends all threads, and waits until they have ended. */
  close(): Promise<void>;
}

/**
 * Called when a worker begins to count a subproblem; again if the worker dies.
 *
 * @param worker number of the worker.
 */
export type OnStart = (subproblemId: string, worker: number) => void;
