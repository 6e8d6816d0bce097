import type { Database } from '../connection/database.js';
import { IS_RUNNING } from './registration.js';

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
