/** The coordinator: the process of `cluster start`. It fills the queue, polls the ledger, and computes the total. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type CountResult, resultOf } from '../count/count-result.js';
import { Counting, type WatchOptions } from '../count/counting.js';
import { stopWith } from '../executors/dispatch.js';
import type { Executor } from '../executors/executor.js';
import type { Total } from '../ledger/ledger.js';
import { MemoryLedger } from '../ledger/memory.js';
import { Run } from '../runs/run.js';
import { plural } from '../text/numbers.js';
import type { Database } from './database.js';
import type { JobQueue } from './queue.js';
import { finishRun, ResultReader } from './results.js';
import { type ClusterRun, conflictMessage, type RunRow, readAgain } from './runs.js';
import { readLiveWorkers } from './workers.js';

/** Seconds without results until jobs are added again. The wait doubles each time, up to ten minutes. */
const FIRST_WAIT = 10;
const LONGEST_WAIT = 600;

/** Seconds without workers until a message tells the user to start a worker. */
const WARN_WITHOUT_WORKERS_AFTER = 3;

/** The result of a finished run, with its counting time. */
export interface CountedRun {
  readonly result: CountResult;
  /** Total counting time of all results, in seconds. */
  readonly countingSeconds: number;
}

/** The connections, the run and the log of a coordinator. The caller closes the connections. */
export interface CoordinatorParts {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly run: ClusterRun;
  /** Called with messages for the user. */
  readonly log: (message: string) => void;
}

/**
 * Queues the missing subproblems of a run, waits for the workers, and computes the total. The function is idempotent,
 * so a run can have several coordinators.
 *
 * @throws Error if the run is stopped, fails or is in conflict; the signal's reason if the signal is aborted.
 */
export async function countRun(parts: CoordinatorParts, watching: WatchOptions): Promise<CountedRun> {
  const { database, run, log } = parts;
  let earlier: number | undefined; // results before this process counted
  for (let before = 0; ; ) {
    const { history } = await readAgain(database, run);
    const ledger = new MemoryLedger();
    const reader = new ResultReader(database, run);
    for await (const results of reader.read()) for (const { partial } of results) ledger.add(partial);
    earlier ??= reader.finished;
    const lost = before - reader.finished;
    if (lost > 0) log(`${plural(lost, 'result')} of run ${run.name} were lost or removed; counting them again`);
    const counting = new Counting(new Run(run.plan, ledger), () => clusterExecutor(parts, reader, history));
    const filling = await counting.finish(watching);
    before = reader.finished;
    const total = await finishRun(database, run);
    if (total) {
      const figures = { ...filling, resumed: Math.min(earlier, filling.resumed) };
      return { result: resultOf(run.plan, total, 'fast', figures), countingSeconds: counting.run.totals.seconds };
    }
    await throwIfEnded(parts);
  }
}

/**
 * Adds the jobs of a run to the queue without waiting for results.
 *
 * @returns the total if the run is complete, otherwise the number of missing subproblems.
 */
export async function queueRun({ database, queue, run }: CoordinatorParts): Promise<Total | number> {
  const reader = new ResultReader(database, run);
  for await (const _ of reader.read()); // the reader records which subproblems are finished
  const total = await finishRun(database, run);
  if (total) return total;
  await queue.add(run, reader);
  return run.plan.subproblems.length - reader.finished;
}

/** Reads a run. @throws Error with the reason if the run was stopped, has failed, or is in conflict. */
async function throwIfEnded({ database, run }: CoordinatorParts): Promise<RunRow> {
  const row = await readAgain(database, run);
  if (row.state === 'conflict') throw new Error(conflictMessage(database, row));
  if (row.state === 'failed' || row.state === 'stopped')
    throw new Error(`run ${row.name} has ${row.state}: ${row.reason}`);
  return row;
}

/**
 * Returns an executor that uses the cluster's workers. It adds jobs for the missing subproblems.
 * If no results come in for a while, it adds the jobs again, in case some were lost. If results may have gone, it ends early.
 *
 * @param reader a reader that has read all existing results.
 * @param history the run's history before the reader read them.
 */
function clusterExecutor(parts: CoordinatorParts, reader: ResultReader, history: string): Executor {
  const { database, queue, run, log } = parts;
  let threads = 0;

  async function poll(finished: Parameters<Executor['run']>[1], signal: AbortSignal): Promise<void> {
    const started = performance.now();
    let latest = Number.NEGATIVE_INFINITY;
    let wait = 0;
    let hadWorkers = true; // false once the user was told that there is none
    let emptySince = started;
    while (reader.finished < run.plan.subproblems.length) {
      signal.throwIfAborted();
      for await (const results of reader.read()) {
        latest = performance.now();
        wait = FIRST_WAIT;
        for (const { subproblem, partial } of results) {
          signal.throwIfAborted();
          await finished(subproblem, partial);
        }
      }
      if (reader.finished === run.plan.subproblems.length) break;
      if ((await throwIfEnded(parts)).history !== history) break;
      const workers = await readLiveWorkers(database);
      threads = workers.threads;
      const now = performance.now();
      if (now - latest >= 1000 * wait) {
        await queue.add(run, reader);
        latest = now;
        wait = wait === 0 ? FIRST_WAIT : Math.min(2 * wait, LONGEST_WAIT);
      }
      if (workers.count > 0) {
        hadWorkers = true;
        emptySince = now;
      } else if (hadWorkers && now - emptySince > 1000 * WARN_WITHOUT_WORKERS_AFTER) {
        hadWorkers = false;
        log(`no worker is running; start one with: ${database.command('work')}`);
      }
      await delay(pauseAfter(now - started), undefined, { signal }).catch(() => {});
    }
  }

  return {
    get threads() {
      return threads;
    },
    async run(_, finished, signal) {
      const stop = stopWith(signal);
      stop.signal.throwIfAborted();
      // A stop does not wait for a statement that is being executed, because the server may be frozen.
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

/** Returns the milliseconds until the next poll. Polls are more frequent at first, because small runs end soon. */
function pauseAfter(elapsed: number): number {
  return Math.min(Math.max(elapsed / 20, 20), 1000);
}
