/** A worker and its current subproblem. */
interface BusyWorker {
  /** Id of the subproblem, if any. */
  task: string | undefined;
  /** Start of the subproblem, by performance.now(). */
  since: number;
  finished: number;
}

/** The worker threads of a run in this process, with their current subproblems. */
export class BusyWorkers {
  /** Workers by their numbers in the executor, in the order of their first subproblems. */
  readonly #workers = new Map<number, BusyWorker>();

  /** Records that a worker starts a subproblem. Another worker with the same subproblem must have died. */
  start(id: string, number: number): void {
    for (const [other, { task }] of this.#workers) {
      if (task === id && other !== number) this.#workers.delete(other);
    }
    const { task, finished } = this.#workers.get(number) ?? { task: undefined, finished: 0 };
    // If the worker still has a task, that task is finished, but its result has not arrived yet.
    this.#workers.set(number, {
      task: id,
      since: performance.now(),
      finished: finished + (task === undefined ? 0 : 1),
    });
  }

  /** Records that a subproblem is finished. */
  finish(id: string): void {
    const worker = [...this.#workers.values()].find(({ task }) => task === id);
    if (!worker) return;
    worker.task = undefined;
    worker.finished++;
  }

  /** Subtracts a pause of `seconds`, which ends now, from the times of all tasks. No time becomes negative. */
  skip(seconds: number): void {
    const now = performance.now();
    for (const worker of this.#workers.values()) worker.since = Math.min(worker.since + 1000 * seconds, now);
  }

  /** Clears the current subproblems of all workers. */
  clearTasks(): void {
    for (const worker of this.#workers.values()) worker.task = undefined;
  }

  /** Forgets all workers. */
  clear(): void {
    this.#workers.clear();
  }

  /** Returns all workers, with the seconds since the start of their subproblems. Workers without a subproblem have 0. */
  all(): { task: string | undefined; seconds: number; finished: number }[] {
    const now = performance.now();
    return [...this.#workers.values()].map(({ task, since, finished }) => {
      return { task, seconds: task === undefined ? 0 : (now - since) / 1000, finished };
    });
  }
}
