/** `queens-par forecast <n>`: estimates how long a count would take. */

import { knownCount, LARGEST_PUBLISHED } from '../board/known-counts.js';
import type { Arguments } from '../cli/commands.js';
import { forecastLedger, forecastMemory, forecastSeconds } from '../count/forecast.js';
import { otherWay } from '../count/verify.js';
import { cores, memory as machineMemory } from '../executors/machine.js';
import { type ResolvedThreads, resolveThreads } from '../executors/threads.js';
import { choosePlan } from '../plan/choose-plan.js';
import { MOST_MEET_N } from '../plan/meet-plan.js';
import { MOST_THREADS, type Plan } from '../plan/plan.js';
import type { KernelKind } from '../plan/subproblem.js';
import { formatSeconds } from '../text/durations.js';
import { formatCount, megabytes, plural } from '../text/numbers.js';
import { asJson } from '../text/tables.js';
import { timeOf } from './watched-count.js';

/** Measures this machine, and prints the forecast. */
export async function forecast(args: Arguments<'forecast'>): Promise<void> {
  const choice = resolveThreads(args.threads);
  const found = await measure(args, choice);
  const isFewer = found.threads < choice.threads && found.threads === cores();
  process.stdout.write(args.json ? asJson('forecast/2', found) : text(found, isFewer));
}

/** Measures this machine. Returns the fields of `--json`. */
async function measure(args: Arguments<'forecast'>, choice: ResolvedThreads) {
  const { n, machines, kernel, verify } = args;
  const plan = choosePlan(n, { ...args, ...choice });
  const { threads, slowdown, seconds } = await timeOf(plan, choice, kernel);
  const second = verify ? await timeOfVerification(plan, choice, kernel) : undefined;
  const allThreads = Math.min(choice.threads * machines, MOST_THREADS);
  const clusterPlan = machines > 1 ? choosePlan(n, { ...args, threads: allThreads }) : plan;
  const memory = forecastMemory(plan, choice, kernel);
  return {
    n,
    algorithm: plan.algorithm,
    kernel,
    threads,
    seconds,
    verifySeconds: second?.seconds,
    memoryBytes: memory.machine,
    threadMemoryBytes: memory.thread,
    machines,
    clusterSeconds: machines > 1 ? forecastSeconds(clusterPlan, threads * machines, slowdown) : seconds,
    subproblems: clusterPlan.subproblems.length,
    subproblemSeconds: (slowdown * clusterPlan.cost) / 1000 / Math.max(1, clusterPlan.subproblems.length),
    ledgerBytes: forecastLedger(clusterPlan),
    published: knownCount(n) ?? null,
    largestPublished: LARGEST_PUBLISHED,
  };
}

/** Forecasts the time of the second count of --verify. */
function timeOfVerification({ n, algorithm }: Plan, choice: ResolvedThreads, kernel: KernelKind) {
  const way = otherWay({ n, algorithm, kernel });
  return timeOf(choosePlan(n, { ...choice, algorithm: way.algorithm }), choice, way.kernel);
}

/** Formats the forecast in lines. @param isFewer whether the machine has fewer cores than the user asked for threads. */
function text(forecast: Awaited<ReturnType<typeof measure>>, isFewer: boolean): string {
  const { n, algorithm, kernel, threads, seconds, verifySeconds, machines, clusterSeconds } = forecast;
  const { memoryBytes, threadMemoryBytes, subproblems, subproblemSeconds, ledgerBytes } = forecast;
  const atOnce = isFewer ? ` (it has ${plural(threads, 'core')})` : '';
  const tooMuch = memoryBytes > machineMemory() ? `; this machine has ${megabytes(machineMemory())}` : '';
  const perMachine = machines > 1 ? ' a machine' : '';
  const size = ledgerBytes < 2 ** 20 ? `${Math.ceil(ledgerBytes / 2 ** 10)} KB` : megabytes(ledgerBytes);
  const lines = [
    [
      'count',
      `${plural(n, 'queen')}, by ${algorithm}${kernel === 'fast' ? '' : `, ${kernel} kernel`}${withoutMeet(n)}`,
    ],
    ['time', `${formatForecast(seconds)} on ${plural(threads, 'thread')} of this machine${atOnce}`],
    ...(verifySeconds === undefined ? [] : [['', `${formatForecast(verifySeconds)} more for --verify`]]),
    ...(machines > 1 ? [['', `${formatForecast(clusterSeconds)} on ${machines} such machines, all busy`]] : []),
    [
      'memory',
      `at most about ${megabytes(memoryBytes)}${perMachine}, ${megabytes(threadMemoryBytes)} a thread${tooMuch}`,
    ],
    [
      'work',
      `${plural(subproblems, 'subproblem')}, ${formatForecast(subproblemSeconds)} each; a checkpoint takes ${size}`,
    ],
    ['known', knownText(n)],
  ];
  return lines.map(([name = '', text]) => `${name.padEnd(8)}${text}\n`).join('');
}

function withoutMeet(n: number): string {
  return n > MOST_MEET_N ? `: the faster algorithm, meet, has no plan beyond n = ${MOST_MEET_N}` : '';
}

function knownText(n: number): string {
  const known = knownCount(n);
  const largest = `Q(${LARGEST_PUBLISHED}) is the largest published value`;
  return known === undefined ? `nobody has counted ${n} queens yet; ${largest}` : `Q(${n}) = ${formatCount(known)}`;
}

/** Formats a time with three significant digits, because a forecast is not exact. */
function formatForecast(seconds: number): string {
  if (seconds < 0.01) return 'less than 10ms';
  return `about ${formatSeconds(Number(seconds.toPrecision(3)))}`;
}
