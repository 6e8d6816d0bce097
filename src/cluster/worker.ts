/** The worker: the process of `cluster work`. It takes jobs, counts them in its threads, and inserts the results. */
import { once } from 'node:events';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { WaitingError } from 'bullmq';
import { compileKernels } from '../../workers/kernel-version.js';
import { stopWith } from '../executors/dispatch.js';
import { poolExecutor } from '../executors/pool.js';
import { plural } from '../text/numbers.js';
import { type Database, pauseBefore } from './database.js';
import { explainDatabaseError, isOutOfConnections, isTemporary } from './database-error.js';
import { JobCounter, type Outcome } from './job-counter.js';
import { takeJobs } from './queue.js';
import { checkMachine } from './self-check.js';
import { checkClock, enrollWorker, HEARTBEAT_EVERY, uniqueName } from './workers.js';

/** Longest time for a stopped worker to submit its results and to put its jobs back in the queue, in milliseconds. */
const STOP_WITHIN = 5_000;

/** A worker leaves if it fails this many times in a row, without finishing a job. */
const MOST_FAILURES = 5;

/** Options of a worker. */
export interface WorkOptions {
  /** Number of worker threads, at least 1. */
  readonly threads: number;
  /** Seconds until other workers get the jobs of a silent worker. */
  readonly lease: number;
  /** Stops the worker. Before the worker ends, it submits its results and puts its jobs back in the queue. */
  readonly signal: AbortSignal;
  /** Called with messages for the operator. */
  readonly log: (message: string) => void;
}

/**
 * Takes jobs and counts them, until the signal is aborted.
 *
 * @param database the caller closes it. With `onOutage`, the worker waits while the database does not answer.
 * @throws UsageError or DatabaseError with a one-line message if waiting for the database would not help; Error if this
 *   machine cannot count.
 */
export async function work(database: Database, { threads, lease, signal, log }: WorkOptions): Promise<void> {
  const name = uniqueName(`${hostname()}-${process.pid}`);
  const { modules, version } = compileKernels();
  const worker = { name, threads, lease, kernel: version, isHere: true };
  const pool = poolExecutor({ threads, modules, warn: log });
  const stop = stopWith(signal); // also aborted if the worker must leave
  try {
    await checkMachine(pool, stop.signal);
    await beat();
    log(`${name} counts with ${plural(threads, 'thread')}`);
    const heartbeats = sendHeartbeats().catch((error) => stop.abort(error));
    const rounds = new Rounds(
      database,
      { threads, lease, signal: stop.signal, log },
      new JobCounter(database, worker, pool),
    );
    await rounds.take().catch((error) => stop.abort(error));
    await heartbeats;
    throw stop.signal.reason;
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await pool.close();
    await enrollWorker(database, { ...worker, isHere: false }).catch(() => {}); // missing heartbeats also show this
  }

  async function beat(): Promise<void> {
    const before = Date.now();
    const { now } = await enrollWorker(database, worker);
    checkClock(before, now, Date.now(), lease);
  }

  async function sendHeartbeats(): Promise<void> {
    while (!stop.signal.aborted) {
      await delay(HEARTBEAT_EVERY, undefined, { signal: stop.signal }).catch(() => {});
      if (!stop.signal.aborted) await beat();
    }
  }
}

/** BullMQ's errors for a job that another worker has now. They are ignored: the ledger counts each result once. */
const LOST_JOB = /lock|not in the active state|Missing key/i;

/** Takes jobs in rounds. A job that goes back and an error of the queue end a round. */
class Rounds {
  readonly #database: Database;
  readonly #options: WorkOptions;
  readonly #counter: JobCounter;
  /** Settles when a stopped worker has waited long enough for a database that does not answer. */
  readonly #tooLong: Promise<void>;
  /** The latest error of the queue that was logged since the last finished job. */
  #logged = '';

  constructor(database: Database, options: WorkOptions, counter: JobCounter) {
    this.#database = database;
    this.#options = options;
    this.#counter = counter;
    const stopped = once(options.signal, 'abort');
    this.#tooLong = stopped.then(() => delay(STOP_WITHIN, undefined, { ref: false }));
  }

  /**
   * Takes jobs until the worker stops. The pauses between rounds grow until a job is finished.
   *
   * @throws Error if this machine fails too often.
   */
  async take(): Promise<void> {
    const { signal } = this.#options;
    let failures = 0; // rounds with a failure since the last finished job
    for (let attempt = 0; !signal.aborted; attempt++) {
      const outcomes = await this.#takeRound();
      if (outcomes.has('finished')) attempt = failures = 0;
      else if (outcomes.has('failed')) failures++;
      if (failures === MOST_FAILURES)
        throw new Error(`this worker leaves, because its jobs have failed ${MOST_FAILURES} times in a row`);
      await pauseBefore(attempt, signal);
    }
  }

  /** Takes jobs until the round ends. @returns the outcomes of its jobs. */
  async #takeRound(): Promise<ReadonlySet<Outcome>> {
    const { threads, lease, signal, log } = this.#options;
    const outcomes = new Set<Outcome>();
    const round = stopWith(signal);
    const taken = takeJobs(this.#database, {
      // At least two, so that one job is counted while another's results are inserted.
      concurrency: Math.max(threads, 2),
      ...{ lease, signal: round.signal },
      count: async (job, token) => {
        const outcome = await this.#counter.count(job, { signal, log });
        outcomes.add(outcome);
        if (outcome === 'finished') {
          this.#logged = '';
          return;
        }
        round.abort();
        await job.moveToWait(token);
        throw new WaitingError(); // BullMQ expects it after `moveToWait`
      },
      onError: (error) => {
        if (LOST_JOB.test(error.message)) return;
        this.#logError(error);
        round.abort();
      },
    });
    await Promise.race([taken, this.#tooLong]);
    return outcomes;
  }

  /** Logs an error of the queue once. The connection to the ledger reports outages, but it may be the only one left. */
  #logError(error: Error): void {
    const { message } = explainDatabaseError(error, this.#database.url);
    if ((isTemporary(error) && !isOutOfConnections(error)) || message === this.#logged) return;
    this.#logged = message;
    this.#options.log(message);
  }
}
