import { KERNEL_SLOWDOWNS } from '../../../workers/kernels.js';
import { UsageError } from '../../core/errors/errors.js';
import { forecastSeconds } from '../../core/runs/estimate.js';
import { formatSeconds, YEAR } from '../../core/text/durations.js';
import { plural } from '../../core/text/numbers.js';
import type { LocalCountTask } from '../../node/count/local-count-task.js';
import { cores } from '../../node/machine/machine.js';

/** Maximum seconds for a count that starts without --force. */
const MAX_SECONDS = YEAR;

/**
 * Refuses a count that would take more than a year on this machine. The machine's speed is not measured, because
 * even twice the expected speed would hardly help.
 *
 * @param force whether to count anyway.
 * @throws UsageError
 */
export function assertShortEnough({ left, kernel, threads }: LocalCountTask, force: boolean): void {
  const atOnce = Math.min(Math.max(1, threads), cores());
  const seconds = forecastSeconds(left, atOnce, KERNEL_SLOWDOWNS[kernel][left.algorithm]);
  if (force || seconds <= MAX_SECONDS) return;
  const time = `about ${formatSeconds(seconds)} on ${plural(atOnce, 'thread')}`;
  throw new UsageError(
    `counting ${plural(left.n, 'queen')} by ${left.algorithm} would take ${time}; add --force to start anyway`,
  );
}
