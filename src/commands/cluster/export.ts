import type { Arguments } from '../../cli/commands.js';
import { loadResults } from '../../cluster/ledger/results.js';
import { findRun, planOfRun } from '../../cluster/ledger/runs.js';
import { withDatabase } from '../../cluster/with-database.js';
import { unfinished } from '../../ledger/ledger.js';
import { writeLedgerFile } from '../../ledger/open.js';
import { say } from '../../terminal/terminal.js';
import { plural } from '../../text/numbers.js';

/** `queens-par cluster export`: writes a run's ledger into a file; entries of an existing file of the same plan stay. */
export async function exportRun({ run: name, out, ...place }: Arguments<'cluster export'>): Promise<void> {
  await withDatabase(place, async (database) => {
    const row = await findRun(database, name);
    const plan = planOfRun(row);
    const ledger = await loadResults(database, { id: row.id, name, plan }, { note: say });
    writeLedgerFile(out, plan, ledger);
    const missing = unfinished(plan.subproblems, ledger).length;
    const finished = plan.subproblems.length - missing;
    const rest = missing > 0 ? `; ${plural(missing, 'subproblem')} are missing yet` : '';
    process.stderr.write(`${out}: ${plural(finished, 'subproblem')} of run ${name}${rest}.\n`);
  });
}
