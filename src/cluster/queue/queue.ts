/**
 * queue/: which jobs there are and who gets them. BullMQ hands them out; the feeder cuts them from a plan and keeps a
 * window of them in the queue. Nothing is decided here: a job that gets lost is put in again, one that comes twice is harmless.
 */

import {
  type BackendFactory,
  isPgPool,
  type Job,
  type PgPool,
  PostgresConnection,
  PostgresQueueBackend,
  withBackend,
} from 'bullmq';
import { openPool } from '../database/connection-pool.js';
import type { Database } from '../database/database.js';
import type { ClusterJob } from './job.js';

/** The PostgreSQL schema of the queue, beside that of the ledger. */
export const QUEUE_SCHEMA = 'queens_par_queue';

/** Where a worker's connections look up BullMQ's functions: first among those of the ledger, which guard them (queue.sql). */
const GUARDED_SCHEMAS = `queens_par, ${QUEUE_SCHEMA}`;

/** Connections of one queue or worker. A worker listens on one of them. */
const QUEUE_CONNECTIONS = 2;
const WORKER_CONNECTIONS = 3;

/** BullMQ's connections are ours: it opens none of its own, on which an error could go unheard. */
class QueueConnection extends PostgresConnection {
  override readonly schema = QUEUE_SCHEMA;
  #ended: Promise<void> | undefined;

  override close(): Promise<void> {
    this.#ended ??= super.close().then(() => this.pool.end());
    return this.#ended;
  }
}

const backend: BackendFactory<PostgresQueueBackend, PgPool> = (name, options) =>
  new PostgresQueueBackend(new QueueConnection(options.connection), name, options);

const { Queue, Worker } = withBackend(backend);

/** The queue, and a taker of its jobs, on PostgreSQL. */
export type JobQueue = InstanceType<typeof Queue<ClusterJob>>;
export type JobTaker = InstanceType<typeof Worker<ClusterJob>>;

/** All runs of a database share one queue: a worker counts for every run there is. */
const QUEUE = 'queens-par';

/** How often a job may fail before its run is given up: each time on another thread, and mostly on another machine. */
export const MOST_FAILURES = 5;

/** How often a job may come back from workers that fell silent: one that takes down its workers must end. */
export const MOST_SILENCES = 20;

/**
 * The queue, for the coordinator. `installSchema` has made its tables. Waits for the database as `database` does.
 *
 * @throws Error in one line if it cannot be used.
 */
export function openQueue(database: Database): Promise<JobQueue> {
  return database.persist(async () => {
    const queue = new Queue<ClusterJob>(QUEUE, {
      connection: queuePool(database, QUEUE_CONNECTIONS, QUEUE_SCHEMA),
      defaultJobOptions: {
        attempts: MOST_FAILURES,
        backoff: { type: 'exponential', delay: 500 },
        removeOnComplete: true, // results are in the ledger
        removeOnFail: true,
      },
    });
    queue.on('error', () => {}); // the calls that fail because of it reject
    return whenReady(queue);
  });
}

function queuePool({ url }: Database, connections: number, schema: string): PgPool {
  const pool = openPool(url, { connections, schema });
  if (!isPgPool(pool)) throw new TypeError('the queue needs a pool of pg'); // the two packages share no types
  return pool;
}

/** How a worker takes jobs. */
export interface TakingOptions {
  /** Jobs at a time. */
  readonly concurrency: number;
  /** Seconds after which the jobs of a worker that is silent go to others. */
  readonly lease: number;
}

/**
 * Takes jobs from the queue, once it is told to `run`. Waits for the database as `database` does.
 *
 * @throws Error in one line if it cannot be used.
 * @param count counts a job; `token` is the proof that it is ours.
 */
export function takeJobs(
  database: Database,
  { concurrency, lease }: TakingOptions,
  count: (job: Job<ClusterJob>, token: string | undefined) => Promise<void>,
): Promise<JobTaker> {
  const lockDuration = 1000 * lease;
  async function countLocked(job: Job<ClusterJob>, token: string | undefined): Promise<void> {
    // A lock that cannot be renewed goes to another worker; the ledger sorts that out.
    const renewal = setInterval(() => job.extendLock(token ?? '', lockDuration).catch(() => {}), lockDuration / 2);
    try {
      await count(job, token);
    } finally {
      clearInterval(renewal);
    }
  }
  return database.persist(async () => {
    const taker = new Worker<ClusterJob>(QUEUE, countLocked, {
      connection: queuePool(database, WORKER_CONNECTIONS, GUARDED_SCHEMAS),
      autorun: false,
      concurrency,
      lockDuration,
      skipLockRenewal: true, // BullMQ renews by an update of its table, which only the owner may change
      stalledInterval: 500 * lease,
      // The ledger bears any number of deliveries; a subproblem that no worker survives is given up by the next one.
      maxStalledCount: 1_000_000,
      runRetryDelay: 1000,
    });
    taker.on('error', () => {}); // the caller listens for those that matter
    return whenReady(taker);
  });
}

/** BullMQ never becomes ready if its first connection fails: then it is of no use, and another one must be made. */
async function whenReady<Kind extends JobQueue | JobTaker>(made: Kind): Promise<Kind> {
  try {
    await made.waitUntilReady();
    return made;
  } catch (error) {
    await made.close().catch(() => {});
    throw error;
  }
}
