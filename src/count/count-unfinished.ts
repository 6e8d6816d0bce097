import type { Executor } from '../executors/executor.js';
import { isNew, remainingOf } from '../ledger/ledger.js';
import { mostExpensiveFirst } from '../plan/plan.js';
import type { Run } from '../runs/run.js';
import type { Progress } from '../text/progress-line.js';
import { Reporter } from './reporter.js';

/** Options to watch a count and to stop it. */
export interface WatchOptions {
  /** Stops the count. Its promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called at the start, after each subproblem, and at least twice a second. If it returns a promise, the next call and the
   * end of the count wait for this promise. So does a thread with a finished subproblem. An error stops the count.
   */
  readonly onProgress?: ((progress: Progress) => unknown) | undefined;
}

/** The figures of a finished count. */
export interface CountFigures {
  /**
   * Number of threads that counted. It is 1 (the calling thread) if more would have been slower, or if nothing was left to
   * count. In a cluster, it is the number of threads of all workers at the end.
   */
  readonly threads: number;
  /** Number of subproblems that the ledger already had. */
  readonly resumed: number;
  /** Wall-clock seconds, without pauses of two seconds or more in which the process was stopped or the machine slept. */
  readonly seconds: number;
}

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
  const reporter = new Reporter(run, executor, onProgress);
  const stop = signal ? AbortSignal.any([signal, reporter.signal]) : reporter.signal;
  try {
    await executor.run(
      mostExpensiveFirst(remaining.subproblems),
      async (subproblem, partial) => {
        if (isNew(run.ledger, subproblem, partial)) {
          await run.ledger.add(partial);
          run.add(partial);
        }
        await reporter.report();
      },
      stop,
    );
    await reporter.settled(stop);
  } finally {
    reporter.stop();
    await executor.close();
  }
  return { threads: executor.threads, resumed, seconds: run.progress().seconds };
}
