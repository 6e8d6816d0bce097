import type { Plan } from '../plan/plan.js';
import { pick } from '../plan/subproblem-list.js';
import { formatCount, plural } from '../text/numbers.js';

/** Places that stand for the others in how wide a column must be. */
const FIRST_THOUSAND = [...Array(1000).keys()];

/**
 * A plan for reading, line by line: its subproblems in columns, and a line about the whole. Lines, not a drawn table,
 * because a plan may have a million of them.
 */
export function* planAsTable({ n, algorithm, subproblems, cost, hash }: Plan): Generator<string> {
  const widest = Math.max('subproblem'.length, ...Array.from(pick(subproblems, FIRST_THOUSAND), ({ id }) => id.length));
  const line = (id: string, weight: string, cost: string, part: string) =>
    `${id.padEnd(widest)}  ${weight.padStart(6)}  ${cost.padStart(24)}  ${part.padStart(8)}\n`;

  yield line('subproblem', 'weight', 'estimated cost', 'part');
  for (const subproblem of subproblems) {
    const part = `${((100 * subproblem.cost) / cost).toFixed(2)} %`;
    yield line(subproblem.id, String(subproblem.weight), formatCount(subproblem.cost), part);
  }
  yield `\nn ${n}, ${algorithm}: ${plural(subproblems.length, 'subproblem')}, cost ${formatCount(cost)}\nhash ${hash}\n`;
}

/** A plan as one JSON object. */
export function planAsJson(plan: Plan): string {
  return JSON.stringify({ schema: 'queens-par/plan/1', ...plan, subproblems: [...plan.subproblems] });
}
