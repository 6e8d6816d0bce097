import { REFERENCE_SPEED, type Spent } from './estimate.js';

/** Maximum weight of a speed that was measured before the run, in seconds of one thread. */
const WEIGHT_OF_EARLIER = 10;

/** Maximum weight of a forecast, as a fraction of the run, so that the first subproblems can correct it in short runs. */
const WEIGHT_OF_FORECAST = 0.1;

/**
 * Limit of a subproblem's time, as a multiple of the expected time. If a subproblem exceeds this limit by more than a
 * second, the process was stopped or the machine slept.
 */
const LONGEST_FACTOR = 4;

/** Sums over finished subproblems. */
export interface Sums {
  readonly finished: number;
  /** Sum of the estimated costs. */
  readonly cost: number;
  /** Sum of the work counters. */
  readonly work: number;
  /** Sum of the counting times in seconds. */
  readonly seconds: number;
}

export const NOTHING: Sums = { finished: 0, cost: 0, work: 0, seconds: 0 };

/** Adds up sums. */
export function plus(a: Sums, b: Sums): Sums {
  return {
    finished: a.finished + b.finished,
    cost: a.cost + b.cost,
    work: a.work + b.work,
    seconds: a.seconds + b.seconds,
  };
}

/**
 * The estimated speed of a thread in a run. The first estimate comes from the forecast or from earlier results, and each
 * finished subproblem corrects it.
 */
export class Speed {
  /** Time of a thread divided by the time of a thread of the reference machine, if it was measured. */
  slowdown: number | undefined;
  readonly #runCost: number;
  #earlier = NOTHING;
  #done = NOTHING;

  /** @param runCost cost of the whole run. */
  constructor(runCost: number) {
    this.#runCost = runCost;
  }

  /** Adds results from before this run. */
  addEarlier(earlier: Sums): void {
    this.#earlier = plus(this.#earlier, earlier);
  }

  /** Adds a subproblem that was finished in this run. A time that is much longer than expected counts for less. */
  add(one: Sums): void {
    const { cost, seconds } = this.spent;
    const speed = cost / seconds;
    const most = speed ? (LONGEST_FACTOR * one.cost) / speed + 1 : one.seconds;
    this.#done = plus(this.#done, { ...one, seconds: Math.min(one.seconds, most) });
  }

  /** Work that shows the cost per second of a thread. Its seconds are 0 if the speed is unknown. */
  get spent(): Spent {
    const weight = this.#earlierWeight;
    const slowdown = (this.slowdown ?? 0) / REFERENCE_SPEED;
    const forecast = Math.min(WEIGHT_OF_EARLIER, WEIGHT_OF_FORECAST * slowdown * this.#runCost);
    const before = slowdown
      ? { seconds: forecast, cost: forecast / slowdown }
      : { seconds: weight * this.#earlier.seconds, cost: weight * this.#earlier.cost };
    return { cost: before.cost + this.#done.cost, seconds: before.seconds + this.#done.seconds };
  }

  /** Work per second of a thread; undefined before the first result. */
  get workPerSecond(): number | undefined {
    const weight = this.#earlierWeight;
    const seconds = weight * this.#earlier.seconds + this.#done.seconds;
    return seconds > 0 ? (weight * this.#earlier.work + this.#done.work) / seconds : undefined;
  }

  /** Weight of the earlier results, from 0 to 1. */
  get #earlierWeight(): number {
    return Math.min(1, WEIGHT_OF_EARLIER / Math.max(this.#earlier.seconds, Number.MIN_VALUE));
  }
}
