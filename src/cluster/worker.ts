/** The worker: the process of `cluster work`. It takes jobs, counts them in its threads, and inserts the results. */
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { type Job, WaitingError } from 'bullmq';
import { compileKernel } from '../../workers/compile-kernel.js';
import { kernelVersion } from '../../workers/kernel-version.js';
import { UsageError } from '../errors/errors.js';
import { messageOf } from '../errors/system.js';
import { stopWith } from '../executors/dispatch.js';
import type { Executor } from '../executors/executor.js';
import { poolExecutor } from '../executors/pool.js';
import { checkPartialCount, ImpossibleCountError } from '../plan/partial-count.js';
import type { Plan } from '../plan/plan.js';
import type { Algorithm, Subproblem } from '../plan/subproblem.js';
import { formatSeconds } from '../text/durations.js';
import { plural } from '../text/numbers.js';
import { type Database, pauseBefore } from './database.js';
import { explainDatabaseError, isTemporary } from './database-error.js';
import { MOST_DEATHS, MOST_FAILURES, takeJobs } from './queue.js';
import { type Counted, insertResults } from './results.js';
import { type ClusterJob, endRun, planOfRun, type RunRow, readRunOfJob } from './runs.js';
import { enrollWorker, HEARTBEAT_EVERY } from './status.js';

/** Longest time for a stopped worker to put its jobs back in the queue, in milliseconds. */
const CLOSE_WITHIN = 5_000;

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
 * @throws UsageError or DatabaseError with a one-line message if waiting for the database would not help.
 */
export async function work(database: Database, { threads, lease, signal, log }: WorkOptions): Promise<void> {
  const name = `${hostname()}-${process.pid}`;
  const stop = stopWith(signal);
  const worker = new ClusterWorker(database, { threads, lease, signal: stop.signal, log });
  try {
    await checkClock(database, lease);
    const number = await enrollWorker(database, { name, threads, isHere: true });
    log(`${name} counts with ${plural(threads, 'thread')}`);
    await Promise.all([worker.takeJobs(number), sendHeartbeats()]);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    stop.abort();
    await worker.close();
    await enrollWorker(database, { name, threads, isHere: false }).catch(() => {}); // missing heartbeats also show this
  }

  async function sendHeartbeats(): Promise<void> {
    while (!stop.signal.aborted) {
      await delay(HEARTBEAT_EVERY, undefined, { signal: stop.signal }).catch(() => {});
      if (!stop.signal.aborted) await enrollWorker(database, { name, threads, isHere: true });
    }
  }
}

/** Refuses to work with a wrong clock, because BullMQ's locks depend on the workers' clocks. @throws UsageError */
async function checkClock(database: Database, lease: number): Promise<void> {
  const before = Date.now();
  const [row] = await database.query<{ now: number }>('select extract(epoch from clock_timestamp())::float8 as now');
  const now = row ? 1000 * row.now : before;
  const ahead = Math.max(before - now, 0) - Math.max(now - Date.now(), 0);
  if (Math.abs(ahead) < 1000 * (lease / 3)) return;
  const difference = `${formatSeconds(Math.abs(ahead) / 1000)} ${ahead > 0 ? 'ahead of' : 'behind'}`;
  throw new UsageError(`the clock of this machine is ${difference} the clock of the database; correct it first`);
}

/** BullMQ's errors for a job that another worker has now. They are ignored: the ledger counts each result once. */
const LOST_JOB = /lock|not in the active state|Missing key/i;

/** A worker with a pool of threads. */
class ClusterWorker {
  readonly #database: Database;
  readonly #options: WorkOptions;
  readonly #kernel = kernelVersion();
  readonly #pools = new Map<Algorithm, Executor>();
  readonly #stopped: Promise<void>;
  #number = 0;
  #plan: Plan | undefined;
  /** Closes the BullMQ worker and opens another one. */
  #replaceQueueWorker = () => {};
  #finishedJobs = 0;

  constructor(database: Database, options: WorkOptions) {
    this.#database = database;
    this.#options = options;
    this.#stopped = new Promise((resolve) => options.signal.addEventListener('abort', () => resolve(), { once: true }));
  }

