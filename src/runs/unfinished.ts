import { MOST_THREADS, mostExpensiveFirst, type Share } from '../plan/plan.js';
import type { Subproblem } from '../plan/subproblem.js';
import type { Spent } from './estimate.js';

/** The unfinished subproblems of a run whose threads are elsewhere. Only the ends of subproblems are known. */
export class Unfinished {
  readonly #finished = new Set<Subproblem>();
  /** All subproblems, in the order in which they are counted. */
  readonly #order: readonly Subproblem[];
  /** Index in this order. All subproblems before it are finished. */
  #next = 0;
  /** Moments of the latest ends, in milliseconds. */
  #ends: number[] = [];

  constructor({ subproblems }: Share) {
    this.#order = mostExpensiveFirst(subproblems);
  }

  /** Records the end of a subproblem. Ends must come in order. @param moment in milliseconds of any clock. */
  finish(subproblem: Subproblem, moment: number): void {
    this.#finished.add(subproblem);
    this.#ends.push(moment);
    if (this.#ends.length > 2 * MOST_THREADS) this.#ends = this.#ends.slice(-MOST_THREADS);
  }

  /**
   * Guesses the running subproblems. A thread starts a subproblem when it has finished another one, so with k threads, the
   * last k ends are the starts of the running subproblems.
   *
   * @param now in milliseconds of the same clock.
   */
  running(threads: number, now: number): readonly Spent[] {
    if (threads === 0) return [];
    const starts = this.#ends.slice(-threads);
    const running: Subproblem[] = [];
    for (let i = this.#next; i < this.#order.length && running.length < starts.length; i++) {
      const subproblem = this.#order[i];
      if (subproblem && !this.#finished.has(subproblem)) running.push(subproblem);
      else if (i === this.#next) this.#next++;
    }
    return runningSince(starts, now, (index) => running[index]?.cost ?? 0);
  }
}

/** Returns subproblems that started at these moments. @param costOf cost of a subproblem, by its index. */
export function runningSince(starts: readonly number[], now: number, costOf: (index: number) => number): Spent[] {
  return starts.map((start, index) => ({ cost: costOf(index), seconds: Math.max(0, now - start) / 1000 }));
}
