/** The measurement of this machine before a long count, and the sentences about it. */
import { KERNEL_SLOWDOWNS } from '../../workers/kernels.js';
import type { LocalCountTask } from '../count/local-count-task.js';
import type { Measurement } from '../count/measurement.js';
import { cores } from '../executors/machine.js';
import { memorySlowdown } from '../executors/memory.js';
import { forecastSeconds, sum } from '../runs/estimate.js';
import { runInterruptible } from '../terminal/interruption.js';
import { formatSeconds, YEAR } from '../text/durations.js';
import { plural } from '../text/numbers.js';
import type { DisplayOptions } from './progress-display.js';

/** A count longer than this many seconds is announced. */
const LONG = 180;

/** The same for an audit, and for a count with its verification: few people expect the second count to take longest. */
const LONG_SECOND_COUNT = 10;

/** A count longer than this many seconds should have a checkpoint. */
const TOO_LONG_TO_LOSE = 600;

/** A count longer than this many seconds is not feasible, with or without a checkpoint. */
export const MAX_WAIT = 10 * YEAR;

/** A measurement of this machine, and the forecast time of a count. */
export interface CountForecast extends Measurement {
  /** Number of threads that count at the same time. */
  readonly threads: number;
  /** The time of the count in seconds, if other programs stay as busy as they were during the measurement. */
  readonly seconds: number;
}

/** Measures this machine, and forecasts the time of a count. @throws Interruption */
export async function measureAndForecast(counting: LocalCountTask): Promise<CountForecast> {
  const { calibrate } = await import('../count/measurement.js'); // loads piscina, too
  const { left, kernel, memory } = counting;
  const threads = Math.min(Math.max(1, counting.threads), cores()); // more do not count at the same time
  const measured = await runInterruptible((signal) => calibrate(left.algorithm, { threads, kernel }, signal));
  const byMemory = left.algorithm === 'meet' && kernel === 'fast' ? memorySlowdown(left.n, memory) : 1;
  const slowdown = byMemory * measured.slowdown;
  return { threads, slowdown, busy: measured.busy, seconds: forecastSeconds(left, threads, slowdown) };
}

/** Returns the time of a count by its cost and the expected speed of its kernel, without a measurement. */
export function expectedTime({ left, kernel, threads: wanted }: LocalCountTask): CountForecast {
  const threads = Math.min(Math.max(1, wanted), cores());
  const slowdown = KERNEL_SLOWDOWNS[kernel][left.algorithm];
  return { threads, slowdown, busy: 0, seconds: forecastSeconds(left, threads, slowdown) };
}

/** What is known of a count beside its time. */
interface AnnouncementOptions extends Pick<DisplayOptions, 'noun' | 'suggestCheckpoint'> {
  /** Number of threads of the count. More than the machine has cores do not count at the same time. */
  readonly threads: number;
}

/**
 * Returns the sentences to print before a long count or audit, each on a line. For a short one there are none.
 *
 * @param forecasts of the count, and of its verification if there is one.
 */
export function announcement(
  forecasts: readonly Pick<CountForecast, 'seconds' | 'busy'>[],
  { threads, noun = 'count', suggestCheckpoint = false }: AnnouncementOptions,
): string {
  const times = forecasts.map(({ seconds }) => seconds);
  const idle = forecasts.map(({ seconds, busy }) => (1 - busy) * seconds);
  const isSecondCount = noun === 'audit' || forecasts.length > 1;
  if (sum(times) < (isSecondCount ? LONG_SECOND_COUNT : LONG)) return '';
  const takes = timeText(times, ` on ${plural(threads, 'thread')} of this machine`);
  if (sum(idle) >= MAX_WAIT) return `This ${noun} would take ${takes}: nobody can wait for it.\n`;
  const isWorthSaving = suggestCheckpoint && sum(times) > TOO_LONG_TO_LOSE;
  const hint = isWorthSaving ? '; with --checkpoint FILE it can be stopped and resumed' : '';
  const taken = takenText(1 - sum(idle) / sum(times));
  const remark = taken && `Now ${taken}; on an idle machine it will take ${timeText(idle)}.\n`;
  return `This ${noun} will take ${takes}${hint}.\n${remark}`;
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
