/** Ledger files of a cluster's runs: `cluster export` writes them, and `cluster import` adds their counts to a run. */
import { kernelVersion } from '../../../workers/kernel-version.js';
import { compareWithKnown } from '../../board/known-counts.js';
import type { Arguments } from '../../cli/commands.js';
import { withDatabase } from '../../cluster/connect.js';
import { finishRun, insertResults, type PlacedResult, RunResults } from '../../cluster/results.js';
import { conflictMessage, findRun, openRunOfPlan, readAgain } from '../../cluster/runs.js';
import { uniqueName } from '../../cluster/workers.js';
import { LedgerFile } from '../../ledger/ledger-file.js';
import { writeLedgerFile } from '../../ledger/open.js';
import { collect, remainingOf } from '../../ledger/results.js';
import { plural } from '../../text/numbers.js';
import { completeText } from '../closing.js';

/** `queens-par cluster export`: writes a run's ledger to a file. Keeps the entries of an existing file of this plan. */
export async function exportRun(args: Arguments<'cluster export'>): Promise<void> {
  const { run: name, out, quiet, databaseFile, local } = args;
  await withDatabase({ databaseFile, local }, async (database) => {
    const results = await collect(new RunResults(database, await findRun(database, name)));
    const { plan } = results;
    writeLedgerFile(out, results);
    const missing = remainingOf(plan, results).subproblems.length;
    const finished = plan.subproblems.length - missing;
    const rest = missing > 0 ? `; still missing: ${plural(missing, 'subproblem')}` : '';
    if (!quiet) process.stderr.write(`${out}: ${plural(finished, 'subproblem')} of run ${name}${rest}.\n`);
  });
}

/** `queens-par cluster import`: adds the counts of a ledger file to a run of the same plan, as a worker would. */
export async function importRun(args: Arguments<'cluster import'>): Promise<void> {
  const { ledger: file, run: given, quiet, databaseFile, local } = args;
  const results = await collect(new LedgerFile(file));
  const { plan } = results;
  await withDatabase({ databaseFile, local }, async (database) => {
    const name = given ?? `${plan.n}-${plan.algorithm}`;
    const run = await openRunOfPlan(database, name, plan);
    const counted = Array.from(results.values(), (partial): PlacedResult => [results.placeOf(partial.id), partial]);
    const worker = { name: uniqueName(file), threads: 0, memory: 0, lease: 0, kernel: kernelVersion(), isHere: false };
    const added = await insertResults(database, { ...(await readAgain(database, run)), plan }, worker, counted);
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
