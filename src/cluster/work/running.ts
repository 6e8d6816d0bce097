import { sum } from '../../core/runs/estimate.js';
import { formatSeconds } from '../../core/text/durations.js';
import { plural } from '../../core/text/numbers.js';

/** The subproblems that a worker's threads are counting, from all its jobs. If the worker stops, that work is lost. */
export class RunningSubproblems {
  /** The subproblem of each thread, with its start time from performance.now(). */
  readonly #started = new Map<number, { readonly id: string; readonly start: number }>();

  /** Ids of subproblems whose results arrived before the news of their start, which comes through another port. */
  readonly #early = new Set<string>();

  /** Records that a thread starts a subproblem. The result of its previous subproblem has already arrived. */
  start(id: string, thread: number): void {
    if (!this.#early.delete(id)) this.#started.set(thread, { id, start: performance.now() });
  }

  /** Records that a subproblem's result has arrived. Two threads may have started it, if one died while counting. */
  finish(id: string): void {
    const threads = [...this.#started].filter(([, one]) => one.id === id).map(([thread]) => thread);
    if (threads.length === 0) this.#early.add(id);
    for (const thread of threads) this.#started.delete(thread);
  }

  /** Records that subproblems were abandoned, whether or not they had started. */
  abandon(ids: ReadonlySet<string>): void {
    for (const [thread, { id }] of this.#started) if (ids.has(id)) this.#started.delete(thread);
  }

  /** Describes what is lost if the worker stops now, such as `3 subproblems, 11h of thread time`; '' for nothing. */
  describe(): string {
    const starts = Array.from(this.#started.values(), ({ start }) => start);
    const seconds = sum(starts.map((start) => performance.now() - start)) / 1000;
    return starts.length === 0
      ? ''
      : `${plural(starts.length, 'subproblem')}, ${formatSeconds(seconds)} of thread time`;
  }
}
