import type { Executor } from '../executors/executor.js';
import { isNew, remainingOf } from '../ledger/ledger.js';
import { mostExpensiveFirst } from '../plan/plan.js';
import type { Run, RunOptions } from '../runs/run.js';
import type { Progress } from '../text/progress-line.js';

/** Options to watch a count and to stop it. */
export interface WatchOptions {
  /** Stops the count. Its promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called at the start, after each subproblem, and at least twice a second. If it returns a promise, the count waits for
   * this promise. An error stops the count.
   */
  readonly onProgress?: ((progress: Progress) => unknown) | undefined;
}

/** A measurement by `calibrate`. Without it, the time left is unknown until the first subproblem is finished. */
export type ForecastOptions = Pick<RunOptions, 'slowdown'>;

/** The figures of a finished count. */
export interface CountFigures {
  /**
   * Number of threads that counted. It is 1 (the calling thread) if more would have been slower, or if nothing was left to
   * count. In a cluster, it is the number of threads of all workers at the end.
   */
  readonly threads: number;
  /** Number of subproblems that the ledger already had. */
  readonly resumed: number;
  /** Wall-clock seconds, without the time in which the machine slept. */
  readonly seconds: number;
}

/** Maximum time between two progress reports, in milliseconds. */
const REPORT_EVERY = 500;

/** A longer time between two reports, in milliseconds, means that the process was stopped or the machine slept. */
const PAUSE = 2000;

/**
 * Counts the remaining subproblems of a run with an executor, the most expensive first. Adds the results to the ledger and
 * to the run, and closes the executor. This function must work in browsers, because the page calls it.
 *
 * @param remaining the subproblems that are not in the ledger, if the caller already knows them.
 * @throws ImpossibleCountError, ConflictError, WorkerDeathError or OutOfMemoryError if the counts cannot be trusted or
 *   finished; the signal's reason after a stop; errors of the ledger. Earlier results stay in the ledger.
 */
export async function countUnfinished(
  run: Run,
  executor: Executor,
  { signal, onProgress }: WatchOptions = {},
  remaining = remainingOf(run.share, run.ledger),
): Promise<CountFigures> {
  const resumed = run.share.subproblems.length - remaining.subproblems.length;
  run.setState('counting');
  const failed = new AbortController();
  const timer = onProgress && setInterval(tick, REPORT_EVERY);
  let latest = performance.now();
  function report(): unknown {
    const now = performance.now();
    if (timer && now - latest > PAUSE) run.skip((now - latest) / 1000);
    latest = now;
    run.knownThreads = executor.threads; // the number changes in a cluster
    return onProgress?.(run.progress());
  }
  async function tick(): Promise<void> {
    try {
      await report();
    } catch (error) {
      failed.abort(error);
    }
  }
  try {
    await report();
    await executor.run(
      mostExpensiveFirst(remaining.subproblems),
      async (subproblem, partial) => {
        if (isNew(run.ledger, subproblem, partial)) {
          await run.ledger.add(partial);
          run.add(partial);
        }
        await report();
      },
      signal ? AbortSignal.any([signal, failed.signal]) : failed.signal,
    );
  } finally {
    clearInterval(timer);
    await executor.close();
  }
  return { threads: executor.threads, resumed, seconds: run.progress().seconds };
}
