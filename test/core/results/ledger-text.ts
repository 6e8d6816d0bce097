import type { Part } from '../../../src/core/plan/part.js';
import type { PartialCount } from '../../../src/core/plan/partial-count.js';
import type { Plan } from '../../../src/core/plan/plan.js';
import { SCHEMA } from '../../../src/core/results/header.js';
import { addChecksum, deriveSeed, formatEntry } from '../../../src/core/results/line.js';
import { createKernel } from '../../../workers/kernels.js';
import { planBitmask } from '../plan/plans.js';

/** Returns the text of a ledger file. */
export function ledgerText(plan: Plan, partials: Iterable<PartialCount>, part?: Part): string {
  const { n, algorithm, options, hash: planHash, subproblems } = plan;
  const versions = { program: 'queens-par 0.1.0', node: '20.20.2' };
  const counts = { n, algorithm, options, planHash, subproblems: subproblems.length };
  const header = JSON.stringify({ schema: SCHEMA, ...counts, ...(part && { part }), ...versions });
  const lines = [...partials].map((partial) => addChecksum(formatEntry(partial), deriveSeed(planHash)));
  return [addChecksum(header), ...lines].join('');
}

/** Returns the text of a complete ledger of n queens, with correct counts. */
export function finishedLedger(n: number): string {
  const plan = planBitmask(n, 2);
  return ledgerText(plan, [...plan.subproblems].map(createKernel({ kind: 'reference' })));
}

/** Returns a result for each subproblem of a plan. Its count is its index in the plan, so all counts differ. */
export function countedInTurn(plan: Plan): PartialCount[] {
  return [...plan.subproblems].map(({ id }, index) => ({
    id,
    count: index,
    work: 10 * index,
    milliseconds: 0.25,
    ended: 1e12 + index,
  }));
}
