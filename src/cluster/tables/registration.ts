/** The `worker` table. Workers register in it, and their heartbeats show that they are running. */
import { randomBytes } from 'node:crypto';
import { UsageError } from '../../core/errors/errors.js';
import { formatSeconds } from '../../core/text/durations.js';
import type { Database, Queryable } from '../connection/database.js';

/** Milliseconds between two heartbeats of a worker. */
export const HEARTBEAT_INTERVAL = 10_000;

/** SQL condition: a worker is running. It has not stopped, and its last heartbeat is at most three intervals old. */
export const IS_RUNNING = `not worker.stopped
  and worker.last_seen > now() - interval '${(3 * HEARTBEAT_INTERVAL) / 1000} seconds'`;

/** Public properties of a worker, stored in the database. */
export interface Registration {
  /** A name that no other worker has. */
  readonly name: string;
  readonly threads: number;
  /** Memory limit of each thread, in bytes. */
  readonly memory: number;
  /** Seconds of silence after which other workers get this worker's jobs. */
  readonly lease: number;
  /** Version of the worker's kernels. */
  readonly kernels: string;
  /** False once the worker has stopped. */
  readonly isRunning: boolean;
}

/**
 * Returns a name that no other worker has. It ends with random digits, because several hosts may have the same name,
 * and each container has a process 1.
 */
export function createUniqueName(start: string): string {
  return `${start}-${randomBytes(3).toString('hex')}`;
}

/**
 * Inserts a worker into the `worker` table or, if it is already there, records a heartbeat.
 *
 * @returns the time by the database's clock, in milliseconds since 1970.
 */
export async function registerWorker(
  queryable: Queryable,
  { name, threads, memory, lease, kernels, isRunning }: Registration,
): Promise<number> {
  const values = [name, threads, lease, kernels, !isRunning, memory];
  const beat = 'set threads = $2, lease = $3, kernels = $4, stopped = $5, memory = $6, last_seen = now()';
  const time = 'returning (1000 * extract(epoch from clock_timestamp()))::float8 as now';
  // Try an update first, because each insert uses up an id, even if the worker already exists.
  let [row] = await queryable.query<{ now: number }>(`update worker ${beat} where name = $1 ${time}`, values);
  if (!row)
    [row] = await queryable.query(
      `insert into worker (name, threads, lease, kernels, stopped, memory) values ($1, $2, $3, $4, $5, $6)
       on conflict (name) do update ${beat} ${time}`,
      values,
    );
  return row?.now ?? 0;
}

/**
 * Refuses a wrong clock, because BullMQ's locks depend on workers' clocks. Times are in milliseconds since 1970.
 *
 * @param before this machine's time before it asked the database for the time.
 * @param now the database's time.
 * @param after this machine's time after the answer.
 * @param lease the worker's lease in seconds. The clock may be off by up to a third of it.
 * @throws UsageError if the clock is off by more.
 */
export function checkClock(before: number, now: number, after: number, lease: number): void {
  const ahead = Math.max(before - now, 0) - Math.max(now - after, 0);
  if (Math.abs(ahead) < 1000 * (lease / 3)) return;
  const difference = `${formatSeconds(Math.abs(ahead) / 1000)} ${ahead > 0 ? 'ahead of' : 'behind'}`;
  throw new UsageError(`this machine's clock is ${difference} the database's clock. Correct it first`);
}

/** Reads the running workers with the given kernels. */
export function readLiveWorkers(
  database: Database,
  kernels: string,
): Promise<Pick<Registration, 'name' | 'threads'>[]> {
  return database.query(`select name, threads from worker where ${IS_RUNNING} and kernels = $1`, [kernels]);
}
