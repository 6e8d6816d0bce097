import type { PartialCount } from '../plan/partial-count.js';
import { MAX_THREADS } from '../plan/plan.js';

/** Cost of the subproblems that a thread of the reference machine counts per second. */
export const REFERENCE_SPEED = 1000;

/** Half-life of a result's weight, in seconds spent counting. It is longer if the latest subproblems took long. */
const HALF_LIFE = 60;

/** Minimum half-life, as a multiple of the time of the latest subproblem. */
const HALF_LIFE_FACTOR = 10;

/** Milliseconds by which a result may seem to overlap the thread's next one, because end times are rounded. */
const CLOCK_TICK = 1;

export interface TimedCost {
  readonly cost: number;
  readonly seconds: number;
}

/**
 * The rate of a run: the cost and work that a thread completes per second. Also infers the number of threads. The
 * latest results weigh most. A forecast, and results from before a pause, count only until the next result.
 */
export class Rate {
  /** Time of the latest result, in milliseconds since 1970; undefined before the first. */
  latest: number | undefined;
  #prior: Partial<Pick<Rate, 'speed' | 'workPerSecond' | 'threads'>> = {};
  // Weighted sums over the results.
  #cost = 0;
  #work = 0;
  #threadSeconds = 0;
  /** Start and end times of the latest results since the last restart, in milliseconds, in the order of the ends. */
  #starts: number[] = [];
  #ends: number[] = [];

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
    this.#starts.push(ended - milliseconds);
    this.#ends.push(ended);
    if (this.#ends.length < 2 * MAX_THREADS) return;
    this.#starts = this.#starts.slice(-MAX_THREADS);
    this.#ends = this.#ends.slice(-MAX_THREADS);
  }

  /** Lets the next result replace what is known, because the count was resumed, perhaps on another machine. */
  restart(): void {
    this.#prior = { speed: this.speed, workPerSecond: this.workPerSecond, threads: this.threads };
    this.#scale(0);
    this.#starts = [];
    this.#ends = [];
  }

  /**
   * Replaces what is known with a forecast.
   *
   * @param slowdown a thread's time divided by the time that a thread of the reference machine takes.
   */
  expect(slowdown: number): void {
    this.#prior = { speed: REFERENCE_SPEED / slowdown };
    this.#scale(0);
  }

  #scale(factor: number): void {
    this.#cost *= factor;
    this.#work *= factor;
    this.#threadSeconds *= factor;
  }

  /** Number of threads inferred from the results: the most that were counted at once; 0 before the first result. */
  get threads(): number {
    const ends = this.#ends;
    if (ends.length < (this.#prior.threads ?? 1)) return this.#prior.threads ?? 0;
    let ended = 0;
    const running = [...this.#starts]
      .sort((a, b) => a - b)
      .map((start, started) => {
        while ((ends[ended] ?? Number.POSITIVE_INFINITY) <= start + CLOCK_TICK) ended++;
        return started + 1 - ended;
      });
    return Math.max(1, ...running);
  }

  /** Cost that a thread counts per second; undefined if neither a result nor a forecast shows it. */
  get speed(): number | undefined {
    return this.#cost > 0 && this.#threadSeconds > 0 ? this.#cost / this.#threadSeconds : this.#prior.speed;
  }

  /** Work per second of a thread; undefined before the first result. */
  get workPerSecond(): number | undefined {
    return this.#threadSeconds > 0 ? this.#work / this.#threadSeconds : this.#prior.workPerSecond;
  }
}
