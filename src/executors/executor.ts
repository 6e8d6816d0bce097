import type { PartialCount } from '../plan/partial-count.js';
import type { Subproblem } from '../plan/subproblem.js';

/** Counts subproblems somewhere: in this thread, in a pool of threads, on other machines. Nothing else knows where. */
export interface Executor {
  /** Subproblems counted at a time; of a cluster, at the moment. */
  readonly threads: number;

  /**
   * Takes the subproblems in the given order, counts each, and calls `finished` with the results as they come in, in any
   * order. It waits for the promises of `finished` before it takes more, so a slow ledger slows the count.
   *
   * Rejects when `signal` is aborted (with its reason), when `finished` throws, or when a subproblem cannot be counted.
   * From then on `finished` is not called. Subproblems under way are counted until `close`.
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
 * @param worker the worker's own number.
 */
export type OnStart = (subproblemId: string, worker: number) => void;
