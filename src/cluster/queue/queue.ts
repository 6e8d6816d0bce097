import { createPostgresBackend, type Job, withBackend } from 'bullmq';
import type { ClientBase } from 'pg';
import { connectionConfig, pinSearchPath } from '../database/database.js';
import { explainDatabaseError } from '../database/database-error.js';
import type { ClusterJob } from './job.js';

const { Queue, Worker } = withBackend(createPostgresBackend);

/** The queue, and a taker of its jobs, on PostgreSQL. */
export type JobQueue = InstanceType<typeof Queue<ClusterJob>>;
export type JobTaker = InstanceType<typeof Worker<ClusterJob>>;

/** All runs of a database share one queue: a worker counts for whichever there is. */
const QUEUE = 'queens-par';

/** The PostgreSQL schema of the queue, beside that of the ledger. */
export const QUEUE_SCHEMA = 'queens_par_queue';

/** How often a job may fail before its run is given up: each time on another thread, and mostly on another machine. */
export const MOST_FAILURES = 5;

/** How often a job may come back from workers that fell silent: one that takes down whoever counts it must end. */
export const MOST_SILENCES = 20;

/** Connections of one queue or worker, beside the one that it listens on. */
const CONNECTIONS = 2;

/**
 * BullMQ sets search_path to its schema by the startup parameter `options`; we set it again, in case a connection pooler
 * between us and the database dropped that.
 */
function queueConnection(url: string, searchPath: string) {
  return {
    ...connectionConfig(url),
    max: CONNECTIONS,
    schema: QUEUE_SCHEMA,
    onConnect: (connection: ClientBase) => pinSearchPath(connection, searchPath),
  };
}

/** Where a worker looks up BullMQ's functions: first those of the ledger, which guard them (queue.sql). */
const GUARDED = `queens_par, ${QUEUE_SCHEMA}`;

/**
 * The queue, for the coordinator. `installSchema` has made its tables.
 *
 * @throws Error in one line if it cannot be used.
 */
export async function openQueue(url: string): Promise<JobQueue> {
  const queue = new Queue<ClusterJob>(QUEUE, {
    connection: queueConnection(url, QUEUE_SCHEMA),
    defaultJobOptions: {
      attempts: MOST_FAILURES,
      backoff: { type: 'exponential', delay: 500 },
      removeOnComplete: true, // results are in the ledger
      removeOnFail: true,
    },
  });
  queue.on('error', () => {}); // whoever asks it something is told
  return whenReady(queue, url);
}

/** How a worker takes jobs. */
export interface TakingOptions {
  /** Jobs at a time. */
  readonly concurrency: number;
  /** Seconds after which the jobs of a worker that is silent go to others. */
  readonly lease: number;
}

/**
 * Takes jobs from the queue. It is not running yet.
 *
 * @throws Error in one line if it cannot be used.
 * @param count what to do with a job; `token` is the proof that it is ours.
 */
export async function takeJobs(
  url: string,
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
  const taker = new Worker<ClusterJob>(QUEUE, countLocked, {
    connection: queueConnection(url, GUARDED),
    autorun: false,
    concurrency,
    lockDuration,
    skipLockRenewal: true, // BullMQ renews by an update of its table, which only the owner may change
    stalledInterval: 500 * lease,
    // The ledger bears any number of deliveries; a subproblem that nobody survives is given up by whoever takes it.
    maxStalledCount: 1_000_000,
    runRetryDelay: 1000,
  });
  taker.on('error', () => {}); // the caller listens for those that matter
  return whenReady(taker, url);
}

/** BullMQ never becomes ready if its first connection fails: then it is of no use, and another one must be made. */
async function whenReady<Kind extends JobQueue | JobTaker>(made: Kind, url: string): Promise<Kind> {
  try {
    await made.waitUntilReady();
    return made;
  } catch (error) {
    await made.close().catch(() => {});
    throw explainDatabaseError(error, url);
  }
}
