/** The queue: BullMQ with its PostgreSQL backend, in the schema `bullmq`. It delivers each job at least once. */
import { once } from 'node:events';
import {
  createPostgresBackend,
  DEFAULT_SCHEMA,
  isPgPool,
  type Job,
  type PgPool,
  runMigrations,
  withBackend,
} from 'bullmq';
import type { Plan } from '../plan/plan.js';
import { atMost, CLOSE_WITHIN, type Database, openPool } from './database.js';
import type { RunResults } from './results.js';
import type { ClusterJob, ClusterRun } from './runs.js';
import { IS_RUNNING } from './workers.js';

const { Queue, Worker } = withBackend(createPostgresBackend);

/** Name of the queue. All runs of a database share one queue, and a worker counts jobs of all runs. */
const QUEUE = 'queens-par';

/** Approximate maximum number of jobs of a run. */
const MOST_JOBS = 2000;

/** Numbers of connections that a queue and a worker open. A worker uses one of them to listen for notifications. */
const QUEUE_CONNECTIONS = 2;
const WORKER_CONNECTIONS = 3;

/** Creates the tables of the queue, or migrates them to this version of BullMQ. */
export function installQueue(database: Database): Promise<void> {
  return database.retry(async () => {
    const pool = openPool(database.url, 1, 'public');
    try {
      const connection = await pool.connect();
      await runMigrations(connection, DEFAULT_SCHEMA).finally(() => connection.release());
    } finally {
      await pool.end();
    }
  });
}

/** Splits a plan into jobs, most expensive first. A job ends when its subproblems have 1/2000 of the plan's cost. */
export function jobsOf({ subproblems, cost }: Pick<Plan, 'subproblems' | 'cost'>): Omit<ClusterJob, 'run'>[] {
  const jobs: { first: number; end: number; cost: number }[] = [];
  let job = { first: 0, end: 0, cost: 0 };
  for (const subproblem of subproblems) {
    job.end++;
    job.cost += subproblem.cost;
    if (job.cost < cost / MOST_JOBS && job.end < subproblems.length) continue;
    jobs.push(job);
    job = { first: job.end, end: job.end, cost: 0 };
  }
  return jobs.toSorted((a, b) => b.cost - a.cost).map(({ first, end }) => ({ first, end }));
}

/** The coordinator's view of the queue. */
export interface JobQueue {
  /** Adds all jobs of a run that have unfinished subproblems. Jobs that are already in the queue are not changed. */
  add(run: ClusterRun, finished: Pick<RunResults, 'has'>): Promise<void>;
  close(): Promise<void>;
}

/** Opens the queue. Retries like `Database.retry`. */
export async function openQueue(database: Database): Promise<JobQueue> {
  const { client: queue, close } = await openClient(database, QUEUE_CONNECTIONS, (connection) => {
    const opened = new Queue<ClusterJob>(QUEUE, {
      connection,
      defaultJobOptions: {
        attempts: 1_000_000, // only a finished job leaves the queue
        removeOnComplete: true, // results are in their own table
        removeOnFail: true,
      },
    });
    opened.on('error', () => {}); // failed calls reject anyway
    return opened;
  });
  return {
    async add({ id: run, plan }, finished) {
      await releaseLocks(database);
      const jobs = jobsOf(plan).filter(({ first, end }) => {
        for (let place = first; place < end; place++) if (!finished.has(place)) return true;
        return false;
      });
      const added = jobs.map((job) => ({
        name: 'count',
        data: { run, ...job },
        opts: { jobId: `${run}-${job.first}` },
      }));
      await database.retry(async () => {
        await queue.addBulk(added);
        if (await queue.isPaused()) await queue.resume(); // another program has paused it
      });
    },
    close: () => atMost(CLOSE_WITHIN, close()),
  };
}

/**
 * Releases jobs that are locked for longer than any lease, and a check for stalled jobs that is due later than now. A worker
 * whose clock was ahead leaves such locks behind, and nobody would get its jobs until that time.
 */
async function releaseLocks(database: Database): Promise<void> {
  const now = '(1000 * extract(epoch from clock_timestamp()))::bigint';
  await database.query(
    `update ${DEFAULT_SCHEMA}.job set locked_until_ms = ${now}
      where state = 'active' and locked_until_ms > ${now} + 1000 * (select coalesce(max(lease), 30) from worker where ${IS_RUNNING})`,
  );
  await database.query(
    `update ${DEFAULT_SCHEMA}.meta set value = ${now} where field = 'stalled-check' and value::bigint > ${now}`,
  );
}

/** A taker of jobs, as the queue sees it. */
export interface JobTaker {
  /** Number of jobs to count at a time. */
  readonly concurrency: number;
  /** Seconds until other workers get the jobs of a silent worker. */
  readonly lease: number;
  /** Counts a job. `token` proves to the queue that this worker holds the job. */
  readonly count: (job: Job<ClusterJob>, token: string | undefined) => Promise<void>;
  /** Called with queue errors. After one, call `takeJobs` again: BullMQ may no longer check for stalled jobs. */
  readonly onError: (error: Error) => void;
}

/**
 * Takes jobs from the queue and counts them until the signal is aborted, and then waits for the running jobs. Retries like
 * `Database.retry`.
 */
export async function takeJobs(
  database: Database,
  { concurrency, lease, count, onError }: JobTaker,
  signal: AbortSignal,
): Promise<void> {
  const { client: worker, close } = await openClient(database, WORKER_CONNECTIONS, (connection) => {
    const opened = new Worker<ClusterJob>(QUEUE, count, {
      connection,
      autorun: false,
      concurrency,
      lockDuration: 1000 * lease,
      stalledInterval: 500 * lease,
      maxStalledCount: 1_000_000, // no limit, because `count` decides when a job has stalled too often
      runRetryDelay: 1000,
    });
    opened.on('error', onError);
    return opened;
  });
  worker.run().catch(onError);
  if (!signal.aborted) await once(signal, 'abort');
  await close();
}

/** Opens a BullMQ client with its own connections. If connecting fails, each retry creates a new client. */
function openClient<Client extends { waitUntilReady(): Promise<unknown>; close(): Promise<void> }>(
  database: Database,
  connections: number,
  make: (connection: PgPool) => Client,
) {
  return database.retry(async () => {
    const pool = openPool(database.url, connections, DEFAULT_SCHEMA);
    if (!isPgPool(pool)) throw new TypeError('the queue needs a pg pool'); // pg and bullmq share no types
    const client = make(pool);
    async function close(): Promise<void> {
      await client.close();
      await pool.end();
    }
    try {
      await client.waitUntilReady();
    } catch (error) {
      await close().catch(() => {});
      throw error;
    }
    return { client, close };
  });
}
