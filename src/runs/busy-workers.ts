import type { Subproblem } from '../plan/subproblem.js';

/** A worker thread and what it is doing. */
interface BusyWorker {
  subproblem: Subproblem | undefined;
  /** When it began that, by performance.now(). */
  since: number;
  finished: number;
}

/** A subproblem that a thread is counting. */
export interface Task {
  /** The thread's. */
  readonly name: string;
  /** The subproblem's id and estimated cost. */
  readonly id: string;
  readonly cost: number;
  /** Since it was begun. */
  readonly milliseconds: number;
}

/** The worker threads of a run that is counted in this process, and what each is doing. */
export class BusyWorkers {
  /** By the executor's number for each, in the order in which they were first heard of. */
  readonly #workers = new Map<number, BusyWorker>();

  /** A worker begins a subproblem. If another one had it, that one is dead. */
  start(subproblem: Subproblem, number: number): void {
    for (const [other, { subproblem: held }] of this.#workers) {
      if (held?.id === subproblem.id && other !== number) this.#workers.delete(other);
    }
    const worker = this.#workers.get(number) ?? { subproblem: undefined, since: 0, finished: 0 };
    if (worker.subproblem !== undefined) worker.finished++; // its result is on the way
    this.#workers.set(number, { ...worker, subproblem, since: performance.now() });
  }

  /** A subproblem is finished. @returns the name of the worker that was counting it, if it still is. */
  finish(id: string): string | undefined {
    for (const [index, worker] of [...this.#workers.values()].entries()) {
      if (worker.subproblem?.id !== id) continue;
      worker.subproblem = undefined;
      worker.finished++;
      return nameOf(index);
    }
    return undefined;
  }

  /** Nothing is counted any more. */
  rest(): void {
    for (const worker of this.#workers.values()) worker.subproblem = undefined;
  }

  /** Forgets all workers. */
  clear(): void {
    this.#workers.clear();
  }

  /** What is being counted. */
  tasks(): Task[] {
    return this.all().flatMap(({ name, task, milliseconds }) =>
      task ? [{ name, id: task.id, cost: task.cost, milliseconds }] : [],
    );
  }

  /** All workers, with milliseconds since each began what it is counting. */
  all(): { name: string; task: Subproblem | undefined; milliseconds: number; finished: number }[] {
    const now = performance.now();
    return [...this.#workers.values()].map(({ subproblem: task, since, finished }, index) => ({
      name: nameOf(index),
      task,
      milliseconds: task ? now - since : 0,
      finished,
    }));
  }
}

function nameOf(index: number): string {
  return `thread ${index + 1}`;
}
