import type { Operation } from '../../core/runs/source-status.js';
import type { Database } from '../connection/database.js';
import { IS_RUNNING } from './registration.js';
import { orderOf, type RunRow } from './runs.js';

/** SQL condition: a run has a job that no worker has taken. */
const hasWaiting = (run: string): string => `exists (select from job where job.run = ${run}.id and holder is null)`;

/** Reads the part of a run's operation that does not depend on its results. */
export async function readQueueStatus(
  database: Database,
  { id }: RunRow,
): Promise<Omit<Operation, 'jobs' | 'lastDay'> | undefined> {
  const [row] = await database.query<Omit<Operation, 'jobs' | 'lastDay'>>(
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
