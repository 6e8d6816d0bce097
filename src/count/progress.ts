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
  /** Estimated seconds to the end; undefined before the first subproblem is counted. */
  readonly secondsLeft: number | undefined;
  /** Sum of the work counters since this count began, per second. */
  readonly workPerSecond: number;
  readonly threads: number;
}

/**
 * Keeps the account of a count. What the ledger held before counts as done, but the rate and the time left are measured
 * from the start of this count.
 */
export class ProgressAccount {
  readonly #share: Share;
  readonly #executor: Pick<Progress, 'threads'>;
  readonly #start = performance.now();
  #finished = 0;
  #costBefore = 0;
  #cost = 0;
  #work = 0;

  /**
   * @param share all that there is to count, what is finished already included.
   * @param executor asked for its threads each time: those of a cluster come and go.
   */
  constructor(share: Share, executor: Pick<Progress, 'threads'>) {
    this.#share = share;
    this.#executor = executor;
  }

  /** The ledger held this many subproblems before, of this cost in all. */
  foundFinished(subproblems: number, cost: number): void {
    this.#finished += subproblems;
    this.#costBefore += cost;
  }

  /** A subproblem was finished. */
  finished(subproblem: Subproblem, partial: PartialCount): void {
    this.#finished++;
    this.#cost += subproblem.cost;
    this.#work += partial.work;
  }

  /** How far it is now. */
  now(): Progress {
    const seconds = (performance.now() - this.#start) / 1000;
    const done = this.#costBefore + this.#cost;
    return {
      n: this.#share.n,
      algorithm: this.#share.algorithm,
      finished: this.#finished,
      subproblems: this.#share.subproblems.length,
      part: this.#share.cost > 0 ? done / this.#share.cost : 1,
      seconds,
      secondsLeft: this.#cost > 0 ? (seconds * (this.#share.cost - done)) / this.#cost : undefined,
      workPerSecond: seconds > 0 ? this.#work / seconds : 0,
      threads: this.#executor.threads,
    };
  }
}
