/** Ledger files of a cluster's runs: `cluster export` writes them, and `cluster import` adds their counts to a run. */
import { kernelVersion } from '../../../workers/kernel-version.js';
import { compareWithKnown } from '../../board/known-counts.js';
import type { Arguments } from '../../cli/commands.js';
import { withDatabase } from '../../cluster/connect.js';
import { type Counted, finishRun, insertResults, readLedger } from '../../cluster/results.js';
import { conflictMessage, findRun, openRunOfPlan, planOfRun, readAgain } from '../../cluster/runs.js';
import { uniqueName } from '../../cluster/workers.js';
import { remainingOf } from '../../ledger/ledger.js';
import { writeLedgerFile } from '../../ledger/open.js';
import { loadLedgerFile } from '../../ledger/read.js';
import { plural } from '../../text/numbers.js';
import { completeText } from '../closing.js';

/** `queens-par cluster export`: writes a run's ledger to a file. Keeps the entries of an existing file of this plan. */
export async function exportRun(args: Arguments<'cluster export'>): Promise<void> {
  const { run: name, out, quiet, databaseFile, local } = args;
  await withDatabase({ databaseFile, local }, async (database) => {
    const row = await findRun(database, name);
    const plan = planOfRun(row);
    const ledger = await readLedger(database, { id: row.id, name, plan });
    writeLedgerFile(out, plan, ledger);
    const missing = remainingOf(plan, ledger).subproblems.length;
    const finished = plan.subproblems.length - missing;
    const rest = missing > 0 ? `; still missing: ${plural(missing, 'subproblem')}` : '';
    if (!quiet) process.stderr.write(`${out}: ${plural(finished, 'subproblem')} of run ${name}${rest}.\n`);
  });
}

/** `queens-par cluster import`: adds the counts of a ledger file to a run of the same plan, as a worker would. */
export async function importRun(args: Arguments<'cluster import'>): Promise<void> {
  const { ledger: file, run: given, quiet, databaseFile, local } = args;
  const { plan, ledger } = loadLedgerFile(file);
  await withDatabase({ databaseFile, local }, async (database) => {
    const name = given ?? `${plan.n}-${plan.algorithm}`;
    const run = await openRunOfPlan(database, name, plan);
    const counted: Counted[] = [];
    let place = 0;
    for (const subproblem of plan.subproblems) {
      const partial = ledger.get(subproblem.id);
      if (partial) counted.push({ place, subproblem, partial });
      place++;
    }
    const worker = { name: uniqueName(file), threads: 0, memory: 0, lease: 0, kernel: kernelVersion(), isHere: false };
    const added = await insertResults(database, await readAgain(database, run), worker, counted);
    const row = await readAgain(database, run);
    if (row.state === 'conflict') throw new Error(conflictMessage(database, row));
    const total = await finishRun(database, run);
    const rest = total
      ? `it is ${completeText(plan.n, total.count)}`
      : `${database.command('start', String(plan.n), '--run', name)} counts the rest`;
    const differs = total && compareWithKnown(plan.n, total.count) === 'differs';
    if (differs) process.exitCode = 1;
    if (differs || !quiet) process.stderr.write(`Run ${name}: ${plural(added, 'subproblem')} from ${file}; ${rest}.\n`);
  });
}
