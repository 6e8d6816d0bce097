import type { LedgerRequest } from '../ledger/header.js';
import type { Ledger } from '../ledger/ledger.js';
import { MemoryLedger } from '../ledger/memory.js';
import type { OpenOptions } from '../ledger/open.js';
import { choosePlan } from '../plan/choose-plan.js';
import type { Plan } from '../plan/plan.js';

/** A plan, and the ledger for its finished subproblems. */
export interface OpenCount {
  readonly plan: Plan;
  readonly ledger: Ledger;
  /** Must be called at the end, also after errors. */
  close(): void | Promise<void>;
}

/**
 * Opens a count: with the plan and the ledger of a file or, without a file, with a new plan and a ledger in memory.
 *
 * @throws UsageError, LedgerFileError
 */
export async function openCount(request: LedgerRequest, file?: string, options?: OpenOptions): Promise<OpenCount> {
  if (file === undefined) {
    const plan = choosePlan(request.n, request.options);
    return { plan, ledger: new MemoryLedger(), close() {} };
  }
  const { openLedger } = await import('../ledger/open.js'); // loads the system's locks, which takes 15 ms
  const { plan, ledger } = openLedger(file, request, options);
  return { plan, ledger, close: () => ledger.close() };
}
