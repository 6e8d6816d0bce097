/** The `worker` table. Workers register in it, and their heartbeats show that they are running. */
import { randomBytes } from 'node:crypto';
import type { Database, Queryable } from '../connection/database.js';

/** Maximum milliseconds between two heartbeats of a worker. */
const HEARTBEAT_INTERVAL = 10_000;

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
  /** Ids of the runs that fail on this worker; none by default. */
  readonly failing?: readonly number[];
}

/**
 * Returns a name that no other worker has. It ends with random digits, because several hosts may have the same name,
 * and each container has a process 1.
 */
export function createUniqueName(start: string): string {
  return `${start}-${randomBytes(3).toString('hex')}`;
}

/** The values of a worker's row, for the parameters $1 to $7 of a statement. */
export function registrationValues({ name, threads, memory, lease, kernels, isRunning, failing = [] }: Registration) {
  return [name, threads, lease, kernels, !isRunning, memory, failing] as const;
}

/** The part of a statement that updates a worker's row with `registrationValues`. */
export const HEARTBEAT =
  'set threads = $2, lease = $3, kernels = $4, stopped = $5, memory = $6, failing = $7, last_seen = now()';

/** Inserts a worker into the `worker` table or, if it is already there, records a heartbeat. */
export async function registerWorker(queryable: Queryable, worker: Registration): Promise<void> {
  await queryable.query(
    `insert into worker (name, threads, lease, kernels, stopped, memory, failing)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (name) do update ${HEARTBEAT}`,
    registrationValues(worker),
  );
}

/** Returns the milliseconds between two heartbeats of a worker, at least three in each lease. */
export function heartbeatInterval({ lease }: Pick<Registration, 'lease'>): number {
  return Math.min(HEARTBEAT_INTERVAL, 1000 * (lease / 3));
}

/** Returns whether a worker with the given kernels is running. */
export async function hasLiveWorker(database: Database, kernels: string): Promise<boolean> {
  const running = `select from worker where ${IS_RUNNING} and kernels = $1 limit 1`;
  return (await database.query(running, [kernels])).length > 0;
}
