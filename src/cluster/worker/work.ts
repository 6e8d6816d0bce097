/**
 * worker/: the process that counts. It takes jobs from the queue, makes their plan, has the pool of threads count them,
 * and hands the partial counts in to the ledger.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { plural } from '../../text/numbers.js';
import { Backoff } from '../database/backoff.js';
import type { Database } from '../database/database.js';
import { explainDatabaseError, isPassing, isUnmade } from '../database/database-error.js';
import { WorkerDesk } from '../ledger/worker-desk.js';
import { type JobTaker, takeJobs } from '../queue/queue.js';
import { JobCounter } from './job-counter.js';

/** Milliseconds between two signs of life. */
const SIGN_OF_LIFE_EVERY = 10_000;

/** Milliseconds between two checks whether the first run has been started. */
const CHECK_FOR_A_RUN_EVERY = 2000;

/** Milliseconds for which a worker takes no jobs after it refused one, or after an error of the queue. */
const FIRST_BREAK = 1000;
const LONGEST_BREAK = 60_000;

/** How to work. */
export interface WorkOptions {
  /** Worker threads, from 1. */
  readonly threads: number;
  /** Seconds after which the jobs of a worker that is silent go to others. */
  readonly lease: number;
  /** Ends the work: jobs that are being counted are given back. */
  readonly signal: AbortSignal;
  /** Called with messages for the operator. */
  readonly note: (message: string) => void;
}

/**
 * Takes jobs and counts them, until the signal is aborted.
 *
 * @param database is closed by the caller. With its `onOutage`, work waits for it while it does not answer.
 * @throws UsageError or Error in one line if the database can never be used as it is.
 */
export async function work(database: Database, { threads, lease, signal, note }: WorkOptions): Promise<void> {
  const desk = new WorkerDesk(database, threads);
  const breaks = new Breaks();
  const counter = new JobCounter(desk, {
    ...{ threads, signal, note },
    refused: () => breaks.takeLonger(),
    finished: () => breaks.reset(),
  });
  try {
    await enroll(desk, database, note, signal);
    // As many jobs as threads, and one more where there is but one: while one is handed in, another is counted.
    const taking = { concurrency: Math.max(threads, 2), lease };
    const taker = await takeJobs(database, taking, (job, token) => counter.handle(job, token));
    breaks.taker = taker;
    reportErrors(taker, breaks, database.url, note);
    note(`${desk.name} counts with ${plural(threads, 'thread')}`);
    try {
      taker.run().catch(() => breaks.take()); // what went wrong was reported as an error
      await giveSignsOfLife(desk, signal);
    } finally {
      await taker.close();
      await desk.leave().catch(() => {}); // its silence tells the others
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await counter.close();
  }
}

/** Enters the worker into the ledger; waits where no run has been started yet. */
async function enroll(
  desk: WorkerDesk,
  database: Database,
  note: (message: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let isNoted = false; ; ) {
    try {
      return await desk.enroll();
    } catch (error) {
      if (!isUnmade(error)) throw error;
      const start = database.command('start', '18');
      if (!isNoted) note(`${error instanceof Error ? error.message : error}; waiting for one; start it with: ${start}`);
      isNoted = true;
      await delay(CHECK_FOR_A_RUN_EVERY, undefined, { signal });
    }
  }
}

/**
 * Times in which a worker takes no jobs. They keep a worker that refuses jobs, or whose database is away, from
 * spinning. They also make BullMQ look for stalled jobs again, which it stops doing after some errors until it is
 * paused and resumed.
 */
class Breaks {
  /** The taker that is paused; without one nothing happens. */
  taker: JobTaker | undefined;
  readonly #backoff = new Backoff(FIRST_BREAK, LONGEST_BREAK);
  #isUnderWay = false;

  take(): void {
    const { taker } = this;
    if (!taker || this.#isUnderWay) return;
    this.#isUnderWay = true;
    taker.pause(true).catch(() => {});
    const timer = setTimeout(() => {
      this.#isUnderWay = false;
      if (!taker.closing) taker.resume().catch(() => {});
    }, this.#backoff.milliseconds);
    timer.unref(); // a worker that is told to end does not wait for the end of its break
  }

  /** Takes a break, and makes the next one twice as long. */
  takeLonger(): void {
    this.take();
    this.#backoff.increase();
  }

  /** After a success: the next break is a short one. */
  reset(): void {
    this.#backoff.reset();
  }
}

/** BullMQ's words for a job that went to another worker while we were silent: the ledger sorts that out. */
const LOST_JOB = /lock|not in the active state|Missing key/i;

function reportErrors(taker: JobTaker, breaks: Breaks, url: string, note: (message: string) => void): void {
  let latest = '';
  taker.on('error', (error) => {
    if (LOST_JOB.test(error.message)) return;
    breaks.take();
    const { message } = explainDatabaseError(error, url);
    if (!isPassing(error) && message !== latest) note(message); // the ledger's connection reports outages
    latest = message;
  });
}

/** Enters the worker again every few seconds, until the signal is aborted. */
async function giveSignsOfLife(desk: WorkerDesk, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await delay(SIGN_OF_LIFE_EVERY, undefined, { signal }).catch(() => {});
    if (!signal.aborted) await desk.enroll();
  }
}
