import { loadResults } from '../../cluster/ledger/results.js';
import { findRun, planOfRun } from '../../cluster/ledger/runs.js';
import { readStatus } from '../../cluster/ledger/status.js';
import { type DatabasePlace, withDatabase } from '../../cluster/with-database.js';
import type { Contradictions } from '../../count/audit.js';
import { type AuditArguments, auditLedger } from '../audit-ledger.js';

interface ClusterAuditArguments extends AuditArguments, DatabasePlace {
  readonly run: string;
}

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
export async function auditRun({ run: name, ...args }: ClusterAuditArguments): Promise<void> {
  await withDatabase(args, async (database) => {
    const row = await findRun(database, name);
    const plan = planOfRun(row);
    const ledger = await loadResults(database, { id: row.id, name, plan }, { note: say });
    const [status] = await readStatus(database, name);
    const seconds = (status?.conflicts ?? []).map(
      ({ subproblem, secondCount: count, secondWorker: worker }): Claim => ({ subproblem, count, worker }),
    );
    const contradictions = contradictionsOf(seconds);
    const { disagreements } = await auditLedger({ ...args, source: `run ${name}`, plan, ledger, contradictions });
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

function contradictionsOf(claims: readonly Claim[]): Contradictions {
  const counts = new Map<string, Set<number>>();
  for (const { subproblem, count } of claims)
    counts.set(subproblem, (counts.get(subproblem) ?? new Set()).add(Number(count)));
  return counts;
}

function say(message: string): void {
  process.stderr.write(`queens-par: ${message}\n`);
}
