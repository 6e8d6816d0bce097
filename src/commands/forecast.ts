/** `queens-par forecast <n>`: how long a count would take. */
import { knownCount, LARGEST_PUBLISHED } from '../board/known-counts.js';
import type { Arguments } from '../cli/commands.js';
import { busyThreads, calibrate, forecastMemory, forecastSeconds } from '../count/forecast.js';
import { resolveThreads } from '../executors/threads.js';
import { choosePlan } from '../plan/choose-plan.js';
import { MOST_MEET_N } from '../plan/meet-plan.js';
import type { Algorithm } from '../plan/subproblem.js';
import { MOST_THREADS } from '../plan/threads.js';
import { interruptible } from '../terminal/interruption.js';
import { formatSeconds } from '../text/durations.js';
import { formatCount, plural } from '../text/numbers.js';
import type { JsonOf } from './json-schemas.js';

/** Measures this machine, and prints how long a count would take. */
export async function forecast({ n, machines, json, ...options }: Arguments<'forecast'>): Promise<void> {
  const { threads } = resolveThreads(options.threads);
  const plan = choosePlan(n, { ...options, threads });
  const secondsPerCost = await interruptible((signal) =>
    calibrate(plan.algorithm, { threads, kernel: 'fast' }, signal),
  );

  const threadsOfAll = threads * machines;
  const planOfAll = choosePlan(n, { ...options, threads: Math.min(threadsOfAll, MOST_THREADS) });
  const result: Forecast = {
    n,
    algorithm: plan.algorithm,
    threads: busyThreads(plan, threads),
    seconds: forecastSeconds(plan, threads, secondsPerCost),
    memoryBytes: forecastMemory(plan, threads),
    machines,
    clusterSeconds: forecastSeconds(planOfAll, threadsOfAll, secondsPerCost),
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
  /** Machines of a cluster, each like this one. */
  readonly machines: number;
  /** On all of them. */
  readonly clusterSeconds: number;
}

function text({ n, algorithm, threads, seconds, memoryBytes, machines, clusterSeconds }: Forecast): string {
  const lines = [
    ['count', `${plural(n, 'queen')}, by ${algorithm}${withoutMeet(n)}`],
    ['time', `${formatForecast(seconds)} on ${plural(threads, 'thread')} of this machine`],
    ...(machines > 1 ? [['', `${formatForecast(clusterSeconds)} on ${machines} such machines, all busy`]] : []),
    ['memory', `at most about ${formatCount(Math.ceil(memoryBytes / 2 ** 20))} MB${machines > 1 ? ' a machine' : ''}`],
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
