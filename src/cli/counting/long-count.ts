import { UsageError } from '../../core/errors/errors.js';
import { formatSeconds, YEAR } from '../../core/text/durations.js';
import { plural } from '../../core/text/numbers.js';
import type { LocalCountTask } from '../../node/count/local-count-task.js';

/** Maximum seconds for a count that starts without --force. */
const MAX_SECONDS = YEAR;

/**
 * Refuses a count that would take more than a year on this machine. The machine's speed is not measured, because
 * even twice the expected speed would hardly help.
 *
 * @param force whether to count anyway.
 * @throws UsageError
 */
export function assertShortEnough(counting: LocalCountTask, force: boolean): void {
  const { left, fit } = counting;
  const seconds = counting.forecast();
  if (force || seconds <= MAX_SECONDS) return;
  const time = `about ${formatSeconds(seconds)} on ${plural(fit.atOnce, 'thread')}`;
  throw new UsageError(
    `counting ${plural(left.n, 'queen')} by ${left.algorithm} would take ${time}; add --force to start anyway`,
  );
}
