import type { Results } from '../ledger/results.js';
import { MAX_THREADS, mostExpensiveFirst, type Share } from '../plan/plan.js';
import type { Effort } from './pace.js';

/** A subproblem that is being counted: its whole cost, and the seconds since its start. */
export interface RunningSubproblem extends Effort {
  readonly id: string;
  /** Number of the thread, if it is known. */
  readonly thread?: number;
}

/**
 * What is running now. The threads of this process tell which subproblems they start.
 *
 * Of threads elsewhere, only the results are known, so their subproblems are a guess: a thread starts a subproblem when
 * it has finished another one, so with k threads, the last k ends are the starts of the running subproblems. These are
 * the most expensive unfinished ones, which are counted first.
 */
export class Running {
  readonly #share: Share;
  readonly #results: Results<Share>;
  readonly #isTold: boolean;
  /** The subproblems that the threads of this process have started, each with its start by performance.now(). */
  #started: readonly { readonly id: string; readonly thread: number; readonly start: number }[] = [];
  /** The latest ends, in milliseconds since 1970. */
  #ends: number[] = [];
  /** All subproblems in the order of counting, for the guess. */
  #order: Share['subproblems'] | undefined;
  /** Index in this order. All subproblems before it are finished. */
  #next = 0;

  /** @param isTold whether the threads are of this process. */
  constructor(share: Share, results: Results<Share>, isTold: boolean) {
    this.#share = share;
    this.#results = results;
    this.#isTold = isTold;
  }

  /**
   * Records that a thread of this process starts a subproblem. If the thread had another one, that has ended, but its
   * result has not arrived yet. If another thread had the same one, that thread has died.
   */
  start(id: string, thread: number): void {
    const others = this.#started.filter((one) => one.thread !== thread && one.id !== id);
    this.#started = [...others, { id, thread, start: performance.now() }];
  }

  /** Records the end of a subproblem. Ends must come in order. @param ended in milliseconds since 1970. */
  finish(id: string, ended: number): void {
    this.#started = this.#started.filter((one) => one.id !== id);
    this.#ends.push(ended);
    if (this.#ends.length > 2 * MAX_THREADS) this.#ends = this.#ends.slice(-MAX_THREADS);
  }

  /** Forgets the subproblems that were started, because the count has stopped. */
  clear(): void {
    this.#started = [];
  }

  /**
   * Returns the running subproblems.
   *
   * @param threads number of counting threads.
   * @param since moment when the count was started or resumed, in milliseconds since 1970; 0 if it is unknown.
   */
  list(threads: number, since: number): readonly RunningSubproblem[] {
    if (this.#isTold) {
      const now = performance.now();
      return this.#started.map(({ id, thread, start }) => {
        return { id, thread, cost: this.#results.subproblem(id)?.cost ?? 0, seconds: (now - start) / 1000 };
      });
    }
    const seconds = guessSeconds(this.#ends, threads, since);
    return this.#unfinished(seconds.length).map(({ id, cost }, i) => ({ id, cost, seconds: seconds[i] ?? 0 }));
  }

  /** Returns the next unfinished subproblems, at most `most` of them. */
  #unfinished(most: number): Share['subproblems'] {
    this.#order ??= mostExpensiveFirst(this.#share.subproblems);
    const found: Share['subproblems'][number][] = [];
    for (let i = this.#next; i < this.#order.length && found.length < most; i++) {
      const subproblem = this.#order[i];
      if (subproblem && !this.#results.get(subproblem.id)) found.push(subproblem);
      else if (i === this.#next) this.#next++;
    }
    return found;
  }
}

/**
 * Guesses for how long the running subproblems have been counted: since the latest ends.
 *
 * @param ends moments of ends in their order, in milliseconds since 1970, by clocks that may differ from this
 *   machine's.
 * @param threads number of counting threads.
 * @param since moment when the count was started or resumed; 0 if it is unknown.
 */
export function guessSeconds(ends: readonly number[], threads: number, since = 0): number[] {
  const now = Date.now();
  const starts = ends.slice(Math.max(0, ends.length - threads));
  return starts.map((start) => Math.max(0, now - Math.max(start, since)) / 1000);
}
