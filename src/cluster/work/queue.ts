/**
 * The queue: BullMQ with its PostgreSQL backend. It delivers each job at least once.
 *
 * This program works around the following problems in BullMQ 6.7.0. Check each workaround again with a new version.
 *
 * - With a connection pool, it uses the `bullmq` schema, which all programs that use BullMQ share: OwnConnection.
 * - It stops listening for errors before it closes a connection. If the connection is lost at that moment, the process
 *   crashes: QuietClient in database.ts.
 * - It loses events (17,703 of 20,000 arrived), so results come only from the `result` table.
 * - Locks on jobs expire by the workers' clocks, so a wrong clock can lock a job for a year: `checkClock`, `repair`.
 * - After an error, its worker may stop looking for stalled jobs: `takeRounds` in worker.ts opens another worker.
 * - It gives no code to errors about a job that another worker has taken: LOST_JOB in worker.ts.
 * - It fails a job after a number of attempts or stalls, but here `countJob` decides, so both limits are a million.
 * - It returns a job with a priority to the front of its run, so a worker could get one that fails again and again:
 *   `changePriority` in worker.ts.
 * - Events are numbered by a sequence that may lag behind the table of events: `repair`.
 * - It creates its tables only when asked, and never notices that somebody has dropped them: `withTables`.
 * - Its dependency msgpackr-extract lacks packages for some platforms after 3.0.4: `overrides` in package.json.
 */
import { once } from 'node:events';
import {
  isPgPool,
  type Job,
  type PgPool,
  PostgresConnection,
  type PostgresConnectionOptions,
  PostgresQueueBackend,
  type QueueBaseOptions,
  SchemaMigrationRequiredError,
  withBackend,
} from 'bullmq';
import type { Pool } from 'pg';
import { type Database, openPool, untilClosed } from '../connection/database.js';
import { isMissing } from '../connection/database-error.js';
import { type ClusterJob, choosePriority, createJobs } from '../tables/jobs.js';
import { installQueue, QUEUE_SCHEMA } from '../tables/queue-tables.js';
import { IS_RUNNING } from '../tables/registration.js';
import type { RunResults } from '../tables/results.js';
import type { ClusterRun } from '../tables/runs.js';

/** Name of the queue. All runs of a database share one queue, and a worker counts jobs of all runs. */
const QUEUE = 'queens-par';

/** A BullMQ connection that uses our schema to check the tables. BullMQ's other statements use the search path. */
class OwnConnection extends PostgresConnection {
  override readonly schema = QUEUE_SCHEMA;
}

const { Queue, Worker } = withBackend((name: string, options: QueueBaseOptions<PostgresConnectionOptions>) => {
  return new PostgresQueueBackend(new OwnConnection(options.connection), name, options);
});

/** Maximum number of jobs that a statement adds. Adding that many takes half a second (2026-11-28). */
const PAGE = 5_000;

/** Numbers of connections for a queue and for a worker. A worker uses one of them to listen for notifications. */
const QUEUE_CONNECTIONS = 2;
const WORKER_CONNECTIONS = 3;

/**
 * Calls a task that uses the queue. Retries like `Database.retry`. If the queue's tables are missing, because somebody
 * dropped them or restored a backup without them, creates them first. The results show which jobs to add again.
 */
function withTables<T>(database: Database, task: () => Promise<T>): Promise<T> {
  return database.retry(async () => {
    try {
      return await task();
    } catch (error) {
      if (!isMissing(error) && !(error instanceof SchemaMigrationRequiredError)) throw error;
      await installQueue(database);
      return task();
    }
  });
}

export interface JobQueue {
  /**
   * Adds the jobs of a run that have unfinished subproblems and are not in the queue. If none is missing, this takes
   * the database 0.13 s of CPU time for 81,494 jobs (2026-11-28).
   *
   * @returns the number of jobs with unfinished subproblems.
   */
  add(run: ClusterRun, finished: Pick<RunResults, 'has'>): Promise<number>;
  close(): Promise<void>;
}

