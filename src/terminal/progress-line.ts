import type { Progress } from '../count/progress.js';
import type { Algorithm } from '../plan/subproblem.js';
import { formatSeconds } from '../text/durations.js';
import { formatRate, plural } from '../text/numbers.js';

/** What the work counter of each algorithm counts. */
const WORK = { bitmask: 'placements', meet: 'pairs' } as const satisfies Record<Algorithm, string>;

/** What the work of an algorithm is counted in, for a rate. */
export function unitOfWork(algorithm: Algorithm): string {
  return WORK[algorithm];
}

/** A progress report as one line: ` 43% 45/105 subproblems, 412M placements/s, 2.1s left, 2 threads`. */
export function progressLine(progress: Progress): string {
  const { part, finished, subproblems, workPerSecond, secondsLeft } = progress;
  const percent = `${Math.floor(100 * part)}%`.padStart(4);
  const left = secondsLeft === undefined ? 'time left unknown' : `${formatSeconds(Math.ceil(secondsLeft))} left`;
  const rate = `${formatRate(workPerSecond)} ${unitOfWork(progress.algorithm)}/s`;
  return `${percent} ${finished}/${subproblems} subproblems, ${rate}, ${left}, ${plural(progress.threads, 'thread')}`;
}
