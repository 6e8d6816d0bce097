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
import type { Run } from './runs.js';

const { Queue, Worker } = withBackend(createPostgresBackend);

/** All runs of a database share one queue: a worker counts for all of them. */
const QUEUE = 'queens-par';

/** Jobs of a run at most. */
const MOST_JOBS = 2000;

/** How often a job may fail: each time on another thread, and mostly on another machine. */
export const MOST_FAILURES = 5;

/** How often a job may come back from workers that fell silent: one that takes down its workers must end. */
export const MOST_SILENCES = 20;

/** Connections of a queue, and of a worker, which listens on one of them. */
const QUEUE_CONNECTIONS = 2;
const WORKER_CONNECTIONS = 3;

/** A job: subproblems to count for a run, by their places in the plan, from `first` to before `end`. */
export interface ClusterJob {
  /** The number of the run. */
  readonly run: number;
  readonly first: number;
  readonly end: number;
}

/** Makes the tables of the queue, or brings them up to this version of BullMQ. */
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

/** Splits a plan into jobs, most expensive first: consecutive subproblems of a two-thousandth of the cost or more. */
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
  /** Adds the jobs of a run that have unfinished subproblems. Jobs that are in the queue stay as they are. */
  add(run: Run, finished: Pick<ResultReader, 'has'>): Promise<void>;
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
    opened.on('error', () => {}); // the calls that fail because of it reject
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

/** How a worker takes jobs. */
export interface TakingOptions {
  /** Jobs at a time. */
  readonly concurrency: number;
  /** Seconds of silence until a worker's jobs go to others. */
  readonly lease: number;
  /** Counts a job; `token` is the proof that it is ours. */
  readonly count: (job: Job<ClusterJob>, token: string | undefined) => Promise<void>;
  /** Called with errors of the queue: make another taker then, because BullMQ may have stopped to look for stalled jobs. */
  readonly onError: (error: Error) => void;
}

/** A process that takes jobs from the queue. */
export interface JobTaker {
  /** Takes no more jobs, and waits for those under way. */
  close(): Promise<void>;
}

/** Takes jobs from the queue and counts them, until it is closed. Waits for the database as `database` does. */
export async function takeJobs(
  database: Database,
  { concurrency, lease, count, onError }: TakingOptions,
): Promise<JobTaker> {
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
  return { close };
}

/** A client of BullMQ. */
interface Client {
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens a client of BullMQ with connections of its own. If the first one fails, the client is useless: another is made. */
function open<Kind extends Client>(database: Database, connections: number, make: (connection: PgPool) => Kind) {
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
