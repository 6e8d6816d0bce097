/** `queens-par forecast <n>`: estimates how long a count would take. */

import { knownCount, LARGEST_PUBLISHED } from '../board/known-counts.js';
import type { Arguments } from '../cli/commands.js';
import { forecastLedger, forecastMemory, forecastSeconds } from '../count/forecast.js';
import { type ExecutionOptions, LocalCounting } from '../count/local-counting.js';
import { takenByOthers } from '../count/measurement.js';
import { otherWay } from '../count/verify.js';
import { cores, memoryAtHand } from '../executors/machine.js';
import { choosePlan, type PlanOptions, planOptionsOf } from '../plan/choose-plan.js';
import { MOST_MEET_N } from '../plan/meet-plan.js';
import { MOST_THREADS, type Plan } from '../plan/plan.js';
import type { KernelKind } from '../plan/subproblem.js';
import { interruptibleSync } from '../terminal/blocking.js';
import { formatSeconds } from '../text/durations.js';
import { formatCount, megabytes, plural } from '../text/numbers.js';
import { asJson } from '../text/tables.js';
import { estimate, LONGEST_WAIT, takenText } from './announcement.js';

/** Measures this machine, and prints the forecast. */
export async function forecast(args: Arguments<'forecast'>): Promise<void> {
  const { n, threads, memory, kernel, machines, verify, json } = args;
  const options = planOptionsOf(args);
  // A large plan takes seconds, all of them before the promise.
  const counting = await interruptibleSync(() => LocalCounting.open(n, options, { threads, memory, kernel }));
  const second = verify ? await secondCounting(counting, { threads, memory }) : undefined;
  const found = await forecastOf(counting, second, { n, options, machines });
  const isFewer = found.threads < (counting.machine.threads ?? 1) && found.threads === cores();
  process.stdout.write(json ? asJson('forecast/2', found) : forecastText(found, isFewer));
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

/** The estimated times of a forecast, in seconds. */
interface Times {
  readonly seconds: number;
  /** Time of the second count of --verify. */
  readonly verifySeconds: number | undefined;
  readonly clusterSeconds: number;
  /** Average time of a thread for a subproblem. */
  readonly subproblemSeconds: number;
}

/** The fields of `--json`. Other programs take the fraction `busy` of the processor; without them, the times are `idle`. */
export interface Forecast extends Times, Pick<Plan, 'n' | 'algorithm'> {
  readonly busy: number;
  readonly idle: Times;
  readonly kernel: KernelKind;
  readonly threads: number;
  readonly memoryBytes: number;
  readonly threadMemoryBytes: number;
  readonly machines: number;
  readonly subproblems: number;
  readonly ledgerBytes: number;
  readonly published: bigint | null;
  readonly largestPublished: number;
}

/** Measures this machine, and makes the forecast. */
async function forecastOf(
  counting: LocalCounting,
  second: LocalCounting | undefined,
  { n, options, machines }: Cluster,
): Promise<Forecast> {
  const { plan, kernel, machine } = counting;
  const count = await estimate(counting);
  const verification = second && (await estimate(second));
  const allThreads = Math.min((machine.threads ?? 1) * machines, MOST_THREADS);
  const clusterPlan = machines > 1 ? choosePlan(n, { ...options, threads: allThreads }) : plan;
  const subproblems = clusterPlan.subproblems.length;
  function timesAt(slowdown: number, seconds: number, verifySeconds: number | undefined): Times {
    return {
      seconds,
      verifySeconds,
      clusterSeconds: machines > 1 ? forecastSeconds(clusterPlan, count.threads * machines, slowdown) : seconds,
      subproblemSeconds: (slowdown * clusterPlan.cost) / 1000 / Math.max(1, subproblems),
    };
  }
  const memory = forecastMemory(counting);
  return {
    ...{ n, algorithm: plan.algorithm, kernel, threads: count.threads },
    ...timesAt(count.slowdown, count.seconds, verification?.seconds),
    busy: Math.max(...[count, ...(verification ? [verification] : [])].map(takenByOthers)),
    idle: timesAt(count.idleSlowdown, count.idleSeconds, verification?.idleSeconds),
    memoryBytes: memory.machine,
    threadMemoryBytes: memory.thread,
    machines,
    subproblems,
    ledgerBytes: forecastLedger(clusterPlan),
    published: knownCount(n) ?? null,
    largestPublished: LARGEST_PUBLISHED,
  };
}

/** Formats a forecast in lines. @param isFewer whether the machine has fewer cores than the user asked for threads. */
export function forecastText(forecast: Forecast, isFewer: boolean): string {
  const { n, algorithm, kernel, threads, idle, machines } = forecast;
  const { memoryBytes, threadMemoryBytes, subproblems, subproblemSeconds, ledgerBytes } = forecast;
  const atOnce = isFewer ? ` (it has ${plural(threads, 'core')})` : '';
  const tooMuch = memoryBytes > memoryAtHand() ? `; this machine has ${megabytes(memoryAtHand())} free` : '';
  const perMachine = machines > 1 ? ' a machine' : '';
  const size = ledgerBytes < 2 ** 20 ? `${Math.ceil(ledgerBytes / 2 ** 10)} KB` : megabytes(ledgerBytes);
  const checkpoint = idle.clusterSeconds < LONGEST_WAIT ? `; a checkpoint takes ${size}` : '';
  const taken = takenText(forecast.busy);
  const lines = [
    [
      'count',
      `${plural(n, 'queen')}, by ${algorithm}${kernel === 'fast' ? '' : `, ${kernel} kernel`}${withoutMeet(n)}`,
    ],
    ['time', `${formatForecast(forecast.seconds)} on ${plural(threads, 'thread')} of this machine${atOnce}`],
    ...otherTimes(forecast, machines),
    ...(taken ? [['busy', `${taken}; if it is idle, ${formatForecast(idle.seconds)}`]] : []),
    ...(taken ? otherTimes(idle, machines) : []),
    [
      'memory',
      `at most about ${megabytes(memoryBytes)}${perMachine}, ${megabytes(threadMemoryBytes)} a thread${tooMuch}`,
    ],
    ['work', `${plural(subproblems, 'subproblem')}, ${formatForecast(subproblemSeconds)} each${checkpoint}`],
    ['known', knownText(n)],
  ];
  return lines.map(([name = '', text]) => `${name.padEnd(8)}${text}\n`).join('');
}

/** Formats the times of a verification and of a cluster, if they were asked for. */
function otherTimes({ verifySeconds, clusterSeconds }: Times, machines: number): string[][] {
  return [
    ...(verifySeconds === undefined ? [] : [['', `${formatForecast(verifySeconds)} more for --verify`]]),
    ...(machines > 1 ? [['', `${formatForecast(clusterSeconds)} on ${machines} such machines, all counting`]] : []),
  ];
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
