import type { PartialCount } from '../plan/partial-count.js';

/** Cost of the subproblems that a thread of the reference machine counts per second. */
export const REFERENCE_SPEED = 1000;

/** Half-life of a result's weight, in seconds spent counting. It is longer if the latest subproblems took long. */
const HALF_LIFE = 60;

/** Minimum half-life, as a multiple of the time of the latest subproblem. */
const HALF_LIFE_FACTOR = 10;

/** Maximum weight of a forecast or of earlier results, in seconds of thread time. */
const MAX_PRIOR = 10;

/** Maximum weight of a forecast as a fraction of the run, so the first results can correct it even in a short run. */
const MAX_FORECAST = 0.1;

export interface TimedCost {
  readonly cost: number;
  readonly seconds: number;
}

/**
 * The rate of a run: the cost and work that a thread completes per second. Also infers the number of threads. The
 * latest results weigh most. A forecast or earlier results serve as the prior, which new results soon outweigh.
 */
export class Rate {
  /** Time of the latest result, in milliseconds since 1970; undefined before the first. */
  latest: number | undefined;
  #forecast: TimedCost = { cost: 0, seconds: 0 };
  // Weighted sums over the results.
  #cost = 0;
  #work = 0;
  #threadSeconds = 0;
  /** Seconds in which at least one subproblem was being counted. */
  #seconds = 0;

  /**
   * Adds a result. Results must come in the order in which they ended.
   *
   * @param cost estimated cost of the result's subproblem.
   */
  add({ ended, milliseconds, work }: Pick<PartialCount, 'ended' | 'milliseconds' | 'work'>, cost: number): void {
    const threadSeconds = milliseconds / 1000;
    const sinceLatest = this.latest === undefined ? threadSeconds : Math.max(0, ended - this.latest) / 1000;
    const seconds = Math.min(threadSeconds, sinceLatest);
    this.latest = Math.max(this.latest ?? ended, ended);
    this.#scale(0.5 ** (seconds / Math.max(HALF_LIFE, HALF_LIFE_FACTOR * threadSeconds)));
    this.#cost += cost;
    this.#work += work;
    this.#threadSeconds += threadSeconds;
    this.#seconds += seconds;
  }

  /** Makes the results so far a prior, because they are from an earlier count, perhaps on another machine. */
  weaken(): void {
    if (this.#threadSeconds > MAX_PRIOR) this.#scale(MAX_PRIOR / this.#threadSeconds);
  }

  /**
   * Replaces the results so far with a forecast.
   *
   * @param slowdown a thread's time divided by the time that a thread of the reference machine takes.
   * @param cost cost of the whole run.
   */
  expect(slowdown: number, cost: number): void {
    this.#scale(0);
    const secondsPerCost = slowdown / REFERENCE_SPEED;
    const seconds = Math.min(MAX_PRIOR, MAX_FORECAST * secondsPerCost * cost);
    this.#forecast = { cost: seconds / secondsPerCost, seconds };
  }

  #scale(factor: number): void {
    this.#forecast = { cost: factor * this.#forecast.cost, seconds: factor * this.#forecast.seconds };
    this.#cost *= factor;
    this.#work *= factor;
    this.#threadSeconds *= factor;
    this.#seconds *= factor;
  }

  /** Number of threads inferred from the results, at least 1; 0 before the first result. */
  get threads(): number {
    return this.#seconds > 0 ? Math.max(1, Math.round(this.#threadSeconds / this.#seconds)) : 0;
  }

  /** The cost and time from which to compute the speed of a thread. `seconds` is 0 if the speed is unknown. */
  get timed(): TimedCost {
    return {
      cost: this.#forecast.cost + this.#cost,
      seconds: this.#forecast.seconds + this.#threadSeconds,
    };
  }

  /** Work per second of a thread; undefined before the first result. */
  get workPerSecond(): number | undefined {
    return this.#threadSeconds > 0 ? this.#work / this.#threadSeconds : undefined;
  }
}