/** Opens the queue. Retries like `Database.retry`. */
export async function openQueue(database: Database): Promise<JobQueue> {
  const {
    client: queue,
    pool,
    close,
  } = await openClient(database, QUEUE_CONNECTIONS, (connection) => {
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
      const unfinished = createJobs(plan).filter(({ first, end }) => {
        for (let index = first; index < end; index++) if (!finished.has(index)) return true;
        return false;
      });
      const priority = choosePriority(plan.cost);
      const jobs = unfinished.map(({ first, end }) => ({
        name: 'count',
        data: { run, first, end },
        opts: { jobId: `${run}-${first}`, priority },
      }));
      await withTables(database, async () => {
        await repair(pool);
        const missing = await findMissing(pool, jobs);
        for (let first = 0; first < missing.length; first += PAGE)
          await queue.addBulk(missing.slice(first, first + PAGE));
        if (await queue.isPaused()) await queue.resume(); // another program may have paused it
      });
      return jobs.length;
    },
    close: () => untilClosed(close()),
  };
}

/** Returns the jobs that are neither waiting nor active in the queue. */
async function findMissing<NewJob extends { readonly opts: { readonly jobId: string } }>(
  pool: Pool,
  jobs: readonly NewJob[],
): Promise<NewJob[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from unnest($2::text[]) as wanted (id) where id not in (select id from job where queue = $1)',
    [QUEUE, jobs.map(({ opts }) => opts.jobId)],
  );
  const missing = new Set(rows.map(({ id }) => id));
  return jobs.filter(({ opts }) => missing.has(opts.jobId));
}

/**
 * Removes obstacles that would hold up jobs for a long time:
 *
 * - locks on jobs that last longer than any lease, and a stalled-job check scheduled in the future, both left by a
 *   worker whose clock was ahead;
 * - events whose numbers a promoted replica's sequence will use again, so inserts would fail.
 */
async function repair(pool: Pool): Promise<void> {
  const now = '(1000 * extract(epoch from clock_timestamp()))::bigint';
  await pool.query(
    `update job set locked_until_ms = ${now}
      where queue = $1 and state = 'active'
        and locked_until_ms >
          ${now} + 1000 * (select coalesce(max(lease), 30) from queens_par.worker where ${IS_RUNNING})`,
    [QUEUE],
  );
  await pool.query(
    `update meta set value = ${now} where queue = $1 and field = 'stalled-check' and value::bigint > ${now}`,
    [QUEUE],
  );
  await pool.query(`delete from event where queue = $1 and id >= (select last_value from event_seq)`, [QUEUE]);
}

/** The settings of a worker, and the functions that the queue calls. */
export interface JobHandler {
  readonly concurrency: number;
  /** Seconds of silence after which other workers get this worker's jobs. */
  readonly lease: number;
  /** Counts a job. `token` proves to the queue that this worker holds the job. */
  readonly count: (job: Job<ClusterJob>, token: string | undefined) => Promise<void>;
  /**
   * Called with an error. Afterward, call `consumeJobs` again, because BullMQ may no longer check for stalled jobs.
   */
  readonly onError: (error: Error) => void;
}

/**
 * Takes jobs from the queue and counts them until the signal is aborted, then waits for the running jobs. If connecting
 * fails, it is retried as in `Database.retry`.
 */
export async function consumeJobs(
  database: Database,
  { concurrency, lease, count, onError }: JobHandler,
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

/**
 * Opens a BullMQ client with its own connections. If connecting fails, each retry creates a new client. Every command
 * opens the queue last, so after that, everything that the command needs has worked.
 */
function openClient<Client extends { waitUntilReady(): Promise<unknown>; close(): Promise<void> }>(
  database: Database,
  connections: number,
  make: (connection: PgPool) => Client,
) {
  return withTables(database, async () => {
    const pool = openPool(database.url, connections, QUEUE_SCHEMA);
    if (!isPgPool(pool)) throw new TypeError('the queue needs a pg pool'); // pg and bullmq share no types
    const client = make(pool);
    async function close(): Promise<void> {
      await client.close();
      await pool.end();
    }
    try {
      await client.waitUntilReady();
      database.hasWorked = true;
    } catch (error) {
      await close().catch(() => {});
      throw error;
    }
    return { client, pool, close };
  });
}
