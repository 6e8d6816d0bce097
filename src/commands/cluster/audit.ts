import type { Arguments } from '../../cli/commands.js';
import type { Database } from '../../cluster/database/database.js';
import { loadResults } from '../../cluster/ledger/results.js';
import { findRun, planOfRun, type Run } from '../../cluster/ledger/runs.js';
import { readStatus } from '../../cluster/ledger/status.js';
import { withDatabase } from '../../cluster/with-database.js';
import type { Contradictions } from '../../count/audit.js';
import { UsageError } from '../../errors/errors.js';
import type { Ledger } from '../../ledger/ledger.js';
import { MemoryLedger } from '../../ledger/memory.js';
import { say } from '../../terminal/terminal.js';
import { auditLedger } from '../audit.js';

/** A worker's count of a subproblem. */
interface Claim {
  readonly subproblem: string;
  /** As decimal text. */
  readonly count: string;
  readonly worker: string;
}

/**
 * `queens-par cluster audit`: counts a sample of a run again on this machine, and every subproblem with contradicting
 * counts; names the workers whose counts are wrong.
 */
export async function auditRun({ run: name, worker, ...args }: Arguments<'cluster audit'>): Promise<void> {
  await withDatabase(args, async (database) => {
    const row = await findRun(database, name);
    const plan = planOfRun(row);
    const run = { id: row.id, name, plan };
    const whole = await loadResults(database, run, { note: say });
    const ledger = worker === undefined ? whole : await resultsOf(database, run, whole, worker);
    const [status] = await readStatus(database, name);
    const seconds = (status?.conflicts ?? []).map(
      ({ subproblem, secondCount: count, secondWorker: worker }): Claim => ({ subproblem, count, worker }),
    );
    const contradictions = contradictionsOf(seconds);
    const { disagreements } = await auditLedger({
      ...args,
      source: worker === undefined ? `run ${name}` : `${worker} of run ${name}`,
      plan,
      ledger,
      contradictions,
    });
    if (disagreements.length === 0) return;
    const firsts = await database.query<Claim>(
      'select subproblem, count::text, worker from queens_par.ledger where run = $1::text and subproblem = any($2::text[]) order by worker, subproblem',
      [name, disagreements.map(({ id }) => id)],
    );
    const disproved = new Set(disagreements.map(({ id, recorded }) => `${id} ${recorded}`));
    const wrong = [...firsts, ...seconds].filter(({ subproblem, count }) =>
      disproved.has(`${subproblem} ${Number(count)}`),
    );
    const lines = wrong.map(
      ({ subproblem, count, worker }) => `subproblem ${subproblem}: ${count} was counted by ${worker}`,
    );
    for (const line of new Set(lines)) process.stderr.write(`${line}\n`);
  });
}

/**
 * Of a run's results, those that a worker or a login counted.
 *
 * @throws UsageError if there are none.
 */
async function resultsOf(database: Database, { id, name, plan }: Run, whole: Ledger, worker: string): Promise<Ledger> {
  const rows = await database.query<{ subproblem: string }>(
    `select subproblem from queens_par.result
       join queens_par.worker on worker.id = result.worker
      where run = $1::integer and (worker.name = $2::text or worker.role = $2::text)`,
    [id, worker],
  );
  if (rows.length === 0) {
    throw new UsageError(
      `no worker or login named ${worker} counted for run ${name}; ${database.command('status', name)} lists them`,
    );
  }
  const ledger = new MemoryLedger(plan.subproblems);
  for (const { subproblem } of rows) {
    const partial = whole.get(subproblem);
    if (partial) ledger.enter(partial);
  }
  return ledger;
}

function contradictionsOf(claims: readonly Claim[]): Contradictions {
  const counts = new Map<string, Set<number>>();
  for (const { subproblem, count } of claims)
    counts.set(subproblem, (counts.get(subproblem) ?? new Set()).add(Number(count)));
  return counts;
}
