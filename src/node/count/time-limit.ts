/** Refuses counts that would take too long. */

import { TimeLimitError } from '../../core/errors/errors.js';
import type { Share } from '../../core/plan/plan.js';
import { forecastSeconds } from '../../core/runs/estimate.js';
import { formatSeconds, YEAR } from '../../core/text/durations.js';
import { plural } from '../../core/text/numbers.js';
import type { Fit } from '../machine/fit.js';
import type { Measurement } from './measurement.js';

/** Work that may take too long: how it fits this machine, and the expected or the measured speed. */
interface TimedWork {
  readonly left: Share;
  readonly fit: Pick<Fit, 'atOnce'>;
  readonly speed: Measurement;
}

/** Checks that the work is expected to take at most a year. @throws TimeLimitError */
export function assertShortEnough({ left, fit, speed }: TimedWork): void {
  const seconds = forecastSeconds(left, fit.atOnce, speed.slowdown);
  if (seconds <= YEAR) return;
  const time = `about ${formatSeconds(seconds)} on ${plural(fit.atOnce, 'thread')}`;
  const message = `counting ${plural(left.n, 'queen')} by ${left.algorithm} would take ${time}`;
  throw new TimeLimitError(message, { seconds, busy: speed.busy });
}
