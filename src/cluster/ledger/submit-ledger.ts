import type { Ledger } from '../../ledger/ledger.js';
import type { PartialCount } from '../../plan/partial-count.js';
import type { Subproblem } from '../../plan/subproblem.js';
import type { Database } from '../database/database.js';
import { conflictMessage, type Run, standingOf } from './runs.js';
import { WorkerDesk } from './worker-desk.js';

/** Rows in a transaction. */
const AT_ONCE = 10_000;

/**
 * Enters what another ledger holds, by the way that workers take: what is there already counts once.
 *
 * @param source what the status names as the worker that counted them.
 * @returns how many were new.
 * @throws Error with both counts if one contradicts what is there.
 */
export async function submitLedger(database: Database, run: Run, ledger: Ledger, source: string): Promise<number> {
  const desk = new WorkerDesk(database, 0, source);
  await desk.enroll();
  let news = 0;
  let found = new Map<Subproblem, PartialCount>();
  async function submit(): Promise<void> {
    news += await desk.submit({ run: run.id, planHash: run.plan.hash }, found);
    found = new Map();
  }
  for (const subproblem of run.plan.subproblems) {
    const partial = ledger.get(subproblem.id);
    if (partial) found.set(subproblem, partial);
    if (found.size === AT_ONCE) await submit();
  }
  await submit();
  await desk.leave();
  const { isDisputed, reason } = await standingOf(database, run);
  if (isDisputed) throw new Error(conflictMessage(database, { name: run.name, n: run.plan.n, reason }));
  return news;
}
