/** `queens-par plan <n>`: lists the subproblems of a count. */

import type { Plan } from '../../core/plan/plan.js';
import { takeSteps } from '../../core/plan/steps.js';
import { formatBriefly } from '../../core/text/durations.js';
import { asJson } from '../../core/text/json.js';
import { plural } from '../../core/text/numbers.js';
import { formatTable } from '../../core/text/tables.js';
import { planForMachine } from '../../node/count/new-plan.js';
import { inspectMachine } from '../../node/machine/machine.js';
import { writeText } from '../../node/terminal/write-text.js';
import { planInterruptibly } from '../counting/open-count.js';
import type { Arguments } from '../options/commands.js';

export async function plan({ n, json, quiet, threads, ...options }: Arguments<'plan'>): Promise<void> {
  const steps = planForMachine(n, options, inspectMachine(threads));
  const chosen = await planInterruptibly(n, quiet, (signal) => takeSteps(steps, signal));
  await writeText(process.stdout, [json ? planAsJson(chosen) : planAsText(chosen)]);
}

function planAsText({ n, algorithm, subproblems, cost, hash }: Plan): string {
  const rows = subproblems.map((subproblem) => {
    const share = `${((100 * subproblem.cost) / cost).toFixed(2)}%`;
    return [subproblem.id, String(subproblem.weight), formatBriefly(subproblem.cost / 1000), share];
  });
  const head = ['subproblem', 'weight', 'time', 'share'];
  const whole = `about ${formatBriefly(cost / 1000)} on one thread of a 2.4 GHz server from 2026`;
  return `${formatTable({ head, aligns: ['left', 'right', 'right', 'right'], rows })}
n = ${n}, ${algorithm}: ${plural(subproblems.length, 'subproblem')}, ${whole}
hash ${hash}
`;
}

function planAsJson({ n, algorithm, options, subproblems, cost, hash: planHash }: Plan): string {
  const all = { n, algorithm, options, subproblems: subproblems.length, cost, planHash };
  return asJson('plan/3', { ...all, subproblemList: subproblems });
}
