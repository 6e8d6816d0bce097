/** Announces how long a long count will take. */
import { sum } from '../../core/runs/estimate.js';
import { formatSeconds, YEAR } from '../../core/text/durations.js';
import { plural } from '../../core/text/numbers.js';
import type { Measurement } from '../../node/count/measurement.js';
import type { DisplayOptions } from './progress-display.js';

/** Counts longer than this many seconds are announced. */
const LONG = 180;

/** The same limit for audits and verified counts. It is lower because few users expect a recount to take long. */
const LONG_SECOND_COUNT = 10;

/** Counts longer than this many seconds should have a checkpoint. */
const TOO_LONG_TO_LOSE = 600;

/** Counts longer than this many seconds are not feasible, with or without a checkpoint. */
export const MAX_WAIT = 10 * YEAR;

export interface CountForecast extends Pick<Measurement, 'busy'> {
  /** Expected time in seconds if other programs stay as busy as they were during the measurement. */
  readonly seconds: number;
}

/**
 * Returns the sentences to print before a long count or audit, one per line; empty for a short one. With --verify,
 * there are two forecasts.
 */
export function formatAnnouncement(
  forecasts: readonly CountForecast[],
  options: Pick<DisplayOptions, 'noun' | 'suggestCheckpoint'> & { readonly threads: number },
): string {
  const { threads, noun = 'count', suggestCheckpoint = false } = options; // there may be more threads than cores
  const times = forecasts.map(({ seconds }) => seconds);
  const idle = forecasts.map(({ seconds, busy }) => (1 - busy) * seconds);
  const isSecondCount = noun === 'audit' || forecasts.length > 1;
  if (sum(times) < (isSecondCount ? LONG_SECOND_COUNT : LONG)) return '';
  const takes = formatTimes(times, ` on ${plural(threads, 'thread')} of this machine`);
  if (sum(idle) >= MAX_WAIT) return `This ${noun} would take ${takes}, which is not feasible.\n`;
  const isWorthSaving = suggestCheckpoint && sum(times) > TOO_LONG_TO_LOSE;
  const hint = isWorthSaving ? '; with --checkpoint FILE, you can stop and resume it' : '';
  const taken = describeLoad(1 - sum(idle) / sum(times));
  const remark = taken && `Right now, ${taken}; on an idle machine, it would take ${formatTimes(idle)}.\n`;
  return `This ${noun} will take ${takes}${hint}.\n${remark}`;
}

function formatTimes([first = 0, second]: readonly number[], where = ''): string {
  const again = second === undefined ? '' : `, and its verification about ${formatSeconds(second)}`;
  return `about ${formatSeconds(first)}${where}${again}`;
}

/** Describes the fraction of the processor that other programs take. Returns '' if it is negligible. */
export function describeLoad(fraction: number): string {
  const percent = Math.min(5 * Math.round(20 * fraction), 95);
  return percent > 0 ? `other programs take about ${percent}% of the processor` : '';
}
