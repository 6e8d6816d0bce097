// src/core/executors hands out subproblems. Executors start them in order; partial counts arrive in any order. An
// Executor is the calling thread or a pool of threads (src/node/threads), the page's web workers, or a cluster. All
// except the cluster's use the queue and the retries of slots.ts.

import type { PartialCount } from '../plan/partial-count.js';
import type { Subproblem } from '../plan/subproblem.js';

/** A partial count, or the facts of an OutOfMemoryError. (An error sent between threads loses its class.) */
export type KernelReply = PartialCount | { readonly outOfMemory: string; readonly needed?: number | undefined };

/** A way to count subproblems: in this thread, in a pool of threads, or on other machines. */
export interface Executor {
  /** Number of subproblems counted at once. It changes in a cluster, or if some threads do not start. */
  readonly threads: number;

  /**
   * Counts subproblems. Starts them in the given order and calls `finished` with each result as it arrives. Waits for
   * the promises that `finished` returns before starting more, so a slow ledger slows the count.
   *
   * Rejects if `signal` is aborted (with its reason), if `finished` throws, or if a subproblem cannot be counted. After
   * a rejection, `finished` is not called again. Running subproblems continue until `close`, unless the reason is an
   * `Abandoned`.
   */
  run(
    subproblems: Iterable<Subproblem>,
    finished: (subproblem: Subproblem, partial: PartialCount) => void | Promise<void>,
    signal?: AbortSignal,
  ): Promise<void>;

  /** Ends all threads and waits until they have exited. */
  close(): Promise<void>;
}

/** A reason to abort a run in a pool with `onStart`: its threads end at once, and others start for other runs. */
export class Abandoned extends Error {}

/**
 * A callback for the start of each subproblem. If a thread dies, its subproblem is started again.
 *
 * @param thread id of the thread.
 */
export type OnStart = (subproblemId: string, thread: number) => void;
