/** `queens-par plan <n>`: the subproblems of a count. */
import type { Arguments } from '../cli/commands.js';
import { resolveThreads } from '../executors/threads.js';
import { choosePlan } from '../plan/choose-plan.js';
import type { Plan } from '../plan/plan.js';
import { pick } from '../plan/subproblem-list.js';
import { writeText } from '../terminal/write-text.js';
import { formatShort, plural } from '../text/numbers.js';

/** Prints the subproblems of n queens, with what each is estimated to cost. */
export async function plan({ n, json, ...options }: Arguments<'plan'>): Promise<void> {
  const made = choosePlan(n, { ...options, ...resolveThreads(options.threads) });
  await writeText(process.stdout, json ? [planAsJson(made)] : planAsTable(made));
}

/** The first subproblems stand for the others in how wide a column must be. */
const FIRST_THOUSAND = [...Array(1000).keys()];

/**
 * A plan for reading, line by line: its subproblems in columns, and a line about the whole. Lines, not a drawn table,
 * because a plan may have a million of them.
 */
function* planAsTable({ n, algorithm, subproblems, cost, hash }: Plan): Generator<string> {
  const widest = Math.max('subproblem'.length, ...Array.from(pick(subproblems, FIRST_THOUSAND), ({ id }) => id.length));
  const line = (id: string, weight: string, cost: string, part: string) =>
    `${id.padEnd(widest)}  ${weight.padStart(6)}  ${cost.padStart(16)}  ${part.padStart(8)}\n`;

  yield line('subproblem', 'weight', 'estimated cost', 'part');
  for (const subproblem of subproblems) {
    const part = `${((100 * subproblem.cost) / cost).toFixed(2)} %`;
    yield line(subproblem.id, String(subproblem.weight), formatShort(subproblem.cost), part);
  }
  yield `\nn ${n}, ${algorithm}: ${plural(subproblems.length, 'subproblem')}, cost ${formatShort(cost)}\nhash ${hash}\n`;
}

function planAsJson(plan: Plan): string {
  return `${JSON.stringify({ schema: 'queens-par/plan/1', ...plan, subproblems: [...plan.subproblems] })}\n`;
}
