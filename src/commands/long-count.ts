import { KERNEL_SLOWDOWNS } from '../../workers/kernels.js';
import type { LocalCountTask } from '../count/local-count-task.js';
import { UsageError } from '../errors/errors.js';
import { cores } from '../executors/machine.js';
import { forecastSeconds } from '../runs/estimate.js';
import { formatSeconds, YEAR } from '../text/durations.js';
import { plural } from '../text/numbers.js';

/** The longest count that starts without --force, in seconds. */
const MAX_SECONDS = YEAR;

/**
 * Refuses a count that would take more than a year with the threads of this machine. It is not measured, because even a
 * machine that is twice as fast would take years.
 *
 * @param force whether the user wants to count anyway.
 * @throws UsageError
 */
export function refuseLongCount({ left, kernel, threads }: LocalCountTask, force: boolean): void {
  const atOnce = Math.min(Math.max(1, threads), cores());
  const seconds = forecastSeconds(left, atOnce, KERNEL_SLOWDOWNS[kernel][left.algorithm]);
  if (force || seconds <= MAX_SECONDS) return;
  const time = `about ${formatSeconds(seconds)} on ${plural(atOnce, 'thread')}`;
  throw new UsageError(
    `a count of ${plural(left.n, 'queen')} by ${left.algorithm} would take ${time}; --force starts it anyway`,
  );
}
