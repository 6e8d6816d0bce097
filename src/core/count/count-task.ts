// src/core/count runs counts. A CountTask holds a Run with its results, starts an executor, adds the partial counts,
// and returns statistics. merge.ts combines the results of several sources. src/node/count creates CountTasks for this
// machine; clusters and the page create their own.

import { type Agreement, compareWithKnown } from '../board/known-counts.js';
import type { Executor } from '../executors/executor.js';
import { stopWith } from '../executors/slots.js';
import { mostExpensiveFirst, type Plan, type Share } from '../plan/plan.js';
import type { Algorithm, KernelKind } from '../plan/subproblem.js';
import { selectRemaining, type Total } from '../results/results.js';
import type { Progress } from '../runs/progress.js';
import type { Run } from '../runs/run.js';

/** Maximum time between two calls of `onProgress`, in milliseconds. */
const REPORT_INTERVAL = 500;

/** Options for watching and stopping a count. */
export interface WatchOptions {
  /** Stops the count, whose promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called at the start, after each subproblem, and at least twice a second. If it returns a promise, the next call,
   * the end of the count, and any thread with a finished subproblem wait for it. An error stops the count.
   */
  readonly onProgress?: ((progress: Progress) => unknown) | undefined;
}

/** The statistics of a finished count, without its total. */
export interface CountStats {
  /**
   * Number of threads that counted: 1 (the calling thread) if more would have been slower or if nothing was left to
   * count; in a cluster, the largest number that was seen counting at once.
   */
  readonly threads: number;
  /** Number of subproblems that were already finished at the start. */
  readonly resumed: number;
  /** Elapsed seconds by the system's monotonic clock, rounded to milliseconds. */
  readonly seconds: number;
}

/** A finished count of a whole board, as the library returns it. */
export interface CountResult extends CountStats {
  readonly n: number;
  /** Number of all solutions (OEIS A000170). */
  readonly count: bigint;
  readonly algorithm: Algorithm;
  readonly kernel: KernelKind;
  readonly subproblems: number;
  /**
   * Weighted sum of the work counters: pairs compared by `meet`, or queens that `bitmask` placed below the rows that
   * subproblems fix.
   */
  readonly work: bigint;
  readonly planHash: string;
  readonly agreement: Agreement;
}

/** A count: its run, and the subproblems still to count. The class must work in browsers, because the page uses it. */
export class CountTask {
  readonly run: Run;
  /** The run's subproblems still to count. */
  readonly left: Share;
  readonly #startExecutor: () => Executor | Promise<Executor>;

  /**
   * @param startExecutor starts the threads that count, or connects to the cluster.
   * @param left the run's subproblems to count; by default, all unfinished ones.
   */
  constructor(
    run: Run,
    startExecutor: () => Executor | Promise<Executor>,
    left: Share = selectRemaining(run.share, run.results),
  ) {
    this.run = run;
    this.left = left;
    this.#startExecutor = startExecutor;
  }

  /**
   * Counts the remaining subproblems, the most expensive first, and adds the results to those of the run.
   *
   * @throws ImpossibleCountError or ConflictError if a partial count cannot be trusted; OutOfMemoryError or
   *   OperationalError if the count cannot be finished; the signal's reason after an abort; errors of the ledger file.
   *   Earlier results are kept.
   */
  async count({ signal, onProgress }: WatchOptions = {}): Promise<CountStats> {
    const { run, left } = this;
    run.start(); // the run's time includes starting the threads
    const executor = await this.#startExecutor();
    const stop = stopWith(signal); // also aborted with an error of `onProgress`
    let calls: Promise<unknown> = Promise.resolve(); // of `onProgress`; each one waits for the one before it
    let pending = 0;

    async function report(): Promise<void> {
      run.threads = executor.threads; // the number changes in a cluster
      if (!onProgress) return;
      const progress = run.progress();
      pending++;
      calls = calls.then(() => onProgress(progress));
      try {
        await calls;
      } catch (error) {
        stop.abort(error);
        throw error;
      } finally {
        pending--;
      }
    }

    const reportNow = () => void report().catch(() => {}); // `stop` passes the error on
    const timer = setInterval(() => pending === 0 && reportNow(), REPORT_INTERVAL);
    reportNow();
    try {
      await executor.run(
        mostExpensiveFirst(left.subproblems),
        async (_, partial) => {
          run.results.add(partial); // the run reads it from there
          await report();
        },
        stop.signal,
      );
      stop.signal.throwIfAborted();
      const aborted = new Promise<never>((_, reject) => {
        stop.signal.addEventListener('abort', () => reject(stop.signal.reason));
      });
      await Promise.race([calls, aborted]);
    } finally {
      clearInterval(timer);
      stop.abort(); // removes the listener of `stopWith`
      await executor.close();
    }
    const resumed = run.share.subproblems.length - left.subproblems.length;
    const seconds = Math.round(1000 * run.seconds) / 1000;
    return { threads: executor.threads, resumed, seconds };
  }
}

export function createResult(plan: Plan, { count, work }: Total, kernel: KernelKind, stats: CountStats): CountResult {
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
