/** `queens-par forecast <n>`: how long a count would take. */
import { knownCount, LARGEST_PUBLISHED } from '../board/known-counts.js';
import type { Arguments } from '../cli/commands.js';
import { calibrate, forecastLedger, forecastMemory, forecastSeconds } from '../count/forecast.js';
import { resolveThreads } from '../executors/threads.js';
import { busyThreads, choosePlan } from '../plan/choose-plan.js';
import { MOST_MEET_N } from '../plan/meet-plan.js';
import type { Algorithm } from '../plan/subproblem.js';
import { MOST_THREADS } from '../plan/threads.js';
import { interruptible } from '../terminal/interruption.js';
import { formatSeconds } from '../text/durations.js';
import { formatCount, plural } from '../text/numbers.js';
import type { JsonOf } from './json-schemas.js';

/** Measures this machine, and prints how long a count would take. */
export async function forecast({ n, machines, json, ...options }: Arguments<'forecast'>): Promise<void> {
  const choice = resolveThreads(options.threads);
  const plan = choosePlan(n, { ...options, ...choice });
  const threads = busyThreads(plan, choice);
  const secondsPerCost = await interruptible((signal) =>
    calibrate(plan.algorithm, { threads, kernel: 'fast' }, signal),
  );

  const ofAll = { threads: choice.threads * machines };
  const planOfAll = machines > 1 ? choosePlan(n, { ...options, threads: Math.min(ofAll.threads, MOST_THREADS) }) : plan;
  const memory = forecastMemory(plan, choice);
  const seconds = forecastSeconds(plan, choice, secondsPerCost);
  const result: Forecast = {
    n,
    algorithm: plan.algorithm,
    threads,
    seconds,
    memoryBytes: memory.machine,
    threadMemoryBytes: memory.thread,
    machines,
    clusterSeconds: machines > 1 ? forecastSeconds(planOfAll, ofAll, secondsPerCost) : seconds,
    subproblems: planOfAll.subproblems.length,
    subproblemSeconds: (planOfAll.cost * secondsPerCost) / planOfAll.subproblems.length,
    ledgerBytes: forecastLedger(planOfAll),
  };
  process.stdout.write(json ? asJson(result) : text(result));
}

/** What a count would take. */
interface Forecast {
  readonly n: number;
  readonly algorithm: Algorithm;
  /** Of one machine. */
  readonly threads: number;
  /** On this machine. */
  readonly seconds: number;
  /** Of one machine. */
  readonly memoryBytes: number;
  /** Of each of its threads. */
  readonly threadMemoryBytes: number;
  /** Machines of a cluster, each like this one. */
  readonly machines: number;
  /** On all of them. */
  readonly clusterSeconds: number;
  /** Of the plan that all machines count by. */
  readonly subproblems: number;
  /** Of one thread, for a subproblem on average. */
  readonly subproblemSeconds: number;
  /** A checkpoint of the whole count. */
  readonly ledgerBytes: number;
}

function text(forecast: Forecast): string {
  const { n, algorithm, threads, seconds, memoryBytes, threadMemoryBytes, machines, clusterSeconds } = forecast;
  const { subproblems, subproblemSeconds, ledgerBytes } = forecast;
  const lines = [
    ['count', `${plural(n, 'queen')}, by ${algorithm}${withoutMeet(n)}`],
    ['time', `${formatForecast(seconds)} on ${plural(threads, 'thread')} of this machine`],
    ...(machines > 1 ? [['', `${formatForecast(clusterSeconds)} on ${machines} such machines, all busy`]] : []),
    [
      'memory',
      `at most about ${megabytes(memoryBytes)}${machines > 1 ? ' a machine' : ''}, ${megabytes(threadMemoryBytes)} a thread`,
    ],
    [
      'work',
      `${plural(subproblems, 'subproblem')}, ${formatForecast(subproblemSeconds)} each; a checkpoint takes ${formatBytes(ledgerBytes)}`,
    ],
    ['known', knownText(n)],
  ];
  return lines.map(([name = '', text]) => `${name.padEnd(8)}${text}\n`).join('');
}

function withoutMeet(n: number): string {
  return n > MOST_MEET_N ? `: the faster algorithm, meet, has no plan past n = ${MOST_MEET_N}` : '';
}

function knownText(n: number): string {
  const known = knownCount(n);
  const largest = `Q(${LARGEST_PUBLISHED}) is the largest published value`;
  return known === undefined ? `nobody has counted ${n} queens yet; ${largest}` : `Q(${n}) = ${formatCount(known)}`;
}

function megabytes(bytes: number): string {
  return `${formatCount(Math.ceil(bytes / 2 ** 20))} MB`;
}

function formatBytes(bytes: number): string {
  return bytes < 2 ** 20 ? `${Math.ceil(bytes / 2 ** 10)} KB` : megabytes(bytes);
}

/** A time to three digits at most: more would be a claim. */
function formatForecast(seconds: number): string {
  if (seconds < 0.01) return 'less than 10ms';
  return `about ${formatSeconds(Number(seconds.toPrecision(3)))}`;
}

function asJson(forecast: Forecast): string {
  const known = knownCount(forecast.n);
  const published = known === undefined ? null : String(known);
  const all = { ...forecast, published, largestPublished: LARGEST_PUBLISHED };
  const output: JsonOf<'forecast'> = { schema: 'queens-par/forecast/2', ...all };
  return `${JSON.stringify(output)}\n`;
}
