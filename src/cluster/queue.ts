/** The queue: BullMQ with its PostgreSQL backend, in the schema `bullmq`. It delivers each job at least once. */
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
import { type Database, openPool } from './database.js';
import type { ResultReader } from './results.js';
import type { ClusterJob, ClusterRun } from './runs.js';

const { Queue, Worker } = withBackend(createPostgresBackend);

/** All runs of a database share one queue: a worker counts for all of them. */
const QUEUE = 'queens-par';

/** Largest number of jobs of a run, about. */
const MOST_JOBS = 2000;

/** Number of failures that end a run. Each failure is on another thread, and mostly on another machine. */
export const MOST_FAILURES = 5;

/** Number of workers that may die while they count a job, because a job may be the cause. */
export const MOST_SILENCES = 20;

/** Connections of a queue, and of a worker, which needs one to listen for notifications. */
const QUEUE_CONNECTIONS = 2;
const WORKER_CONNECTIONS = 3;

/** Makes the tables of the queue, or migrates them to this version of BullMQ. */
export function installQueue(database: Database): Promise<void> {
  return database.persist(async () => {
    const pool = openPool(database.url, 1, 'public');
    try {
      const connection = await pool.connect();
      await runMigrations(connection, DEFAULT_SCHEMA).finally(() => connection.release());
    } finally {
      await pool.end();
    }
  });
}

/** Splits a plan into jobs, most expensive first. A job has consecutive subproblems with a two-thousandth of the cost or more. */
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

/** The queue, for a coordinator. */
export interface JobQueue {
  /** Adds the jobs of a run that have unfinished subproblems. Jobs that are already in the queue are not changed. */
  add(run: ClusterRun, finished: Pick<ResultReader, 'has'>): Promise<void>;
  close(): Promise<void>;
}

/** Opens the queue. Waits for the database as `database` does. */
export async function openQueue(database: Database): Promise<JobQueue> {
  const { client: queue, close } = await open(database, QUEUE_CONNECTIONS, (connection) => {
    const opened = new Queue<ClusterJob>(QUEUE, {
      connection,
      defaultJobOptions: {
        attempts: MOST_FAILURES,
        backoff: { type: 'fixed', delay: 500 },
        removeOnComplete: true, // results are in the ledger
        removeOnFail: true,
      },
    });
    opened.on('error', () => {}); // calls that fail because of it reject
    return opened;
  });
  return {
    async add({ id: run, plan }, finished) {
      const jobs = jobsOf(plan).filter(({ first, end }) => {
        for (let place = first; place < end; place++) if (!finished.has(place)) return true;
        return false;
      });
      const added = jobs.map((job) => ({
        name: 'count',
        data: { run, ...job },
        opts: { jobId: `${run}-${job.first}` },
      }));
      await database.persist(() => queue.addBulk(added));
    },
    close,
  };
}

/** Options of a worker that takes jobs. */
export interface TakingOptions {
  /** Number of jobs at a time. */
  readonly concurrency: number;
  /** Seconds of silence until a worker's jobs go to others. */
  readonly lease: number;
  /** Counts a job. `token` proves to the queue that the job is ours. */
  readonly count: (job: Job<ClusterJob>, token: string | undefined) => Promise<void>;
  /** Called with errors of the queue. Then make another taker, because BullMQ may have stopped looking for stalled jobs. */
  readonly onError: (error: Error) => void;
}

/**
 * Takes jobs from the queue and counts them. Waits for the database as `database` does.
 *
 * @returns a function that ends this: it waits for the running jobs.
 */
export async function takeJobs(database: Database, { concurrency, lease, count, onError }: TakingOptions) {
  const { client: worker, close } = await open(database, WORKER_CONNECTIONS, (connection) => {
    const opened = new Worker<ClusterJob>(QUEUE, count, {
      connection,
      autorun: false,
      concurrency,
      lockDuration: 1000 * lease,
      stalledInterval: 500 * lease,
      maxStalledCount: 1_000_000, // `count` gives up on a job that comes back too often
      runRetryDelay: 1000,
    });
    opened.on('error', onError);
    return opened;
  });
  worker.run().catch(onError);
  return close;
}

/** Opens a client of BullMQ with its own connections. If the first connection fails, another client is made. */
function open<Client extends { waitUntilReady(): Promise<unknown>; close(): Promise<void> }>(
  database: Database,
  connections: number,
  make: (connection: PgPool) => Client,
) {
  return database.persist(async () => {
    const pool = openPool(database.url, connections, DEFAULT_SCHEMA);
    if (!isPgPool(pool)) throw new TypeError('the queue needs a pool of pg'); // the two packages share no types
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
