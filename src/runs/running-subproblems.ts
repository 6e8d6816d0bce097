/** A subproblem that is being counted. */
export interface RunningSubproblem {
  readonly id: string;
  /** Number of the thread that counts it. */
  readonly thread: number;
  /** Start of the subproblem, by performance.now(). */
  readonly since: number;
}

/** The subproblems that threads of this process are counting. */
export class RunningSubproblems {
  #all: readonly RunningSubproblem[] = [];

  /**
   * Records that a thread starts a subproblem. If the thread had another one, that has ended, but its result has not arrived
   * yet. If another thread had the same one, that thread has died.
   */
  start(id: string, thread: number): void {
    const others = this.#all.filter((one) => one.thread !== thread && one.id !== id);
    this.#all = [...others, { id, thread, since: performance.now() }];
  }

  /** Records that a subproblem is finished. */
  finish(id: string): void {
    this.#all = this.#all.filter((one) => one.id !== id);
  }

  /** Subtracts a pause of `seconds`, which ends now, from all times. No time becomes negative. */
  skip(seconds: number): void {
    const now = performance.now();
    this.#all = this.#all.map((one) => ({ ...one, since: Math.min(one.since + 1000 * seconds, now) }));
  }

  /** Forgets all subproblems: the count has ended or stopped. */
  clear(): void {
    this.#all = [];
  }

  /** Returns all subproblems, with the seconds since their starts. */
  all(): (RunningSubproblem & { readonly seconds: number })[] {
    const now = performance.now();
    return this.#all.map((one) => ({ ...one, seconds: (now - one.since) / 1000 }));
  }
}
