import { UsageError } from '../../errors/errors.js';
import type { Database } from '../database/database.js';
import type { JobQueue } from '../queue/queue.js';
import type { RunRow } from './runs.js';

type Ended = Pick<RunRow, 'id' | 'name'>;

/** Stops a run. Jobs that wait are taken out of the queue; what workers have begun they finish and hand in. */
export async function stopRun(database: Database, queue: JobQueue, { id }: Ended): Promise<void> {
  await database.query(
    `update queens_par.run set state = 'stopped', reason = 'by queens-par cluster stop', ended = now()
      where id = $1::integer and state in ('counting', 'failed')`,
    [id],
  );
  for (const job of await queue.getJobs(['waiting', 'delayed', 'prioritized'])) {
    // One that a worker takes at this moment cannot be removed; the worker drops it, because the run is over.
    if (job?.data?.run === id) await job.remove().catch(() => {});
  }
}

/** Forgets a run, with all that was counted of it. */
export async function removeRun(database: Database, { id }: Ended): Promise<void> {
  await database.query('delete from queens_par.run where id = $1::integer', [id]);
}

/**
 * Forgets what one worker counted of a run, and the conflicts that it was part of. Where none is left, the run can be
 * started again.
 *
 * @returns how many subproblems are to be counted again.
 * @throws UsageError if no worker of this name counted anything of it.
 */
export async function forgetWorker(database: Database, { id, name }: Ended, worker: string): Promise<number> {
  const [forgotten] = await database.query<{ results: number; conflicts: number }>(
    `with them as (select id from queens_par.worker where name = $2::text),
          results as (
            delete from queens_par.result where run = $1::integer and worker in (select id from them) returning 1
          ),
          conflicts as (
            delete from queens_par.conflict
             where run = $1::integer and (worker in (select id from them) or second_worker in (select id from them)) returning 1
          )
     select (select count(*) from results)::integer as results, (select count(*) from conflicts)::integer as conflicts`,
    [id, worker],
  );
  const { results = 0, conflicts = 0 } = forgotten ?? {};
  if (results + conflicts === 0) {
    throw new UsageError(
      `no worker named ${worker} counted for run ${name}; ${database.command('status', name)} lists them`,
    );
  }
  await database.query(
    `update queens_par.run set state = 'stopped', reason = 'results were forgotten', total = null
      where id = $1::integer and not exists (select 1 from queens_par.conflict where run = $1::integer)`,
    [id],
  );
  return results;
}
