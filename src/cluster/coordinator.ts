/** The coordinator: the process of `cluster start`. It fills the queue, follows the ledger, and computes the total. */
import { setTimeout as delay } from 'node:timers/promises';
import { type CountResult, resultOf } from '../count/count.js';
import { countUnfinished, type WatchOptions } from '../count/count-unfinished.js';
import type { Executor } from '../executors/executor.js';
import type { Total } from '../ledger/ledger.js';
import { MemoryLedger } from '../ledger/memory.js';
import { Run } from '../runs/run.js';
import type { Database } from './database.js';
import type { JobQueue } from './queue.js';
import { finishRun, ResultReader } from './results.js';
import { type ClusterRun, conflictMessage, readAgain } from './runs.js';
import { readLiveWorkers } from './status.js';

/** Seconds without results until jobs are added again. The wait then doubles each time, up to ten minutes. */
const PATIENCE = 10;
const LONGEST_PATIENCE = 600;

/** Seconds without workers until the user is advised to start one. */
const PATIENCE_WITHOUT_WORKERS = 3;

/** A finished run. */
export interface CountedRun {
  readonly result: CountResult;
  /** Sum of the seconds of all results. */
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
 * Gives the missing subproblems of a run to the workers, and finishes the run. It is idempotent, so a run may have several
 * coordinators.
 *
 * @throws Error if the run is stopped, fails or is in conflict; the signal's reason if it was aborted.
 */
export async function countRun(parts: CoordinatorParts, watching: WatchOptions): Promise<CountedRun> {
  const { database, run, log } = parts;
  for (;;) {
    const ledger = new MemoryLedger();
    const reader = new ResultReader(database, run);
    for await (const results of reader.read()) for (const { partial } of results) ledger.add(partial);
    const counted = new Run(run.plan, ledger);
    const filling = await countUnfinished(counted, clusterExecutor(parts, reader), watching);
    const total = await finishRun(database, run);
    const countingSeconds = counted.totals.seconds;
    if (total) return { result: resultOf(run.plan, total, 'fast', filling), countingSeconds };
    await refuseEnded(parts);
    log(`results of run ${run.name} were lost or removed; they are counted again`);
  }
}

/**
 * Adds the jobs of a run to the queue, and does not wait for them.
 *
 * @returns the total if the run is complete, otherwise the number of missing subproblems.
 */
export async function queueRun({ database, queue, run }: CoordinatorParts): Promise<Total | number> {
  const reader = new ResultReader(database, run);
  for await (const _ of reader.read()); // the reader remembers the places
  const total = await finishRun(database, run);
  if (total) return total;
  await queue.add(run, reader);
  return run.plan.subproblems.length - reader.finished;
}

/** @throws Error with the reason if a run was stopped, has failed, or is in conflict. */
async function refuseEnded({ database, run }: CoordinatorParts): Promise<void> {
  const row = await readAgain(database, run);
  if (row.state === 'conflict') throw new Error(conflictMessage(database, row));
  if (row.state === 'failed' || row.state === 'stopped')
    throw new Error(`run ${row.name} has ${row.state}: ${row.reason}`);
}

/**
 * Counts on all machines with workers. Adds jobs for the subproblems that the reader has not seen. If no result comes in for
 * a while, adds them again, because jobs may have been lost.
 *
 * @param reader has read all existing results.
 */
function clusterExecutor(parts: CoordinatorParts, reader: ResultReader): Executor {
  const { database, queue, run, log } = parts;
  let threads = 0;
  return {
    get threads() {
      return threads;
    },
    async run(_, finished, signal) {
      const begun = performance.now();
      let latest = Number.NEGATIVE_INFINITY;
      let patience = 0;
      let isAlone = true; // until a worker was seen, or the user was told
      while (reader.finished < run.plan.subproblems.length) {
        signal?.throwIfAborted();
        for await (const results of reader.read()) {
          latest = performance.now();
          patience = PATIENCE;
          for (const { subproblem, partial } of results) await finished(subproblem, partial);
        }
        if (reader.finished === run.plan.subproblems.length) break;
        await refuseEnded(parts);
        const workers = await readLiveWorkers(database);
        threads = workers.threads;
        const now = performance.now();
        if (now - latest >= 1000 * patience) {
          await queue.add(run, reader);
          latest = now;
          patience = patience === 0 ? PATIENCE : Math.min(2 * patience, LONGEST_PATIENCE);
        }
        if (workers.count > 0) isAlone = false;
        if (isAlone && now - begun > 1000 * PATIENCE_WITHOUT_WORKERS) {
          isAlone = false;
          log(`no worker is connected yet; ${database.command('work')} starts one`);
        }
        await delay(pauseAfter(now - begun), undefined, { signal }).catch(() => {});
      }
    },
    async close() {},
  };
}

/** Returns the milliseconds to the next poll. Polls are more frequent at first, because small runs end soon. */
function pauseAfter(milliseconds: number): number {
  return Math.min(Math.max(milliseconds / 20, 20), 1000);
}
