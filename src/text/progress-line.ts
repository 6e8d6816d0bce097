/** How far a run is, in one line. */
import { formatSeconds } from './durations.js';
import { formatCount, formatRate, plural } from './numbers.js';

/** What a progress report holds, as far as it is told. */
export interface ProgressFigures {
  readonly algorithm: keyof typeof WORK;
  /** Subproblems counted, and all there are. */
  readonly finished: number;
  readonly subproblems: number;
  /** Part of the estimated work that is done, from 0 to 1. */
  readonly part: number;
  /** Estimated seconds to the end, where there is an estimate. */
  readonly secondsLeft: number | undefined;
  readonly workPerSecond: number;
  readonly threads: number;
}

/** What the work counter of each algorithm counts. */
const WORK = { bitmask: 'placements', meet: 'pairs' } as const;

/** What the work of an algorithm is counted in, for a rate. */
export function unitOfWork(algorithm: keyof typeof WORK): string {
  return WORK[algorithm];
}

/** Characters of the bar. */
const BAR = 16;

/**
 * A progress report as one line: `███████░░░░░░░░░  43% 45/105 subproblems, 412M placements/s, 12s, 2s left, 2 threads`.
 * Where there is too little room, parts are left out: a line that wraps leaves pieces behind when it is replaced.
 *
 * @param elapsed seconds since the count began.
 * @param columns of the terminal that are free; by default there is no bar, and as much room as it takes.
 */
export function progressLine(figures: ProgressFigures, elapsed: number, columns?: number): string {
  const { algorithm, finished, subproblems, part, workPerSecond, secondsLeft, threads } = figures;
  const percent = `${Math.floor(100 * part)}%`.padStart(4);
  const counted = `${formatCount(finished)}/${formatCount(subproblems)} subproblems`;
  const rate = `${formatRate(workPerSecond)} ${unitOfWork(algorithm)}/s`;
  const since = wholeSeconds(Math.floor(elapsed));
  const left = secondsLeft === undefined ? 'time left unknown' : `${wholeSeconds(Math.ceil(secondsLeft))} left`;
  const line = (...parts: string[]) => `${percent} ${parts.join(', ')}`;
  const all = line(counted, rate, since, left, plural(threads, 'thread'));
  if (columns === undefined) return all;
  const choices = [
    `${bar(part)} ${all}`,
    all,
    line(counted, rate, since, left),
    line(counted, since, left),
    line(left),
  ];
  return choices.find(({ length }) => length <= columns) ?? percent.trim();
}

function wholeSeconds(seconds: number): string {
  return seconds === 0 ? '0s' : formatSeconds(seconds);
}

function bar(part: number): string {
  const done = Math.floor(BAR * part);
  return '█'.repeat(done) + '░'.repeat(BAR - done);
}

/**
 * How far a run got that was stopped, for the end of a sentence.
 *
 * @param seconds since it began: the latest progress report may be old.
 */
export function howFar({ finished, subproblems, part }: ProgressFigures, seconds: number): string {
  const percent = `${Math.floor(100 * part)} %`;
  return `${formatCount(finished)} of ${plural(subproblems, 'subproblem')} counted (${percent}) in ${formatSeconds(seconds)}`;
}
