import { compareWithKnown } from '../board/known-counts.js';
import { finishIfComplete } from '../cluster/ledger/finish-if-complete.js';
import { loadResults } from '../cluster/ledger/results.js';
import { findRun, planOfRun, runOfPlan } from '../cluster/ledger/runs.js';
import { submitLedger } from '../cluster/ledger/submit-ledger.js';
import { unfinished } from '../ledger/ledger.js';
import { loadLedgerFile } from '../ledger/read.js';
import { writeLedgerFile } from '../ledger/write.js';
import { completeText } from '../report/complete-run.js';
import { plural } from '../text/numbers.js';
import { type DatabaseArguments, withDatabase } from './with-database.js';

export interface ClusterExportArguments extends DatabaseArguments {
  readonly run: string;
  readonly out: string;
}

/** Writes a run's ledger into a file; what a file of the same plan holds already stays in it. */
export async function runClusterExport({ run: name, out, ...args }: ClusterExportArguments): Promise<void> {
  await withDatabase(args, async (database) => {
    const row = await findRun(database, name);
    const plan = planOfRun(row);
    const ledger = await loadResults(database, { id: row.id, name, plan });
    await writeLedgerFile(out, plan, ledger);
    const missing = unfinished(plan.subproblems, ledger).length;
    const finished = plan.subproblems.length - missing;
    const rest = missing > 0 ? `; ${plural(missing, 'subproblem')} are missing yet` : '';
    process.stderr.write(`${out}: ${plural(finished, 'subproblem')} of run ${name}${rest}.\n`);
  });
}

export interface ClusterImportArguments extends DatabaseArguments {
  readonly ledger: string;
  readonly run: string | undefined;
}

/** Takes what a ledger file holds into a run of its plan. */
export async function runClusterImport({ ledger: file, run, ...args }: ClusterImportArguments): Promise<void> {
  const { plan, ledger } = loadLedgerFile(file);
  await withDatabase(args, async (database) => {
    const name = run ?? `${plan.n}-${plan.algorithm}`;
    const held = await runOfPlan(database, name, plan);
    const news = await submitLedger(database, held, ledger, file);
    const finished = await finishIfComplete(database, held);
    const rest =
      finished === undefined
        ? `${database.command('start', String(plan.n), '--run', name)} counts the others`
        : `it is ${completeText(plan.n, finished.count)}`;
    if (finished && compareWithKnown(plan.n, finished.count) === 'differs') process.exitCode = 1;
    process.stderr.write(`Run ${name}: ${plural(news, 'subproblem')} from ${file}; ${rest}.\n`);
  });
}