  /**
   * Takes jobs until the signal is aborted. Opens another BullMQ worker after a queue error or a refused job.
   *
   * @param number number of the worker in the table `worker`.
   */
  async takeJobs(number: number): Promise<void> {
    this.#number = number;
    const { threads, lease, signal } = this.#options;
    for (let attempt = 0, before = 0; !signal.aborted; attempt++) {
      const replaced = new Promise<void>((resolve) => {
        this.#replaceQueueWorker = resolve;
      });
      const close = await takeJobs(this.#database, {
        // At least two, so that one job is counted while another's results are inserted.
        concurrency: Math.max(threads, 2),
        lease,
        count: (job, token) => this.#handle(job, token),
        onError: (error) => this.#handleError(error),
      });
      await Promise.race([replaced, this.#stopped]);
      // A stopped worker does not wait long for a database that does not answer.
      const tooLong = this.#stopped.then(() => delay(CLOSE_WITHIN, undefined, { ref: false }));
      await Promise.race([close(), tooLong]);
      if (this.#finishedJobs > before) attempt = 0;
      before = this.#finishedJobs;
      await pauseBefore(attempt, signal);
    }
  }

  #handleError(error: Error): void {
    if (LOST_JOB.test(error.message)) return;
    // Outages are not logged here, because the connection to the ledger reports them.
    if (!isTemporary(error)) this.#options.log(explainDatabaseError(error, this.#database.url).message);
    this.#replaceQueueWorker();
  }

  /** Counts the missing subproblems of a job, and inserts the results before the job leaves the queue. */
  async #handle(job: Job<ClusterJob>, token: string | undefined): Promise<void> {
    const database = this.#database;
    const run = await readRunOfJob(database, job.data);
    if (!run) return; // the run is not being counted
    if (job.stalledCounter > MOST_DEATHS) {
      const reason = `more than ${MOST_DEATHS} workers died counting the job at place ${job.data.first} of the plan`;
      return endRun(database, run.id, 'failed', reason);
    }
    const plan = await this.#planOf(run, job, token);
    const places = new Map<Subproblem, number>();
    for (let place = job.data.first; place < job.data.end; place++) {
      const subproblem = plan.subproblems.at(place);
      if (subproblem && !run.finished.includes(place)) places.set(subproblem, place);
    }
    const counted: Counted[] = [];
    let failure: unknown;
    try {
      await this.#poolFor(plan.algorithm).run(
        places.keys(),
        (subproblem, partial) => {
          checkPartialCount(partial, subproblem);
          counted.push({ place: places.get(subproblem) ?? -1, subproblem, partial });
        },
        this.#options.signal,
      );
    } catch (error) {
      failure = error; // finished subproblems are inserted anyway
    }
    try {
      await insertResults(database, run, this.#number, counted);
    } catch (error) {
      failure ??= error;
    }
    if (this.#options.signal.aborted) return giveBack(job, token);
    if (failure !== undefined) {
      await this.#reportFailure(run, job, failure);
      throw failure;
    }
    this.#finishedJobs++;
  }

  /** Logs the failure of a job, and ends its run if the job would fail again. */
  async #reportFailure({ id, name }: RunRow, { attemptsMade }: Job, error: unknown): Promise<void> {
    const reason = messageOf(error);
    this.#options.log(`a job of run ${name} failed: ${reason}`);
    const isHopeless = error instanceof ImpossibleCountError || attemptsMade + 1 >= MOST_FAILURES;
    if (isHopeless) await endRun(this.#database, id, 'failed', reason);
  }

  /** Makes the plan of a job's run. Refuses the job if the run's plan or kernel differs from this program version's. */
  async #planOf(run: RunRow, job: Job, token: string | undefined): Promise<Plan> {
    try {
      if (run.kernel !== this.#kernel)
        throw new UsageError(
          `run ${run.name} is counted with kernel ${run.kernel}, but this worker has ${this.#kernel}`,
        );
      this.#plan = planOfRun(run, this.#plan);
      return this.#plan;
    } catch (error) {
      const reason = messageOf(error);
      this.#replaceQueueWorker();
      await this.#database.query('update worker set refusal = $2 where id = $1', [this.#number, reason]);
      this.#options.log(`job refused: ${reason}`);
      return giveBack(job, token);
    }
  }

  #poolFor(algorithm: Algorithm): Executor {
    let pool = this.#pools.get(algorithm);
    pool ??= poolExecutor({ threads: this.#options.threads, modules: compileKernel(algorithm, 'fast') });
    this.#pools.set(algorithm, pool);
    return pool;
  }

  /** Ends the worker threads. */
  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
  }
}

/** Puts a job back in the queue. @throws WaitingError, which BullMQ expects after `moveToWait`. */
async function giveBack(job: Job, token: string | undefined): Promise<never> {
  await job.moveToWait(token);
  throw new WaitingError();
}
