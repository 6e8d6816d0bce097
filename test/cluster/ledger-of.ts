import { expect } from 'vitest';
import { ask } from './postgres.js';

/** What the ledger holds of a run: each subproblem must be there once. */
export async function expectWholeLedger(url: string, run: string): Promise<void> {
  const [ledger] = await ask(
    url,
    `select count(*)::integer as rows, count(distinct (subproblem, algorithm))::integer as distinct,
            (select subproblems from queens_par.run where name = $1) as planned,
            (select count(*)::integer from queens_par.conflict) as conflicts
       from queens_par.ledger where run = $1`,
    [run],
  );
  expect(ledger).toEqual({ rows: ledger?.planned, distinct: ledger?.planned, planned: ledger?.planned, conflicts: 0 });
}

/** How many subproblems of a run are finished; 0 before there is one. */
export async function finishedOf(url: string, run: string): Promise<number> {
  const rows = await ask<{ finished: number }>(
    url,
    'select count(*)::integer as finished from queens_par.ledger where run = $1',
    [run],
  ).catch(() => []);
  return rows[0]?.finished ?? 0;
}
