/** Plans a new count on this machine, and refuses counts that would take too long. */

import { TimeLimitError } from '../../core/errors/errors.js';
import { type PlanOptions, planCoarsely, refinePlan } from '../../core/plan/choose-plan.js';
import type { Plan, Share } from '../../core/plan/plan.js';
import type { Steps } from '../../core/plan/steps.js';
import { forecastSeconds } from '../../core/runs/estimate.js';
import { formatSeconds, YEAR } from '../../core/text/durations.js';
import { plural } from '../../core/text/numbers.js';
import { chooseThreads, type Fit, fitToMachine, type KernelChoice } from '../machine/fit.js';
import type { Machine } from '../machine/machine.js';
import type { Measurement } from './measurement.js';

/** Options of a new count that decide its plan, and whether it is refused. */
export interface NewPlanOptions extends PlanOptions {
  /** By default `auto`, the fastest kernel on this machine. */
  readonly kernel?: KernelChoice | undefined;
  /** Whether to refuse a new count that would take more than a year, before its plan is refined; false by default. */
  readonly isLimited?: boolean | undefined;
}

/**
 * Builds the plan for a new count on this machine. The number of threads only decides how fine it is.
 *
 * @throws UsageError if an option is invalid, or if the count is limited and would take more than a year.
 */
export function* planForMachine(n: number, options: NewPlanOptions, machine: Machine): Steps<Plan> {
  const coarse = planCoarselyForMachine(n, options, machine);
  yield;
  return yield* refinePlan(coarse, { ...options, threads: Math.max(1, chooseThreads(coarse, machine)) });
}

/**
 * Builds the coarse plan for a new count on this machine, which takes at most 0.1 s.
 *
 * @throws UsageError as `planForMachine` does.
 */
export function planCoarselyForMachine(n: number, options: NewPlanOptions, machine: Machine) {
  const { algorithm = 'auto', depth, part, kernel = 'auto', isLimited = false } = options;
  // The plan of a part is the same on every machine.
  const mustAvoidMeet = !machine.hasSimd && algorithm === 'auto' && !part;
  const coarse = planCoarsely(n, { algorithm: mustAvoidMeet ? 'bitmask' : algorithm, depth });
  if (isLimited && !part) {
    const fit = fitToMachine(coarse, machine, kernel);
    assertShortEnough({ left: coarse, fit, speed: { slowdown: fit.slowdown, busy: 0 } });
  }
  return coarse;
}

/**
 * Checks that work is expected to take at most a year.
 *
 * @param speed the expected or the measured speed.
 * @throws TimeLimitError
 */
export function assertShortEnough({ left, fit, speed }: { left: Share; fit: Pick<Fit, 'atOnce'>; speed: Measurement }) {
  const seconds = forecastSeconds(left, fit.atOnce, speed.slowdown);
  if (seconds <= YEAR) return;
  const time = `about ${formatSeconds(seconds)} on ${plural(fit.atOnce, 'thread')}`;
  const message = `counting ${plural(left.n, 'queen')} by ${left.algorithm} would take ${time}`;
  throw new TimeLimitError(message, { seconds, busy: speed.busy });
}
