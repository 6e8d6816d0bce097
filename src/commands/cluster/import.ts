import { compareWithKnown } from '../../board/known-counts.js';
import { finishIfComplete } from '../../cluster/ledger/finish-if-complete.js';
import { runOfPlan } from '../../cluster/ledger/runs.js';
import { submitLedger } from '../../cluster/ledger/submit-ledger.js';
import { type DatabasePlace, withDatabase } from '../../cluster/with-database.js';
import { loadLedgerFile } from '../../ledger/read.js';
import { completeText } from '../../report/complete-run.js';
import { plural } from '../../text/numbers.js';

interface ImportArguments extends DatabasePlace {
  readonly ledger: string;
  readonly run: string | undefined;
}

/** `queens-par cluster import`: takes the counts of a ledger file into a run of the same plan. */
export async function importRun({ ledger: file, run, ...place }: ImportArguments): Promise<void> {
  const { plan, ledger } = loadLedgerFile(file);
  await withDatabase(place, async (database) => {
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
