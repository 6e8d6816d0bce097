import { sum } from '../ledger/ledger.js';
import type { Database } from './database.js';
import { countResults, loadResults } from './results.js';
import { finishRun, type Run } from './runs.js';

/**
 * Finishes a run if its ledger holds every subproblem: nobody needs to wait for it.
 *
 * @returns its total, all solutions of the board; undefined while something is missing.
 * @throws as `loadResults` does.
 */
export async function finishIfComplete(database: Database, run: Run): Promise<bigint | undefined> {
  if ((await countResults(database, run)) < run.plan.subproblems.length) return undefined;
  const { count } = sum(run.plan, await loadResults(database, run));
  await finishRun(database, run, count);
  return count;
}
