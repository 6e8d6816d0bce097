import type { Database } from '../connection/database.js';
import { IS_RUNNING } from './registration.js';
import { orderOf, type RunRow } from './runs.js';

/** How a cluster counts a run: who counts what, what waits, and what was lost. */
export interface Operation {
  /** The jobs that the run's threads are counting, the longest first. */
  readonly jobs: readonly JobStatus[];
  readonly waitingJobs: number;
  /** Jobs of workers that have been silent, but whose leases have not run out, so no other worker has them yet. */
  readonly silentJobs: number;
  /** Name of the run whose jobs go first; null if this run does not wait. */
  readonly waitsFor: string | null;
  /** Threads that count neither this run nor another, although their workers are running and have the run's kernels. */
  readonly idleThreads: number;
  /** Results whose end was in the last 24 hours, and their fraction of the run's estimated work. */
  readonly lastDay: { readonly finished: number; readonly fraction: number };
  /** Thread time that stops, deaths, failures and double counts have cost. */
  readonly lostSeconds: number;
  /** Number of results that a second worker submitted. */
  readonly countedTwice: number;
  /** Seconds since a coordinator last checked the queue; null if none has. */
  readonly secondsSinceCoordinator: number | null;
  /** Size of the tables of all runs, with their indexes. */
  readonly tableBytes: number;
}

/** A job that a thread of a running worker is counting. */
export interface CountedJob {
  /** Id in the `worker` table. */
  readonly worker: number;
  /** Index of its first subproblem in the plan, and their number. */
  readonly index: number;
  readonly subproblems: number;
  /** Estimated thread time, in milliseconds on the reference machine. */
  readonly cost: number;
  /** Seconds since the worker took it, by the database's clock. */
  readonly seconds: number;
}

/** A counted job with the name of its worker, and the seconds that it should take in all. */
export interface JobStatus extends Pick<CountedJob, 'index' | 'subproblems' | 'seconds'> {
  readonly worker: string;
  readonly expectedSeconds: number;
}

/** The part of a run's operation that does not depend on its results. */
type QueueStatus = Omit<Operation, 'jobs' | 'lastDay'>;

/**
 * Reads the jobs of a run that are being counted now, the longest first: one for each thread. If a worker holds more
 * jobs, it has counted the earlier ones and is submitting their results.
 */
export function readCountedJobs(database: Database, run: number): Promise<CountedJob[]> {
  return database.query(
    `select worker, index, subproblems, cost, seconds from (
       select worker.id as worker, threads, first as index, "end" - first as subproblems, cost,
              extract(epoch from now() - taken)::float8 as seconds,
              row_number() over (partition by worker.id order by taken desc, first) as number
         from job join worker on worker.id = holder where run = $1 and ${IS_RUNNING}) as held
      where number <= threads order by seconds desc, index`,
    [run],
  );
}

/** SQL condition: a run has a job that no worker has taken. */
const hasWaiting = (run: string): string => `exists (select from job where job.run = ${run}.id and holder is null)`;

/** Returns undefined if the run was removed in the meantime. */
export async function readQueueStatus(database: Database, { id }: RunRow): Promise<QueueStatus | undefined> {
  const [row] = await database.query<QueueStatus>(
    `select lost_seconds as "lostSeconds", counted_twice as "countedTwice",
            extract(epoch from now() - coordinated)::float8 as "secondsSinceCoordinator",
            (select count(*)::integer from job where job.run = run.id and holder is null) as "waitingJobs",
            (select count(*)::integer from job join worker on worker.id = holder
              where job.run = run.id and not (${IS_RUNNING})) as "silentJobs",
            (select coalesce(sum(greatest(0, threads - (select count(*) from job where holder = worker.id))), 0)
               from worker where ${IS_RUNNING} and worker.kernels = run.kernels)::integer as "idleThreads",
            (select other.name from run as other
              where other.state = 'counting' and other.kernels = run.kernels and ${orderOf('other')} < ${orderOf('run')}
                and ${hasWaiting('other')} and ${hasWaiting('run')} and run.state = 'counting'
              order by ${orderOf('other')} limit 1) as "waitsFor",
            (select sum(pg_total_relation_size(oid))::float8 from pg_class
              where relnamespace = 'queens_par'::regnamespace and relkind = 'r') as "tableBytes"
       from run where id = $1`,
    [id],
  );
  return row;
}
