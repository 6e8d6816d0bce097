import { setTimeout as delay } from 'node:timers/promises';
import { plural } from '../../text/numbers.js';
import { Database } from '../database/database.js';
import { explainDatabaseError, isPassing, isUnmade } from '../database/database-error.js';
import { WorkerDesk } from '../ledger/worker-desk.js';
import { type JobTaker, takeJobs } from '../queue/queue.js';
import { JobCounter } from './job-counter.js';

/** Milliseconds between two signs of life. */
const SIGN_OF_LIFE_EVERY = 10_000;

/** Milliseconds between two looks whether somebody has begun the first run. */
const LOOK_FOR_A_RUN_EVERY = 2000;

/** Milliseconds that a worker rests after it refused a job, or the queue failed it: at first, and at most. */
const FIRST_REST = 1000;
const LONGEST_REST = 60_000;

/** How to work. */
export interface WorkOptions {
  /** Worker threads, from 1. */
  readonly threads: number;
  /** Seconds after which the jobs of a worker that is silent go to others. */
  readonly lease: number;
  /** What a command line must say to be connected to this database. */
  readonly flags?: readonly string[];
  /** Ends the work: what is under way is given back. */
  readonly signal: AbortSignal;
  /** Told what whoever runs the worker should know. */
  readonly note: (message: string) => void;
}

/**
 * Takes jobs and counts them, until the signal is aborted. While the database does not answer, it waits for it.
 *
 * @throws UsageError or Error in one line if the database can never be used as it is.
 */
export async function work(url: string, { threads, lease, flags, signal, note }: WorkOptions): Promise<void> {
  const database = new Database(url, { onOutage: note, signal, flags });
  const desk = new WorkerDesk(database, threads);
  const rest = new Rests();
  const counter = new JobCounter(desk, {
    ...{ threads, signal, note },
    refused: () => rest.longer(),
    finished: () => rest.forget(),
  });
  try {
    await enroll(desk, database, note, signal);
    // As many jobs as threads, and one more where there is but one: while one is handed in, another is counted.
    const taking = { concurrency: Math.max(threads, 2), lease };
    const worker = await persistently(() => takeJobs(url, taking, (job, token) => counter.handle(job, token)), signal);
    rest.of(worker);
    tellOfErrors(worker, rest, url, note);
    note(`${desk.name} counts with ${plural(threads, 'thread')}`);
    try {
      worker.run().catch(() => rest.now()); // what went wrong was told as an error
      await giveSignsOfLife(desk, signal);
    } finally {
      await worker.close();
      await desk.leave().catch(() => {}); // the others find out by themselves
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await counter.close();
    await database.close();
  }
}

/** Does something that the database may be too busy or too dead for, until it works. */
async function persistently<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof Error && isPassing(error.cause))) throw error;
      await delay(FIRST_REST, undefined, { signal });
    }
  }
}

/** Says that we are here; waits where nobody has begun a run yet. */
async function enroll(
  desk: WorkerDesk,
  database: Database,
  note: (message: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let told = false; ; ) {
    try {
      return await desk.enroll();
    } catch (error) {
      if (!isUnmade(error)) throw error;
      const begin = database.command('start', '18');
      if (!told)
        note(`${error instanceof Error ? error.message : error}; waiting for one, which starts with: ${begin}`);
      told = true;
      await delay(LOOK_FOR_A_RUN_EVERY, undefined, { signal });
    }
  }
}

/**
 * Pauses a worker for a while. It does not only keep a worker that refuses jobs, or whose database is gone, from
 * spinning: after some errors BullMQ looks for stalled jobs no more until it is paused and resumed.
 */
class Rests {
  #worker: JobTaker | undefined;
  #milliseconds = FIRST_REST;
  #isResting = false;

  of(worker: JobTaker): void {
    this.#worker = worker;
  }

  /** Rests, and twice as long the next time. */
  longer(): void {
    this.now();
    this.#milliseconds = Math.min(2 * this.#milliseconds, LONGEST_REST);
  }

  now(): void {
    const worker = this.#worker;
    if (!worker || this.#isResting) return;
    this.#isResting = true;
    worker.pause(true).catch(() => {});
    const timer = setTimeout(() => {
      this.#isResting = false;
      if (!worker.closing) worker.resume().catch(() => {});
    }, this.#milliseconds);
    timer.unref(); // a worker that is told to end does not rest first
  }

  /** All is well: the next rest is a short one. */
  forget(): void {
    this.#milliseconds = FIRST_REST;
  }
}

/** BullMQ's word for a job that went to somebody else while we were silent: the ledger sorts that out. */
const LOST_JOB = /lock|not in the active state|Missing key/i;

function tellOfErrors(worker: JobTaker, rest: Rests, url: string, note: (message: string) => void): void {
  let latest = '';
  worker.on('error', (error) => {
    if (LOST_JOB.test(error.message)) return;
    rest.now();
    const { message } = explainDatabaseError(error, url);
    if (!isPassing(error) && message !== latest) note(message); // of an outage the ledger's connection tells
    latest = message;
  });
}

/** Says every few seconds that we are here, until the signal is aborted. */
async function giveSignsOfLife(desk: WorkerDesk, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await delay(SIGN_OF_LIFE_EVERY, undefined, { signal }).catch(() => {});
    if (!signal.aborted) await desk.enroll();
  }
}
