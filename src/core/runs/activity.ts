import { MAX_THREADS, mostExpensiveFirst, type Share } from '../plan/plan.js';
import type { Results } from '../results/results.js';
import type { TimedCost } from './rate.js';

/** A subproblem that is being counted: its total cost, and the seconds since its start. */
export interface RunningSubproblem extends TimedCost {
  readonly id: string;
  /** Id of the thread, if it is known. */
  readonly thread?: number;
}

/**
 * Activity of the threads: the subproblems that are being counted now. The threads of this process report which
 * subproblems they start.
 *
 * Threads elsewhere report only results, so what they are counting is a guess. A thread starts a subproblem when it has
 * finished another one, so with k threads, the last k end times are the start times of the running subproblems. The
 * running subproblems must be the most expensive unfinished ones, because expensive ones are counted first.
 */
export class Activity {
  readonly #share: Share;
  readonly #results: Results;
  readonly #isReported: boolean;
  /** The subproblems that this process's threads have started, each with its start time by performance.now(). */
  #started: readonly { readonly id: string; readonly thread: number; readonly start: number }[] = [];
  /** The latest end times, in milliseconds since 1970. */
  #ends: number[] = [];
  /** All subproblems in the order in which they are counted, for guesses. */
  #order: Share['subproblems'] | undefined;
  /** An index in `#order`. All subproblems before it are finished. */
  #next = 0;

  /** @param isReported whether the threads belong to this process, which reports their subproblems. */
  constructor(share: Share, results: Results, isReported: boolean) {
    this.#share = share;
    this.#results = results;
    this.#isReported = isReported;
  }

  /**
   * Records that a thread of this process starts a subproblem. If the thread was counting another subproblem, that one
   * has ended, but its result has not arrived yet. If another thread was counting the same subproblem, that thread has
   * died.
   */
  start(id: string, thread: number): void {
    const others = this.#started.filter((one) => one.thread !== thread && one.id !== id);
    this.#started = [...others, { id, thread, start: performance.now() }];
  }

  /** Records the end of a subproblem. Must be called in order of `ended`, the end time in milliseconds since 1970. */
  finish(id: string, ended: number): void {
    this.#started = this.#started.filter((one) => one.id !== id);
    this.#ends.push(ended);
    if (this.#ends.length > 2 * MAX_THREADS) this.#ends = this.#ends.slice(-MAX_THREADS);
  }

  /** Forgets the started subproblems, because the count has stopped. */
  clear(): void {
    this.#started = [];
  }

  /**
   * Returns the running subproblems.
   *
   * @param threads number of counting threads.
   * @param since time when the count was started or resumed, in milliseconds since 1970; 0 if it is unknown.
   */
  list(threads: number, since: number): readonly RunningSubproblem[] {
    if (this.#isReported) {
      const now = performance.now();
      return this.#started.map(({ id, thread, start }) => {
        return { id, thread, cost: this.#results.subproblem(id)?.cost ?? 0, seconds: (now - start) / 1000 };
      });
    }
    const seconds = guessSeconds(this.#ends, threads, since);
    return this.#unfinished(seconds.length).map(({ id, cost }, i) => ({ id, cost, seconds: seconds[i] ?? 0 }));
  }

  /** Returns up to `max` of the next unfinished subproblems. */
  #unfinished(max: number): Share['subproblems'] {
    this.#order ??= mostExpensiveFirst(this.#share.subproblems);
    const found: Share['subproblems'][number][] = [];
    for (let i = this.#next; i < this.#order.length && found.length < max; i++) {
      const subproblem = this.#order[i];
      if (subproblem && !this.#results.get(subproblem.id)) found.push(subproblem);
      else if (i === this.#next) this.#next++;
    }
    return found;
  }
}

/**
 * Guesses for how many seconds each running subproblem has been counted. Each is assumed to have started when another
 * one ended.
 *
 * @param ends the end times, in order, in milliseconds since 1970 by clocks that may differ from this machine's.
 * @param threads number of counting threads.
 * @param since time when the count was started or resumed; 0 if it is unknown.
 */
export function guessSeconds(ends: readonly number[], threads: number, since = 0): number[] {
  const now = Date.now();
  const starts = ends.slice(Math.max(0, ends.length - threads));
  return starts.map((start) => Math.max(0, now - Math.max(start, since)) / 1000);
}
