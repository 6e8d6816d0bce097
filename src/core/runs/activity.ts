import type { TimedCost } from './rate.js';

/** A subproblem that a thread of this process is counting: its total cost, and the seconds since its start. */
export interface RunningSubproblem extends TimedCost {
  readonly id: string;
  /** Id of the thread. */
  readonly thread: number;
}

/** The subproblems that this process's threads are counting now. The threads report which ones they start. */
export class Activity {
  /** Each subproblem with its start time by performance.now(). */
  #started: readonly (Omit<RunningSubproblem, 'seconds'> & { readonly start: number })[] = [];

  /**
   * Records that a thread starts a subproblem. If the thread was counting another subproblem, that one has ended, but
   * its result has not arrived yet. If another thread was counting the same subproblem, that thread has died.
   */
  start(id: string, thread: number, cost: number): void {
    const others = this.#started.filter((one) => one.thread !== thread && one.id !== id);
    this.#started = [...others, { id, thread, cost, start: performance.now() }];
  }

  /** Records the end of a subproblem. */
  finish(id: string): void {
    if (this.#started.length > 0) this.#started = this.#started.filter((one) => one.id !== id);
  }

  /** Forgets the started subproblems, because the count has stopped. */
  clear(): void {
    this.#started = [];
  }

  get running(): readonly RunningSubproblem[] {
    const now = performance.now();
    return this.#started.map(({ start, ...one }) => ({ ...one, seconds: (now - start) / 1000 }));
  }
}
