/** Inserts results into a run: those of workers, and those of files. */
import type { PartialCount } from '../../core/plan/partial-count.js';
import type { Results } from '../../core/results/results.js';
import type { Database, Queryable } from '../connection/database.js';
import { createUniqueName, type Registration, registerWorker } from './registration.js';
import type { ClusterRun, Conflict } from './runs.js';

/** Maximum number of rows that a statement reads or inserts (about 200 kB). With 5,000, V8 takes 60 MB more. */
export const PAGE = 1_000;

/** A result and the index of its subproblem in the plan. */
export type IndexedResult = readonly [index: number, partial: PartialCount];

/** Adds the results in a file to a run, as a worker would. @returns the number of new results. */
export async function importResults(
  database: Database,
  run: ClusterRun,
  results: Results,
  file: string,
): Promise<number> {
  const { kernels } = run;
  const worker = { name: createUniqueName(file), threads: 0, memory: 0, lease: 0, kernels, isRunning: false };
  const placed = Array.from(results.values(), (partial): IndexedResult => [results.indexOf(partial.id), partial]);
  return insertResults(database, run, worker, placed);
}

/**
 * Inserts a worker's results, up to a thousand in a transaction. Existing results are not changed; if a count differs
 * from an existing one, the run gets the state `conflict`. Inserts nothing if the run was removed or has other kernels.
 *
 * Finds the worker by name, because in a restored database its id may be missing or belong to another worker.
 *
 * @returns the number of new results.
 */
export async function insertResults(
  database: Database,
  run: ClusterRun,
  worker: Registration,
  results: readonly IndexedResult[],
): Promise<number> {
  let inserted = 0;
  for (let first = 0; first < results.length; first += PAGE) {
    inserted += await insertPage(database, run, worker, results.slice(first, first + PAGE));
  }
  return inserted;
}

function insertPage(
  database: Database,
  { id, kernels, plan }: ClusterRun,
  worker: Registration,
  results: readonly IndexedResult[],
): Promise<number> {
  const column = (field: Exclude<keyof PartialCount, 'id'>) => results.map(([, partial]) => partial[field]);
  return database.transaction(async (transaction) => {
    const registered = await transaction.query('select from worker where name = $1', [worker.name]);
    if (registered.length === 0) await registerWorker(transaction, worker);
    const inserted = await transaction.query(
      `insert into result (run, index, count, work, cost, milliseconds, ended, worker)
       select run.id, index, count, work, counted.cost, milliseconds, to_timestamp(moment / 1000), worker.id
         from run join worker on worker.name = $3,
              unnest($5::integer[], $6::bigint[], $7::bigint[], $8::float8[], $9::float8[], $10::float8[])
                as counted (index, count, work, cost, milliseconds, moment)
        where run.id = $1 and run.kernels = $2 and plan_hash = $4 order by index
       on conflict (run, index) do nothing returning index`,
      [
        ...[id, kernels, worker.name, plan.hash],
        results.map(([index]) => index),
        ...[column('count'), column('work')],
        results.map(([index]) => plan.subproblems[index]?.cost ?? 0),
        ...[column('milliseconds'), column('ended')],
      ],
    );
    if (inserted.length < results.length) {
      await reportConflict(transaction, id, worker.name, results);
      if (worker.threads > 0) await recordDoubleCounts(transaction, id, worker.name, results);
    }
    return inserted.length;
  });
}

/** Sets the state `conflict` if a result already exists with a different count. A run keeps its first conflict. */
async function reportConflict(
  { query }: Queryable,
  run: number,
  secondWorker: string,
  results: readonly IndexedResult[],
): Promise<void> {
  const [row] = await query<Omit<Conflict, 'subproblem' | 'secondWorker'>>(
    `select index, result.count::text, worker.name as worker, counted.count::text as "secondCount"
       from result join worker on worker.id = result.worker
       join unnest($2::integer[], $3::bigint[]) as counted (index, count) using (index)
      where run = $1 and result.count <> counted.count order by index limit 1`,
    [run, results.map(([index]) => index), results.map(([, { count }]) => count)],
  );
  if (!row) return;
  const subproblem = results.find(([index]) => index === row.index)?.[1].id ?? '';
  const conflict: Conflict = { subproblem, ...row, secondWorker };
  const { count, worker, secondCount } = row;
  const counts = `as ${count} by ${worker} and as ${secondCount} by ${secondWorker}`;
  const reason = `subproblem ${subproblem} was counted ${counts}`;
  await query(
    `update run set state = 'conflict', reason = $2, conflict = $3, total = null
      where id = $1 and conflict is null`,
    [run, reason, JSON.stringify(conflict)],
  );
}

/** Records how many of a worker's results others had submitted before, and the time that counting them again cost. */
async function recordDoubleCounts(
  { query }: Queryable,
  run: number,
  worker: string,
  results: readonly IndexedResult[],
): Promise<void> {
  await query(
    `update run set counted_twice = counted_twice + number, lost_seconds = lost_seconds + seconds
       from (select count(*)::integer as number, coalesce(sum(counted.milliseconds), 0) / 1000 as seconds
               from result join unnest($3::integer[], $4::float8[]) as counted (index, milliseconds) using (index)
              where run = $1 and worker <> (select id from worker where name = $2)) as twice
      where run.id = $1 and number > 0`,
    [run, worker, results.map(([index]) => index), results.map(([, { milliseconds }]) => milliseconds)],
  );
}
