import { sum } from '../../core/runs/estimate.js';
import { formatSeconds } from '../../core/text/durations.js';
import { plural } from '../../core/text/numbers.js';

/** The subproblems that a worker's threads are counting, of all its jobs. They are lost if the worker stops. */
export class RunningSubproblems {
  /** By thread, each with its start time by performance.now(). */
  readonly #started = new Map<number, { readonly id: string; readonly start: number }>();

  /** Ids whose results have overtaken the news of their start, which comes through another port. */
  readonly #early = new Set<string>();

  /** Records that a thread starts a subproblem. It gets one only after the result of the last one has arrived. */
  start(id: string, thread: number): void {
    if (!this.#early.delete(id)) this.#started.set(thread, { id, start: performance.now() });
  }

  /** Records that a result has arrived. If a thread died while counting the subproblem, two may have started it. */
  finish(id: string): void {
    const threads = [...this.#started].filter(([, one]) => one.id === id).map(([thread]) => thread);
    if (threads.length === 0) this.#early.add(id);
    for (const thread of threads) this.#started.delete(thread);
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
