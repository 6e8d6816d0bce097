/** How far a run is, in one line. */
import { formatSeconds } from './durations.js';
import { formatCount, formatRate, plural } from './numbers.js';

/** The figures of a run: a plain snapshot. Commands, the library, the page and clusters all show these. */
export interface Progress {
  readonly n: number;
  readonly algorithm: keyof typeof WORK;
  /** Subproblems counted, and all there are. */
  readonly finished: number;
  readonly subproblems: number;
  /** Fraction of the estimated work that is done, from 0 to 1. Running subproblems count by their elapsed time. */
  readonly fraction: number;
  /** Seconds that the run was counted; pauses are left out. */
  readonly seconds: number;
  /** Estimated seconds to the end; undefined while the speed is unknown, or nothing is counted. */
  readonly secondsLeft?: number | undefined;
  /** The work of all threads in a second, by their work counters; undefined before the first subproblem has ended. */
  readonly workPerSecond?: number | undefined;
  /** Threads that count; 0 if that is unknown. */
  readonly threads: number;
}

/** Units of the algorithms' work counters. */
const WORK = { bitmask: 'placements', meet: 'pairs' } as const;

/** Unit of an algorithm's work, for a rate. */
export function unitOfWork(algorithm: keyof typeof WORK): string {
  return WORK[algorithm];
}

/** Characters of the bar. */
const BAR = 10;

/**
 * A progress report as one line:
 * `19 queens: [####......] 43%, 16s left, 12s gone, 45/105 subproblems, 412M placements/s, 2 threads`.
 * Where there is too little room, items are left out: a line that wraps leaves pieces behind when it is replaced.
 *
 * @param columns of the terminal that are free; by default there is no bar, and as much room as it takes.
 */
export function progressLine(progress: Progress, columns?: number): string {
  const { n, algorithm, finished, subproblems, fraction, seconds, workPerSecond, secondsLeft, threads } = progress;
  const percent = `${Math.floor(100 * fraction)}%`;
  const left = secondsLeft === undefined ? 'time left unknown' : `${wholeSeconds(Math.ceil(secondsLeft))} left`;
  const times = `${left}, ${wholeSeconds(Math.floor(seconds))} gone`;
  const counted = `${formatCount(finished)}/${formatCount(subproblems)} subproblems`;
  const rate = workPerSecond === undefined ? '' : `, ${formatRate(workPerSecond)} ${unitOfWork(algorithm)}/s`;
  const queens = plural(n, 'queen');
  const all = `${times}, ${counted}${rate}, ${plural(threads, 'thread')}`;
  if (columns === undefined) return `${queens}: ${percent}, ${all}`;
  const choices = [
    `${queens}: ${bar(fraction)} ${percent}, ${all}`,
    `${queens}: ${percent}, ${all}`,
    `${queens}: ${percent}, ${times}, ${counted}`,
    `${queens}: ${percent}, ${times}`,
    `${percent}, ${left}`,
  ];
  return choices.find(({ length }) => length <= columns) ?? percent;
}

function wholeSeconds(seconds: number): string {
  return seconds === 0 ? '0s' : formatSeconds(seconds);
}

/** ASCII: it is right in every locale. */
function bar(fraction: number): string {
  const done = Math.floor(BAR * fraction);
  return `[${'#'.repeat(done)}${'.'.repeat(BAR - done)}]`;
}

/** How far a stopped run got, for the end of a sentence. No percentage: that counts subproblems that a stop loses, too. */
export function howFar({ finished, subproblems, seconds }: Progress): string {
  return `${formatCount(finished)} of ${plural(subproblems, 'subproblem')} counted in ${formatSeconds(seconds)}`;
}
