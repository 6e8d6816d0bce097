// src/cluster/work counts a run: its coordinator (`cluster start`) puts jobs into the queue, and workers (`cluster
// work`) insert results. This file is the coordinator: it fills the queue, polls the results, and computes the total.

import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type CountResult, CountTask, createResult, type WatchOptions } from '../../core/count/count-task.js';
import { OperationalError } from '../../core/errors/errors.js';
import type { Executor } from '../../core/executors/executor.js';
import { stopWith } from '../../core/executors/slots.js';
import { collect, ResultsGoneError, type Total } from '../../core/results/results.js';
import { Run } from '../../core/runs/run.js';
import { plural } from '../../core/text/numbers.js';
import type { Database } from '../connection/database.js';
import { readCountedJobs } from '../tables/operation.js';
import { hasLiveWorker } from '../tables/registration.js';
import { finishRun, RunResults } from '../tables/results.js';
import { type ClusterRun, createConflictError, type RunRow, refreshRun, reopenRun } from '../tables/runs.js';
import { addJobs } from './queue.js';

/**
 * Milliseconds between two checks that all jobs are in the queue, and milliseconds added for each unfinished job. A
 * check needs 2 µs of CPU time per job (2026-11-28), so checks take at most a thousandth of the time.
 */
const REQUEUE_INTERVAL = 10_000;
const REQUEUE_INTERVAL_PER_JOB = 2;

/** Seconds without a worker until `onIdle` is called. */
const WARN_WITHOUT_WORKERS_AFTER = 3;

/** The result of a finished run, with its thread time. */
export interface CountedRun {
  readonly result: CountResult;
  /** Thread time of all results, in seconds. */
  readonly threadSeconds: number;
}

/** The connections, run, and log of a coordinator. The caller closes the connections. */
export interface CoordinatorSetup {
  readonly database: Database;
  readonly run: ClusterRun;
  /** Called with messages for the user. */
  readonly log: (message: string) => void;
  /** Called when no worker of this version has been running for some seconds. */
  readonly onIdle: () => void;
}

/**
 * Queues the missing subproblems of a run, waits for the workers, and computes the total. The function is idempotent,
 * so a run can have several coordinators.
 *
 * @throws OperationalError if the run is stopped, fails, or is in conflict; the signal's reason if it is aborted.
 */
export async function countRun(setup: CoordinatorSetup, watching: WatchOptions): Promise<CountedRun> {
  const { database, run, log } = setup;
  let earlier: number | undefined; // number of results before this process started
  for (let before = 0; ; ) {
    const stored = new RunResults(database, run);
    try {
      const results = await collect(stored);
      earlier ??= stored.size;
      const lost = before - stored.size;
      if (lost > 0) log(`run ${run.name}: ${plural(lost, 'result')} lost or removed; recounting`);
      const counted = new Run(run.plan, results);
      const counting = new CountTask(counted, () => createClusterExecutor(setup, stored, counted));
      const filling = await counting.count(watching);
      const total = await finishRun(database, run);
      if (total) {
        const stats = { ...filling, resumed: Math.min(earlier, filling.resumed) };
        return { result: createResult(run.plan, total, 'fast', stats), threadSeconds: counted.threadSeconds };
      }
      throwIfEnded(await refreshRun(database, run));
    } catch (error) {
      if (!(error instanceof ResultsGoneError)) throw error;
    }
    before = stored.size;
  }
}

/**
 * Adds the jobs of a run to the queue without waiting for results.
 *
 * @returns the total if the run is complete, otherwise the number of missing subproblems.
 * @throws OperationalError if the run is stopped, has failed, or is in conflict.
 */
export async function queueRun(setup: CoordinatorSetup): Promise<Total | number> {
  const { database, run } = setup;
  const stored = new RunResults(database, run);
  for await (const _ of stored.read()); // `stored` records which subproblems are finished
  const total = await finishRun(database, run);
  if (total) return total;
  throwIfEnded(await refreshRun(database, run));
  await addJobs(database, run, stored);
  return run.plan.subproblems.length - stored.size;
}

/**
 * Checks that a run is still being counted. @throws OperationalError with the reason if it was stopped, has failed, or
 * is in conflict.
 */
function throwIfEnded({ name, state, reason }: RunRow): void {
  if (state === 'conflict') throw createConflictError({ name, reason });
  if (state === 'failed' || state === 'stopped')
    throw new OperationalError(`run ${name} has ${state}${reason === null ? '' : `: ${reason}`}`);
}

/**
 * Creates an executor that uses the cluster's workers. It adds jobs for the missing subproblems, and now and then
 * checks that they are still in the queue, in case some were lost.
 *
 * @param stored the results in the database, already read.
 * @param counted the run with the same results in memory.
 */
function createClusterExecutor(setup: CoordinatorSetup, stored: RunResults, counted: Run): Executor {
  const { database, run, onIdle } = setup;
  const { results } = counted;
  let threads = 0; // the most so far

  async function poll(finished: Parameters<Executor['run']>[1], signal: AbortSignal): Promise<void> {
    const started = performance.now();
    let nextLook = started; // time of the next check of the queue
    let emptySince = started; // infinite once the user has been told
    while (stored.size < run.plan.subproblems.length) {
      signal.throwIfAborted();
      for await (const batch of stored.read()) {
        for (const partial of batch) {
          signal.throwIfAborted();
          const subproblem = results.subproblem(partial.id);
          if (subproblem) await finished(subproblem, partial);
        }
      }
      if (stored.size === run.plan.subproblems.length) break;
      throwIfEnded(stored.header);
      counted.elsewhere = await readCountedJobs(database, run.id);
      threads = Math.max(threads, counted.elsewhere.length);
      const now = performance.now();
      if (now >= nextLook) {
        await reopenRun(database, run);
        const jobs = await addJobs(database, run, stored);
        nextLook = performance.now() + REQUEUE_INTERVAL + REQUEUE_INTERVAL_PER_JOB * jobs;
      }
      if (counted.elsewhere.length > 0 || (await hasLiveWorker(database, run.kernels))) emptySince = now;
      else if (now - emptySince > 1000 * WARN_WITHOUT_WORKERS_AFTER) {
        emptySince = Number.POSITIVE_INFINITY;
        onIdle();
      }
      const pause = Math.min(Math.max((now - started) / 20, 20), 1000); // at first shorter, because small runs end soon
      await delay(pause, undefined, { signal }).catch(() => {});
    }
  }

  return {
    get threads() {
      return threads;
    },
    async run(_, finished, signal) {
      const stop = stopWith(signal);
      stop.signal.throwIfAborted();
      // Stop without waiting for the current statement, because the server may be frozen.
      const stopped = once(stop.signal, 'abort').then(() => stop.signal.throwIfAborted());
      try {
        await Promise.race([poll(finished, stop.signal), stopped]);
      } finally {
        stop.abort();
      }
    },
    async close() {},
  };
}
