/** `queens-par forecast <n>`: estimates how long a count would take. */

import { createJobs, planForCluster } from '../../cluster/work/jobs.js';
import { knownCount, MAX_PUBLISHED_N } from '../../core/board/known-counts.js';
import { pickPlanOptions } from '../../core/plan/choose-plan.js';
import { simulateHandOut } from '../../core/plan/hand-out.js';
import { largestCost, type Plan } from '../../core/plan/plan.js';
import { takeSteps } from '../../core/plan/steps.js';
import { REFERENCE_SPEED } from '../../core/runs/rate.js';
import { formatSeconds } from '../../core/text/durations.js';
import { asJson } from '../../core/text/json.js';
import { formatCount, megabytes, plural } from '../../core/text/numbers.js';
import { LocalCountTask } from '../../node/count/local-count-task.js';
import type { Machine } from '../../node/machine/machine.js';
import { PROGRAM_BYTES } from '../../node/machine/memory.js';
import { runInterruptible } from '../../node/terminal/interruption.js';
import { describeLoad } from '../counting/announcement.js';
import { planInterruptibly } from '../counting/open-count.js';
import { inspectFor } from '../counting/wide-kernel.js';
import type { Arguments } from '../options/commands.js';

export async function forecast(args: Arguments<'forecast'>): Promise<void> {
  const { n, kernel, machines, json, quiet } = args;
  const options = pickPlanOptions(args);
  const machine = inspectFor(args);
  const { counting, clusterPlan } = await planInterruptibly(n, quiet, async (signal) => {
    const counting = await LocalCountTask.open(n, { ...options, kernel, signal }, machine);
    const clusterPlan = machines === 1 ? counting.plan : await takeSteps(planForCluster(n, options), signal);
    return { counting, clusterPlan };
  });
  await runInterruptible((signal) => counting.measure(signal));
  const found = createForecast(counting, clusterPlan, machines);
  process.stdout.write(json ? asJson('forecast/3', found) : formatForecast(found, machine));
}

export type Forecast = ReturnType<typeof createForecast>;

/**
 * Creates the forecast. Other programs take the fraction `busy` of the processor; `idle` holds the times without them.
 *
 * @param clusterPlan the plan for all machines.
 * @param machines number of machines like this one.
 */
function createForecast(counting: LocalCountTask, clusterPlan: Plan, machines: number) {
  const { plan, fit, speed } = counting;
  const { slowdown, busy } = speed;
  const { n, algorithm } = plan;
  const seconds = counting.forecast();
  const secondsPerCost = slowdown / REFERENCE_SPEED;
  const clusterSeconds = machines > 1 ? secondsPerCost * simulate(clusterPlan, fit.atOnce * machines) : seconds;
  const subproblems = clusterPlan.subproblems.length;
  const times = (fraction: number) => ({
    seconds: fraction * seconds,
    clusterSeconds: fraction * clusterSeconds,
    // the times that an average subproblem and the longest one take on one thread
    subproblemSeconds: (fraction * secondsPerCost * clusterPlan.cost) / Math.max(1, subproblems),
    longestSubproblemSeconds: fraction * secondsPerCost * largestCost(clusterPlan),
  });
  return {
    n,
    algorithm,
    kernel: fit.kernel,
    threads: fit.atOnce,
    ...times(1),
    busy,
    idle: times(1 - busy),
    // upper bounds
    memoryBytes: PROGRAM_BYTES + Math.max(1, fit.threads) * fit.threadBytes,
    threadMemoryBytes: fit.threadBytes,
    machines,
    subproblems,
    published: knownCount(n) ?? null,
    largestPublished: MAX_PUBLISHED_N,
  };
}

/** Simulates a cluster that counts a plan. @returns its time in milliseconds on threads of the reference machine. */
function simulate(plan: Plan, threads: number): number {
  const costs = createJobs(plan).map(({ cost }) => cost);
  return simulateHandOut(costs, Array(threads).fill(1));
}

export function formatForecast(forecast: Forecast, machine: Machine): string {
  const { n, algorithm, kernel, threads, seconds, busy, idle, machines } = forecast;
  const { memoryBytes, threadMemoryBytes, subproblems, subproblemSeconds, longestSubproblemSeconds } = forecast;
  const isLimited = threads === machine.cores && machine.cores < machine.threads;
  const atOnce = isLimited ? ` (it has ${plural(threads, 'core')})` : '';
  const free = PROGRAM_BYTES + machine.availableMemory;
  const tooMuch = memoryBytes > free ? `; this machine has ${megabytes(free)} free` : '';
  const perMachine = machines > 1 ? ' per machine' : '';
  const taken = describeLoad(busy);
  const inCluster = ({ clusterSeconds }: Pick<Forecast, 'clusterSeconds'>) =>
    machines > 1 ? [['', `${formatTime(clusterSeconds)} on ${machines} such machines together`]] : [];
  const [each, longest] = [formatTime(subproblemSeconds), formatTime(longestSubproblemSeconds)];
  const lines = [
    ['count', `${plural(n, 'queen')}, by ${algorithm}${kernel === 'fast' ? '' : `, ${kernel} kernel`}`],
    ['time', `${formatTime(seconds)} on ${plural(threads, 'thread')} of this machine${atOnce}`],
    ...inCluster(forecast),
    ...(taken ? [['busy', `${taken}; on an idle machine, ${formatTime(idle.seconds)}`], ...inCluster(idle)] : []),
    [
      'memory',
      `at most about ${megabytes(memoryBytes)}${perMachine}, ${megabytes(threadMemoryBytes)} per thread${tooMuch}`,
    ],
    ['work', `${plural(subproblems, 'subproblem')}, ${each} each${longest === each ? '' : `, the longest ${longest}`}`],
    ['known', describeKnownCount(n)],
  ];
  return lines.map(([name = '', text]) => `${name.padEnd(8)}${text}\n`).join('');
}

function describeKnownCount(n: number): string {
  const known = knownCount(n);
  const largest = `Q(${MAX_PUBLISHED_N}) is the largest published value`;
  return known === undefined ? `${n} queens have not been counted yet; ${largest}` : `Q(${n}) = ${formatCount(known)}`;
}

/** Formats a time with three significant digits, because a forecast is not exact. */
function formatTime(seconds: number): string {
  if (seconds < 0.01) return 'less than 10ms';
  return `about ${formatSeconds(Number(seconds.toPrecision(3)))}`;
}
