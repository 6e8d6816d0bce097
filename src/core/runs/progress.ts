/** The progress of a run, and functions that format it for people. */
import type { Agreement } from '../board/known-counts.js';
import type { Algorithm } from '../plan/subproblem.js';
import { formatSeconds } from '../text/durations.js';
import { formatCount, formatRate, plural } from '../text/numbers.js';

/** A snapshot of a run's progress, as commands, the library, the page and clusters show it. */
export interface Progress {
  readonly n: number;
  readonly algorithm: Algorithm;
  /** Numbers of finished subproblems and of all subproblems. */
  readonly finished: number;
  readonly subproblems: number;
  /** Finished fraction of the estimated work, from 0 to 1. It includes what running subproblems have done so far. */
  readonly fraction: number;
  /**
   * True while every running subproblem is taking longer than estimated, or if a finished one showed that the fraction
   * was too high. If so, `fraction` is an upper bound, and `secondsLeft` is a lower bound.
   */
  readonly isBehind: boolean;
  /** True before the first result: `secondsLeft` is for threads of the reference machine (`REFERENCE_SPEED`). */
  readonly isAssumed: boolean;
  /** Elapsed seconds by the system's monotonic clock. */
  readonly seconds: number;
  /** Estimated seconds left; undefined if nothing is being counted. */
  readonly secondsLeft?: number | undefined;
  /** Work per second of all threads, from the work counters; undefined before the first result. */
  readonly workPerSecond?: number | undefined;
  /** Number of threads that are counting; 0 if none is, or if the number is unknown. */
  readonly threads: number;
}

/**
 * State of a run. `idle`: the count runs in another process and has produced no result for a while. `conflict`: a
 * subproblem has two different counts, so there is no total.
 */
export type RunState = 'counting' | 'idle' | 'stopped' | 'finished' | 'failed' | 'conflict';

/** The statistics of a run that all displays show, whether it is counted in this process or elsewhere. */
export interface RunStats extends Omit<Progress, 'seconds'> {
  readonly state: RunState;
  /** Seconds spent counting in this process, by its monotonic clock; undefined if another process is counting. */
  readonly seconds?: number | undefined;
  /** Thread time of all finished subproblems, in seconds. */
  readonly threadSeconds: number;
  /** The total of a finished run, in decimal. Absent for a part of a plan. */
  readonly count?: string | undefined;
  readonly agreement?: Agreement | undefined;
  /** Time of the latest result, in milliseconds since 1970; undefined if there is none. */
  readonly latest?: number | undefined;
  /** The reason for a failure or a stop, or a problem with the file. */
  readonly problem?: string | undefined;
}

export const WORK_UNITS: Readonly<Record<Algorithm, string>> = { bitmask: 'placements', meet: 'pairs' };

const BAR_LENGTH = 10;

/**
 * Formats progress as one line:
 * `19 queens: [####......] 43%, 16s left, 12s gone, 45/105 subproblems, 412M placements/s, 2 threads`.
 * A narrow terminal gets fewer items, because a line that wraps cannot be replaced cleanly.
 *
 * @param columns free columns of the terminal. If undefined, there is no bar and no length limit.
 * @param title text in front of the line, such as `verification, `.
 * @param unit the noun for a subproblem, such as `piece`.
 */
export function formatProgress(progress: Progress, columns?: number, title = '', unit = 'subproblem'): string {
  const { n, algorithm, finished, subproblems, fraction, seconds, workPerSecond, threads } = progress;
  const percent = `${formatPercent(progress)}%`;
  const left = formatTimeLeft(progress, ' left') ?? 'time left unknown';
  const times = `${left}, ${formatWholeSeconds(Math.floor(seconds))} gone`;
  const counted = `${formatCount(finished)}/${formatCount(subproblems)} ${unit}s`;
  const rate = workPerSecond === undefined ? '' : `, ${formatRate(workPerSecond)} ${WORK_UNITS[algorithm]}/s`;
  const queens = title + plural(n, 'queen');
  const all = `${times}, ${counted}${rate}, ${plural(threads, 'thread')}`;
  if (columns === undefined) return `${queens}: ${percent}, ${all}`;
  const withBar = `${queens}: ${drawBar(fraction)} ${percent}, ${all}`;
  const roomForRate = rate === '' ? `, 999M ${WORK_UNITS[algorithm]}/s`.length : 0; // keeps the bar when a rate appears
  if (withBar.length + roomForRate <= columns) return withBar;
  const choices = [
    `${queens}: ${percent}, ${all}`,
    `${queens}: ${percent}, ${times}, ${counted}`,
    `${queens}: ${percent}, ${times}`,
    `${title}${percent}, ${left}`,
  ];
  return choices.find(({ length }) => length <= columns) ?? percent;
}

/** Formats the fraction as a percentage: `43` or, if it is an upper bound, `at most 44`. */
export function formatPercent({ fraction, isBehind }: Pick<Progress, 'fraction' | 'isBehind'>): string {
  const percent = Math.floor(100 * fraction);
  return isBehind ? `at most ${Math.min(percent + 1, 99)}` : String(percent);
}

/**
 * Formats the time left, such as `16s`, `at least 15s` if it is a lower bound, or `16s by the plan` before the first
 * result. Returns undefined if it is unknown.
 *
 * @param word text after the time, such as ` left`.
 */
export function formatTimeLeft(
  progress: Pick<Progress, 'secondsLeft' | 'isBehind' | 'isAssumed'>,
  word = '',
): string | undefined {
  const { secondsLeft, isBehind, isAssumed } = progress;
  if (secondsLeft === undefined) return undefined;
  if (isAssumed) return `${formatWholeSeconds(Math.ceil(secondsLeft))}${word} by the plan`;
  if (isBehind) return `at least ${formatWholeSeconds(Math.max(1, Math.floor(secondsLeft)))}${word}`;
  return `${formatWholeSeconds(Math.ceil(secondsLeft))}${word}`;
}

function formatWholeSeconds(seconds: number): string {
  return seconds === 0 ? '0s' : formatSeconds(seconds);
}

/** Draws the bar in ASCII, which works in every locale. */
function drawBar(fraction: number): string {
  const done = Math.floor(BAR_LENGTH * fraction);
  return `[${'#'.repeat(done)}${'.'.repeat(BAR_LENGTH - done)}]`;
}

/** Describes the progress of a stopped run. Omits the percentage, which includes unfinished subproblems' lost work. */
export function describeProgress({ finished, subproblems, seconds }: Progress, unit = 'subproblem'): string {
  return `${formatCount(finished)} of ${plural(subproblems, unit)} counted in ${formatSeconds(seconds)}`;
}
