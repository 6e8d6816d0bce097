import type { Database } from '../database/database.js';
import type { RunRow } from './runs.js';

/** Results counted for one list at most: that takes half a second (2026-11-21). */
const MOST_COUNTED = 2_000_000;

/** A run in a list. */
interface ListedRun extends Pick<RunRow, 'name' | 'n' | 'algorithm' | 'state'> {
  readonly subproblems: number;
  /** Subproblems that the ledger holds; null where counting them would take too long. */
  readonly finished: number | null;
}

/** The latest runs, at most `limit`. Results are counted of those that have not finished, the latest first. */
export async function latestRuns(database: Database, limit: number): Promise<ListedRun[]> {
  return database.query<ListedRun>(
    `select name, n, algorithm, state, subproblems,
            case when state = 'finished' then subproblems
                 when sum(subproblems) filter (where state <> 'finished') over (order by id desc) <= ${MOST_COUNTED}
                 then (select count(*)::integer from queens_par.result where run = latest.id)
            end as finished
       from (select * from queens_par.run order by id desc limit $1::integer) latest
      order by id desc`,
    [limit],
  );
}
