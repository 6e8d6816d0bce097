import type { Plan } from '../plan/plan.js';
import { type Ledger, record } from './ledger.js';
import { openLedger } from './open.js';

/**
 * Writes what a ledger holds into a file, that can be resumed, merged, audited and exported. What a file of the same
 * plan holds already stays in it.
 *
 * @throws UsageError, LedgerFileError, ConflictError
 */
export async function writeLedgerFile(file: string, plan: Plan, ledger: Ledger): Promise<void> {
  const { ledger: written } = await openLedger(file, { n: plan.n, options: {}, like: plan });
  try {
    for (const subproblem of plan.subproblems) {
      const partial = ledger.get(subproblem.id);
      if (partial) await record(written, subproblem, partial);
    }
  } finally {
    written.close();
  }
}
