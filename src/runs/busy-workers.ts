/** A worker and what it is doing. */
interface BusyWorker {
  /** Id of the subproblem that it counts, if any. */
  task: string | undefined;
  /** When it began that, by performance.now(). */
  since: number;
  finished: number;
}

/** The worker threads of a run that is counted in this process, and the subproblem that each of them is counting. */
export class BusyWorkers {
  /** Workers by the executor's numbers, in the order of their first subproblems. */
  readonly #workers = new Map<number, BusyWorker>();

  /** A worker begins a subproblem. If another one had it, that one is dead. */
  start(id: string, number: number): void {
    for (const [other, { task }] of this.#workers) {
      if (task === id && other !== number) this.#workers.delete(other);
    }
    const { task, finished } = this.#workers.get(number) ?? { task: undefined, finished: 0 };
    // Its last result is on the way.
    this.#workers.set(number, {
      task: id,
      since: performance.now(),
      finished: finished + (task === undefined ? 0 : 1),
    });
  }

  /** A subproblem is finished. */
  finish(id: string): void {
    const worker = [...this.#workers.values()].find(({ task }) => task === id);
    if (!worker) return;
    worker.task = undefined;
    worker.finished++;
  }

  /** Leaves out time that has just passed and in which nobody counted. A task may have begun since: it stays at 0. */
  skip(seconds: number): void {
    const now = performance.now();
    for (const worker of this.#workers.values()) worker.since = Math.min(worker.since + 1000 * seconds, now);
  }

  /** Nothing is counted any more. */
  rest(): void {
    for (const worker of this.#workers.values()) worker.task = undefined;
  }

  /** Forgets all workers. */
  clear(): void {
    this.#workers.clear();
  }

  /** All workers, with the seconds since each began its subproblem; 0 without one. */
  all(): { task: string | undefined; seconds: number; finished: number }[] {
    const now = performance.now();
    return [...this.#workers.values()].map(({ task, since, finished }) => {
      return { task, seconds: task === undefined ? 0 : (now - since) / 1000, finished };
    });
  }
}
