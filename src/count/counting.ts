// src/count finishes counts. A Counting has a Run with its results; it starts an executor, adds what is counted, and
// returns figures. local-counting.ts makes one from n and options: for the library (count.ts) and for the commands.
// audit.ts counts a sample of results again, merge.ts combines the results of several sources, and measurement.ts
// measures the threads of this machine. Clusters, commands and the page use this folder; this file and reporter.ts
// work in browsers, too.

import type { Executor } from '../executors/executor.js';
import { selectRemaining } from '../ledger/results.js';
import { mostExpensiveFirst, type Share } from '../plan/plan.js';
import type { Progress } from '../runs/progress.js';
import type { Run } from '../runs/run.js';
import { Reporter } from './reporter.js';

/** Options to watch a count and to stop it. */
export interface WatchOptions {
  /** Stops the count. Its promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called at the start, after each subproblem, and at least twice a second. If it returns a promise, the next call and
   * the end of the count wait for this promise. So does a thread with a finished subproblem. An error stops the count.
   */
  readonly onProgress?: ((progress: Progress) => unknown) | undefined;
}

/** How a count was done, without its total. */
export interface CountFigures {
  /**
   * Number of threads that counted. It is 1 (the calling thread) if more would have been slower, or if nothing was left
   * to count. In a cluster, it is the number of threads of all workers at the end.
   */
  readonly threads: number;
  /** Number of subproblems that were finished before. */
  readonly resumed: number;
  /** Seconds of the system's monotonic clock, to a millisecond. */
  readonly seconds: number;
}

/**
 * A count: the figures of its run, and what is left to count. The class works in browsers, because the page uses it.
 */
export class Counting {
  readonly run: Run;
  /** What of the run is still to be counted. */
  readonly left: Share;
  readonly #startExecutor: () => Executor | Promise<Executor>;

  /**
   * @param startExecutor starts the threads, or connects to the machines, that count.
   * @param left the subproblems of the run to count; by default those that are not finished.
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
   * Counts what is left, the most expensive subproblems first. Adds the results to those of the run.
   *
   * @throws ImpossibleCountError, ConflictError, OutOfMemoryError or OperationalError if the counts cannot be trusted
   *   or finished; the signal's reason after a stop; errors of the ledger file. Earlier results are kept.
   */
  async finish({ signal, onProgress }: WatchOptions = {}): Promise<CountFigures> {
    const { run, left } = this;
    run.start(); // the time of the run includes the start of the threads
    const executor = await this.#startExecutor();
    const reporter = new Reporter(run, executor, signal, onProgress);
    try {
      await executor.run(
        mostExpensiveFirst(left.subproblems),
        async (_, partial) => {
          run.results.add(partial); // the run reads it there
          await reporter.report();
        },
        reporter.signal,
      );
      await reporter.settled();
    } finally {
      reporter.stop();
      await executor.close();
    }
    const resumed = run.share.subproblems.length - left.subproblems.length;
    const seconds = Math.round(1000 * run.seconds) / 1000;
    return { threads: executor.threads, resumed, seconds };
  }
}
