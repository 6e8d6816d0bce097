import type { Ledger } from '../ledger/ledger.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { Plan } from '../plan/plan.js';
import type { Subproblem } from '../plan/subproblem.js';

/**
 * The subtotals as CSV, in the order of the plan: the sum of weight times count is the number of solutions. Ids have
 * no commas or quotes in them.
 */
export function* subtotalsAsCsv(plan: Plan, ledger: Ledger): Generator<string> {
  yield 'n,algorithm,id,weight,count,work,milliseconds\n';
  for (const [{ n, algorithm, id, weight }, { count, work, milliseconds }] of subtotals(plan, ledger)) {
    yield `${n},${algorithm},${id},${weight},${count},${work},${milliseconds}\n`;
  }
}

/** The subtotals as JSON Lines: every field of the subproblem, and of its count; counts are decimal strings. */
export function* subtotalsAsNdjson(plan: Plan, ledger: Ledger): Generator<string> {
  for (const [{ cost, ...subproblem }, { count, work, milliseconds }] of subtotals(plan, ledger)) {
    yield `${JSON.stringify({ ...subproblem, count: String(count), work: String(work), milliseconds })}\n`;
  }
}

function* subtotals({ subproblems }: Plan, ledger: Ledger): Generator<[Subproblem, PartialCount]> {
  for (const subproblem of subproblems) {
    const partial = ledger.get(subproblem.id);
    if (partial) yield [subproblem, partial];
  }
}
