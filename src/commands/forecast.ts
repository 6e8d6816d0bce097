/** `queens-par forecast <n>`: estimates how long a count would take. */

import { knownCount, LARGEST_PUBLISHED } from '../board/known-counts.js';
import type { Arguments } from '../cli/commands.js';
import { forecastLedger, forecastMemory, forecastSeconds } from '../count/forecast.js';
import { type ExecutionOptions, LocalCounting } from '../count/local-counting.js';
import { otherWay } from '../count/verify.js';
import { cores, memoryAtHand } from '../executors/machine.js';
import { choosePlan, type PlanOptions, planOptionsOf } from '../plan/choose-plan.js';
import { MOST_MEET_N } from '../plan/meet-plan.js';
import { MOST_THREADS } from '../plan/plan.js';
import { interruptibleSync } from '../terminal/blocking.js';
import { formatSeconds } from '../text/durations.js';
import { formatCount, megabytes, plural } from '../text/numbers.js';
import { asJson } from '../text/tables.js';
import { timeOf } from './watched-count.js';

/** Measures this machine, and prints the forecast. */
export async function forecast(args: Arguments<'forecast'>): Promise<void> {
  const { n, threads, memory, kernel, machines, verify, json } = args;
  const options = planOptionsOf(args);
  // A large plan takes seconds, all of them before the promise.
  const counting = await interruptibleSync(() => LocalCounting.open(n, options, { threads, memory, kernel }));
  const second = verify ? await secondCounting(counting, { threads, memory }) : undefined;
  const found = await forecastOf(counting, second, { n, options, machines });
  const isFewer = found.threads < (counting.machine.threads ?? 1) && found.threads === cores();
  process.stdout.write(json ? asJson('forecast/2', found) : text(found, isFewer));
}

/** Prepares the second count of --verify. */
function secondCounting({ plan, kernel }: LocalCounting, how: ExecutionOptions): Promise<LocalCounting> {
  const { n, algorithm } = plan;
  const way = otherWay({ n, algorithm, kernel });
  return LocalCounting.open(n, { algorithm: way.algorithm }, { ...how, kernel: way.kernel });
}

/** What to forecast for: the options of the plan, and a number of machines like this one. */
interface Cluster {
  readonly n: number;
  readonly options: PlanOptions;
  readonly machines: number;
}

/** Measures this machine. Returns the fields of `--json`. */
async function forecastOf(
  counting: LocalCounting,
  second: LocalCounting | undefined,
  { n, options, machines }: Cluster,
) {
  const { plan, kernel, machine } = counting;
  const { threads, slowdown, seconds } = await timeOf(counting);
  const verification = second && (await timeOf(second));
  const allThreads = Math.min((machine.threads ?? 1) * machines, MOST_THREADS);
  const clusterPlan = machines > 1 ? choosePlan(n, { ...options, threads: allThreads }) : plan;
  const memory = forecastMemory(counting);
  return {
    n,
    algorithm: plan.algorithm,
    kernel,
    threads,
    seconds,
    verifySeconds: verification?.seconds,
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

/** Formats the forecast in lines. @param isFewer whether the machine has fewer cores than the user asked for threads. */
function text(forecast: Awaited<ReturnType<typeof forecastOf>>, isFewer: boolean): string {
  const { n, algorithm, kernel, threads, seconds, verifySeconds, machines, clusterSeconds } = forecast;
  const { memoryBytes, threadMemoryBytes, subproblems, subproblemSeconds, ledgerBytes } = forecast;
  const atOnce = isFewer ? ` (it has ${plural(threads, 'core')})` : '';
  const tooMuch = memoryBytes > memoryAtHand() ? `; this machine has ${megabytes(memoryAtHand())} free` : '';
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
