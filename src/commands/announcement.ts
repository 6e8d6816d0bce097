/** The measurement of this machine before a long count, and the sentences about it. */
import { forecastSeconds, threadsAtOnce } from '../count/forecast.js';
import type { LocalCounting } from '../count/local-counting.js';
import type { Measurement } from '../count/measurement.js';
import { memorySlowdown } from '../plan/thread-memory.js';
import { interruptible } from '../terminal/interruption.js';
import { formatSeconds, YEAR } from '../text/durations.js';
import { plural } from '../text/numbers.js';

/** A count longer than this many seconds is announced. */
const LONG = 180;

/** A count longer than this many seconds should have a checkpoint. */
const TOO_LONG_TO_LOSE = 600;

/** Nobody waits longer than this many seconds, with or without a checkpoint. */
export const LONGEST_WAIT = 10 * YEAR;

/** The estimated time of a count, in seconds. */
interface Times {
  /** The time if other programs take as much of the processor as during the measurement. */
  readonly seconds: number;
  /** The time on an idle machine. It is the same if other programs took too little to notice. */
  readonly idleSeconds: number;
}

/** A measurement of this machine, and the time of a count. */
export interface Estimate extends Measurement, Times {
  readonly threads: number;
}

/** Measures this machine, and estimates the time of a count. @throws Interruption */
export async function estimate(counting: LocalCounting): Promise<Estimate> {
  const { calibrate } = await import('../count/measurement.js'); // loads piscina, too
  const { left, kernel, memory } = counting;
  const threads = threadsAtOnce(counting);
  const measured = await interruptible((signal) => calibrate(left.algorithm, { threads, kernel }, signal));
  const byMemory = left.algorithm === 'meet' && kernel === 'fast' ? memorySlowdown(left.n, memory) : 1;
  const slowdown = byMemory * measured.slowdown;
  const idleSlowdown = byMemory * measured.idleSlowdown;
  const seconds = forecastSeconds(left, threads, slowdown);
  return { threads, slowdown, idleSlowdown, seconds, idleSeconds: forecastSeconds(left, threads, idleSlowdown) };
}

/**
 * Returns the sentences to print before a long count, each on a line. For a short count there are none.
 *
 * @param times of the count, and of its verification if there is one.
 * @param threads number of threads of the count. More than the machine has cores do not count at the same time.
 */
export function announcement(
  times: readonly Times[],
  { threads, suggestCheckpoint }: { readonly threads: number; readonly suggestCheckpoint: boolean },
): string {
  const busy = times.map(({ seconds }) => seconds);
  const idle = times.map(({ idleSeconds }) => idleSeconds);
  if (sum(busy) < LONG) return '';
  const takes = timeText(busy, ` on ${plural(threads, 'thread')} of this machine`);
  if (sum(idle) >= LONGEST_WAIT) return `This count would take ${takes}: nobody can wait for it.\n`;
  const isWorthSaving = suggestCheckpoint && sum(busy) > TOO_LONG_TO_LOSE;
  const hint = isWorthSaving ? '; with --checkpoint FILE it can be stopped and resumed' : '';
  const taken = takenText(1 - sum(idle) / sum(busy));
  const remark = taken && `Now ${taken}; on an idle machine it will take ${timeText(idle)}.\n`;
  return `This count will take ${takes}${hint}.\n${remark}`;
}

function timeText([first = 0, second]: readonly number[], where = ''): string {
  const again = second === undefined ? '' : `, and its verification about ${formatSeconds(second)}`;
  return `about ${formatSeconds(first)}${where}${again}`;
}

/** Says how much of the processor other programs take, as a fraction. Empty if it is too little. */
export function takenText(fraction: number): string {
  const percent = Math.min(5 * Math.round(20 * fraction), 95);
  return percent > 0 ? `other programs take about ${percent}% of the processor` : '';
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
