import { loadResults } from '../cluster/results.js';
import { findRun, planOfRun } from '../cluster/runs.js';
import { readStatus } from '../cluster/status.js';
import { type AuditArguments, auditLedger } from './audit-ledger.js';
import { type DatabaseArguments, withDatabase } from './with-database.js';

export interface ClusterAuditArguments extends AuditArguments, DatabaseArguments {
  readonly run: string;
}

/** Counts a sample of a run again on this machine; what was counted in contradiction is always part of it. */
export async function runClusterAudit({ run: name, ...args }: ClusterAuditArguments): Promise<void> {
  await withDatabase(args, async (database) => {
    const row = await findRun(database, name);
    const plan = planOfRun(row);
    const ledger = await loadResults(database, { id: row.id, name, plan });
    const [status] = await readStatus(database, name);
    const suspects = new Set(status?.conflicts.map(({ subproblem }) => subproblem));
    const { disagreements } = await auditLedger({ ...args, source: `run ${name}`, plan, ledger, suspects });
    if (disagreements.length === 0) return;
    const counted = await database.query<{ subproblem: string; worker: string }>(
      'select subproblem, worker from queens_par.ledger where run = $1 and subproblem = any($2) order by worker, subproblem',
      [name, disagreements.map(({ id }) => id)],
    );
    for (const { subproblem, worker } of counted)
      process.stderr.write(`subproblem ${subproblem} was counted by ${worker}\n`);
  });
}
