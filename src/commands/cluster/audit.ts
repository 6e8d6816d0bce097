import type { Arguments } from '../../cli/commands.js';
import { withDatabase } from '../../cluster/connect.js';
import type { Database } from '../../cluster/database.js';
import { RunResults } from '../../cluster/results.js';
import { type Conflict, findRun, type RunRow } from '../../cluster/runs.js';
import { readStatus } from '../../cluster/status.js';
import type { Audit } from '../../count/audit.js';
import { UsageError } from '../../errors/errors.js';
import { collect } from '../../ledger/results.js';
import { type Plan, placesById } from '../../plan/plan.js';
import { auditResults } from '../audit.js';

/**
 * `queens-par cluster audit`: counts a sample of a run again on this machine. The sample includes the subproblem of a
 * conflict. Names the workers with wrong counts.
 */
export async function auditRun(args: Arguments<'cluster audit'>): Promise<void> {
  const { run: name, worker, databaseFile, local, ...options } = args;
  await withDatabase({ databaseFile, local }, async (database) => {
    const run = await findRun(database, name);
    const number = worker === undefined ? undefined : await numberOf(database, run, worker);
    const { conflict } = run;
    const results = await collect(new RunResults(database, run, '', number));
    const { disagreements } = await auditResults(options, {
      source: worker === undefined ? `run ${name}` : `${worker} of run ${name}`,
      results,
      contradictions: conflict ? new Map([[conflict.subproblem, [Number(conflict.secondCount)]]]) : undefined,
    });
    for (const line of await wrongCounts(database, run, results.plan, disagreements)) process.stderr.write(`${line}\n`);
  });
}

/** Finds the number of a worker of a run. @throws UsageError if no worker with this name counted for the run. */
async function numberOf(database: Database, run: RunRow, name: string): Promise<number> {
  const { workers } = await readStatus(database, run);
  const worker = workers.find((known) => known.name === name && known.finished > 0);
  if (worker) return worker.id;
  throw new UsageError(
    `no worker named ${name} counted for run ${run.name}; ${database.command('status', run.name)} lists its workers`,
  );
}

/** Lists the wrong counts, one line for each subproblem and worker. */
async function wrongCounts(
  database: Database,
  { id, conflict }: RunRow,
  plan: Plan,
  disagreements: Audit['disagreements'],
): Promise<Set<string>> {
  const line = ({ subproblem, count, worker }: Pick<Conflict, 'subproblem' | 'count' | 'worker'>) =>
    `subproblem ${subproblem}: ${count} was counted by ${worker}`;
  const places = placesById(plan.subproblems);
  const lines = new Set<string>();
  for (const { id: subproblem, recorded } of disagreements) {
    const count = String(recorded);
    const workers = await database.query<{ name: string }>(
      `select name from worker join result on result.worker = worker.id where run = $1 and place = $2 and count = $3`,
      [id, places.get(subproblem), count],
    );
    for (const { name: worker } of workers) lines.add(line({ subproblem, count, worker }));
    if (conflict?.subproblem === subproblem && conflict.secondCount === count)
      lines.add(line({ subproblem, count, worker: conflict.secondWorker }));
  }
  return lines;
}
