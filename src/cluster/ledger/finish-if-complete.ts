import { type Ledger, sum, type Total, unfinishedPlaces } from '../../ledger/ledger.js';
import type { Database } from '../database/database.js';
import { countResults, type LoadOptions, latestEntry, loadResults } from './results.js';
import { finishRun, type Run } from './runs.js';

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
