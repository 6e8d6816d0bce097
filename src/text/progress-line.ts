/** Where a run stands, in one line. */
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

/** A progress report as one line: ` 43% 45/105 subproblems, 412M placements/s, 2.1s left, 2 threads`. */
export function progressLine({ algorithm, finished, subproblems, part, ...rates }: ProgressFigures): string {
  const { workPerSecond, secondsLeft, threads } = rates;
  const percent = `${Math.floor(100 * part)}%`.padStart(4);
  const left = secondsLeft === undefined ? 'time left unknown' : `${formatSeconds(Math.ceil(secondsLeft))} left`;
  const rate = `${formatRate(workPerSecond)} ${unitOfWork(algorithm)}/s`;
  const counted = `${formatCount(finished)}/${formatCount(subproblems)} subproblems`;
  return `${percent} ${counted}, ${rate}, ${left}, ${plural(threads, 'thread')}`;
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
