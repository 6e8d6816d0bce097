import type { Executor } from '../executors/executor.js';
import { record, remainingOf } from '../ledger/ledger.js';
import { mostExpensiveFirst } from '../plan/plan.js';
import type { Run } from '../runs/run.js';
import type { Progress } from '../text/progress-line.js';

/** The caller's means to watch a count, and to stop it. */
export interface WatchOptions {
  /** Stops the count, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called when counting begins, after each subproblem, and at least twice a second; its promise is waited for. An error
   * of it stops the count.
   */
  readonly onProgress?: ((progress: Progress) => unknown) | undefined;
}

/** A measurement before the count. */
export interface ForecastOptions {
  /** By `calibrate`: without it there is no time left to tell at first. */
  readonly slowdown?: number | undefined;
}

/** A count that is over. */
export interface Filling {
  /** Threads that counted; of a cluster, those of its workers at the end. */
  readonly threads: number;
  /** Subproblems that the ledger held before. */
  readonly resumed: number;
  /** Wall clock, without the time in which the machine slept. */
  readonly seconds: number;
}

/** Milliseconds between two reports of progress at most. */
const REPORT_EVERY = 500;

/** Milliseconds between two reports that mean that the process was stopped, or that the machine slept. */
const PAUSE = 2000;

/**
 * Has an executor count the remaining subproblems of a run, the most expensive first, adds the results to its ledger and
 * to the run, and closes the executor. It needs nothing of Node: the page calls it in a browser.
 *
 * @param remaining the subproblems that the ledger lacks, if the caller knows them.
 * @throws ImpossibleCountError, ConflictError, WorkerDeathError or OutOfMemoryError if the counts cannot be trusted or
 *   finished; the signal's reason if it was stopped; what the ledger throws. What was entered before stays entered.
 */
export async function countUnfinished(
  run: Run,
  executor: Executor,
  { signal, onProgress }: WatchOptions = {},
  remaining = remainingOf(run.share, run.ledger),
): Promise<Filling> {
  const resumed = run.share.subproblems.length - remaining.subproblems.length;
  run.setState('counting');
  const failed = new AbortController();
  const timer = onProgress && setInterval(tick, REPORT_EVERY);
  let latest = performance.now();
  function report(): unknown {
    const now = performance.now();
    if (timer && now - latest > PAUSE) run.skip((now - latest) / 1000);
    latest = now;
    run.knownThreads = executor.threads; // those of a cluster come and go
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
        if (await record(run.ledger, subproblem, partial)) run.add(partial);
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
