import type { PartialCount } from '../plan/partial-count.js';
import type { Share } from '../plan/plan.js';
import type { Algorithm, Subproblem } from '../plan/subproblem.js';

/** How far a run is. */
export interface Progress {
  readonly n: number;
  readonly algorithm: Algorithm;
  /** Subproblems counted, and all there are. */
  readonly finished: number;
  readonly subproblems: number;
  /** Part of the estimated work that is done, from 0 to 1. */
  readonly part: number;
  /** Seconds since this count began. */
  readonly seconds: number;
  /** Estimated seconds to the end; undefined while nothing is known of this machine's speed. */
  readonly secondsLeft: number | undefined;
  /** What the work counters of all threads together count in a second. */
  readonly workPerSecond: number;
  readonly threads: number;
}

/** A speed that was measured before the count weighs as much as this many seconds of counting. */
const WEIGHT_OF_FORECAST = 10;

/**
 * A subproblem that seems to take this many times as long as expected was not counted all that time: the process was
 * stopped, or the machine slept. Short subproblems may take a second longer.
 */
const LONGEST_BY_FAR = 4;

/**
 * Keeps the account of a count. What the ledger held before counts as done, but the rate and the time left are measured
 * from the start of this count.
 *
 * The time left goes by the speed of a thread: seconds for a unit of estimated cost. It begins with the speed that a
 * forecast measured, if there is one, and is corrected by each subproblem that is finished.
 */
export class ProgressAccount {
  readonly #share: Share;
  readonly #executor: Pick<Progress, 'threads'>;
  readonly #start = performance.now();
  #finished = 0;
  #costBefore = 0;
  #cost = 0;
  #work = 0;
  /** Seconds of threads that counted the above cost. */
  #counting = 0;
  /** Seconds and cost of a measurement before the count. */
  readonly #forecast: { readonly seconds: number; readonly cost: number };

  /**
   * @param share all that there is to count, what is finished already included.
   * @param executor asked for its threads each time: those of a cluster come and go.
   * @param secondsPerCost of one thread, if it was measured before.
   */
  constructor(share: Share, executor: Pick<Progress, 'threads'>, secondsPerCost?: number) {
    this.#share = share;
    this.#executor = executor;
    this.#forecast = secondsPerCost
      ? { seconds: WEIGHT_OF_FORECAST, cost: WEIGHT_OF_FORECAST / secondsPerCost }
      : { seconds: 0, cost: 0 };
  }

  /** The ledger held this many subproblems before, of this cost in all. */
  foundFinished(subproblems: number, cost: number): void {
    this.#finished += subproblems;
    this.#costBefore += cost;
  }

  /** A subproblem was finished. */
  finished(subproblem: Subproblem, partial: PartialCount): void {
    const expected = subproblem.cost * this.#secondsPerCost();
    const seconds = partial.milliseconds / 1000;
    this.#counting += expected > 0 ? Math.min(seconds, LONGEST_BY_FAR * expected + 1) : seconds;
    this.#finished++;
    this.#cost += subproblem.cost;
    this.#work += partial.work;
  }

  /** How far it is now. */
  now(): Progress {
    const seconds = (performance.now() - this.#start) / 1000;
    const done = this.#costBefore + this.#cost;
    const { threads } = this.#executor;
    return {
      n: this.#share.n,
      algorithm: this.#share.algorithm,
      finished: this.#finished,
      subproblems: this.#share.subproblems.length,
      part: this.#share.cost > 0 ? done / this.#share.cost : 1,
      seconds,
      secondsLeft: this.#secondsLeft(this.#share.cost - done, threads, seconds),
      workPerSecond: this.#counting > 0 ? (this.#work * threads) / this.#counting : 0,
      threads,
    };
  }

  /** Of a thread; 0 while nothing is known. */
  #secondsPerCost(): number {
    const cost = this.#forecast.cost + this.#cost;
    return cost > 0 ? (this.#forecast.seconds + this.#counting) / cost : 0;
  }

  #secondsLeft(cost: number, threads: number, seconds: number): number | undefined {
    const secondsPerCost = this.#secondsPerCost();
    if (secondsPerCost === 0 || threads === 0) return undefined;
    const left = this.#share.subproblems.length - this.#finished;
    if (left === 0) return 0;
    // Subproblems are counted in order of cost, so those under way cost no less than the mean of those left.
    const underWay = Math.max(0, seconds * threads - this.#counting);
    const mostUnderWay = (Math.min(threads, left) / left) * cost * secondsPerCost;
    return (cost * secondsPerCost - Math.min(underWay, mostUnderWay)) / Math.min(threads, left);
  }
}
