import { ConflictError, isNew } from '../ledger/ledger.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { RunState } from './run-update.js';
import { WatchedRun } from './watched-run.js';

/** Minimum time without a result, in milliseconds, after which a run is idle. It is longer for long subproblems. */
const IDLE_AFTER = 10_000;

/** Estimates the state of a run in another process. @param longest time of its longest subproblem, in milliseconds. */
export function stateAfter(millisecondsSince: number, longest: number): RunState {
  return millisecondsSince > Math.max(IDLE_AFTER, 2 * longest) ? 'idle' : 'counting';
}

/** A result and its source, such as `line 3`. */
export interface Found {
  readonly partial: PartialCount;
  readonly where: string;
}

/** A run in another process. The reader of the run's ledger passes each result to this object. */
export class ObservedRun extends WatchedRun {
  #problem: string | undefined;
  #remedy: string | undefined;
  #problems = 0;
  /** Milliseconds of the longest subproblem. */
  #longest = 0;

  /** Adds a result from before the observation. A repeated result is ignored. */
  takeEarlier(found: Found): void {
    if (this.#record(found)) this.addEarlier(found.partial);
  }

  /** Adds a new result. A repeated result is ignored. @param end time of the result, in seconds since the start. */
  take(found: Found, end: number): void {
    if (!this.#record(found)) return;
    this.add(found.partial, end);
    this.latest = Date.now();
  }

  /** Adds a result to the ledger. @returns false if the result is already there, or is impossible. */
  #record({ partial, where }: Found): boolean {
    const subproblem = this.subproblem(partial.id);
    if (!subproblem) {
      this.addProblem(`${where}: the plan has no subproblem ${partial.id}`);
      return false;
    }
    try {
      if (!isNew(this.ledger, subproblem, partial)) return false;
    } catch (error) {
      this.addProblem(`${where}: ${error instanceof Error ? error.message : error}`);
      if (error instanceof ConflictError) this.setState('conflict', this.problem);
      return false;
    }
    this.ledger.add(partial);
    this.#longest = Math.max(this.#longest, partial.milliseconds);
    return true;
  }

  /** Records a problem. @param remedy advice for the user. */
  addProblem(problem: string, remedy?: string): void {
    this.#problem ??= problem;
    this.#remedy ??= remedy;
    this.#problems++;
  }

  /** Text with the first problem, the number of other problems, and the remedy. */
  get problem(): string | undefined {
    if (this.#problem === undefined) return undefined;
    const more = this.#problems > 1 ? `, and ${this.#problems - 1} more like it` : '';
    return `${this.#problem}${more}${this.#remedy === undefined ? '' : `; ${this.#remedy}`}`;
  }

  /** Sets the time of the latest result, in milliseconds since 1970. */
  setLatest(latest: number): void {
    this.latest = latest;
  }

  /** Sets the state from the results so far and the time since the latest result. */
  updateState(): void {
    const isFinished = this.totals.finished === this.share.subproblems.length;
    const state = isFinished ? 'finished' : stateAfter(Date.now() - (this.latest ?? 0), this.#longest);
    this.setState(state, this.problem);
  }
}
