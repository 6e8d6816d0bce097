import type { Arguments } from '../../cli/commands.js';
import { withDatabase } from '../../cluster/connect.js';
import { loadLedger } from '../../cluster/results.js';
import { findRun, planOfRun } from '../../cluster/runs.js';
import { unfinished } from '../../ledger/ledger.js';
import { writeLedgerFile } from '../../ledger/open.js';
import { plural } from '../../text/numbers.js';

/** `queens-par cluster export`: writes a run's ledger to a file; entries of an existing file of the same plan stay. */
export async function exportRun({ run: name, out, ...choice }: Arguments<'cluster export'>): Promise<void> {
  await withDatabase(choice, async (database) => {
    const row = await findRun(database, name);
    const plan = planOfRun(row);
    const ledger = await loadLedger(database, { id: row.id, name, plan });
    writeLedgerFile(out, plan, ledger);
    const missing = unfinished(plan.subproblems, ledger).length;
    const finished = plan.subproblems.length - missing;
    const rest = missing > 0 ? `; ${plural(missing, 'subproblem')} are still missing` : '';
    process.stderr.write(`${out}: ${plural(finished, 'subproblem')} of run ${name}${rest}.\n`);
  });
}
