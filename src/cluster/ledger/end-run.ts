/** How a run ends: with a total when its ledger is complete, or stopped, or forgotten. */
import { UsageError } from '../../errors/errors.js';
import { type Ledger, sum, type Total, unfinishedPlaces } from '../../ledger/ledger.js';
import type { Database } from '../database/database.js';
import type { JobQueue } from '../queue/queue.js';
import { countResults, type LoadOptions, loadResults } from './results.js';
import { IS_COMPLETE, type Run, type RunRow } from './runs.js';

/** What a finished run adds up to, and what of. */
export interface FinishedRun extends Total {
  readonly ledger: Ledger;
}

/**
 * Finishes a run if its ledger in the database holds every subproblem: nobody needs to wait for it. The total is of
 * what stands there now, whatever anyone remembers of it.
 *
 * @returns undefined while something is missing, if something was changed meanwhile, or if counts contradict each other.
 * @throws as `loadResults` does.
 */
export async function finishIfComplete(
  database: Database,
  run: Run,
  options: LoadOptions = {},
): Promise<FinishedRun | undefined> {
  if ((await countResults(database, run)) < run.plan.subproblems.length) return undefined;
  const latest = await latestEntry(database, run);
  const ledger = await loadResults(database, run, options);
  if (unfinishedPlaces(run.plan.subproblems, ledger).length > 0) return undefined;
  const total = sum(run.plan, ledger);
  return (await finishRun(database, run, total.count, latest)) ? { ...total, ledger } : undefined;
}

/** When the latest of a run's results was entered; null if there is none. */
export async function latestEntry(database: Database, { id }: Run): Promise<string | null> {
  const [row] = await database.query<{ latest: string | null }>(
    'select max(entered)::text as latest from queens_par.result where run = $1::integer',
    [id],
  );
  return row?.latest ?? null;
}

/**
 * Enters the total of a run, if that is still what its ledger adds up to: nothing is missing from it and nothing has
 * come into it since it was read. (What was forgotten and counted again came in later.)
 *
 * @param latest its `latestEntry` when the reading of it began.
 * @returns whether the total stands there now.
 */
export async function finishRun(
  database: Database,
  { id }: Run,
  total: bigint,
  latest: string | null,
): Promise<boolean> {
  const entered = await database.query(
    `update queens_par.run set state = 'finished', reason = null, total = $2::numeric,
            ended = case state when 'finished' then ended else now() end
      where id = $1::integer and state <> 'conflict' and ${IS_COMPLETE}
        and not exists (select from queens_par.conflict where conflict.run = run.id)
        and not exists (select from queens_par.result where result.run = run.id and entered > $3::timestamptz)
      returning id`,
    [id, String(total), latest],
  );
  return entered.length > 0;
}

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
