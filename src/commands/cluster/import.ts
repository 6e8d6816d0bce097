import { compareWithKnown } from '../../board/known-counts.js';
import type { Arguments } from '../../cli/commands.js';
import { finishIfComplete } from '../../cluster/ledger/end-run.js';
import { runOfPlan } from '../../cluster/ledger/runs.js';
import { submitLedger } from '../../cluster/ledger/worker-desk.js';
import { withDatabase } from '../../cluster/with-database.js';
import { loadLedgerFile } from '../../ledger/read.js';
import { completeText } from '../../text/closing.js';
import { plural } from '../../text/numbers.js';

/** `queens-par cluster import`: takes the counts of a ledger file into a run of the same plan. */
export async function importRun({ ledger: file, run, ...place }: Arguments<'cluster import'>): Promise<void> {
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
