import { ConflictError, isNew } from '../ledger/ledger.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { RunState } from './run-update.js';
import { WatchedRun } from './watched-run.js';

/** Milliseconds without a result until a run is idle; longer if its longest subproblem took more than half of that. */
const IDLE_AFTER = 10_000;

/** State of a run that is counted elsewhere, by the time since its last result and its longest subproblem. */
export function stateAfter(millisecondsSince: number, longest: number): RunState {
  return millisecondsSince > Math.max(IDLE_AFTER, 2 * longest) ? 'idle' : 'counting';
}

/** A result, and where it was found: `line 3`. */
export interface Found {
  readonly partial: PartialCount;
  readonly where: string;
}

/** A run that is counted elsewhere: a reader of its ledger passes on every result. */
export class ObservedRun extends WatchedRun {
  #problem: string | undefined;
  #remedy: string | undefined;
  #problems = 0;
  /** When the latest result came, by performance.now(). */
  #latest = Number.NEGATIVE_INFINITY;
  /** Milliseconds that the longest subproblem took. */
  #longest = 0;

  /** Takes a result that was there before the run was followed. It may be taken again. */
  takeEarlier(found: Found): void {
    if (this.#record(found)) this.addEarlier(found.partial);
  }

  /** Takes a result. It may be taken again. @param end when it ended, in seconds since the run began. */
  take(found: Found, end: number): void {
    if (!this.#record(found)) return;
    this.add(found.partial, end);
    this.#latest = performance.now();
  }

  /** Enters a result in the ledger. @returns false if it was there, or cannot be. */
  #record({ partial, where }: Found): boolean {
    const subproblem = this.subproblem(partial.id);
    if (!subproblem) {
      this.complain(`${where}: the plan has no subproblem ${partial.id}`);
      return false;
    }
    try {
      if (!isNew(this.ledger, subproblem, partial)) return false;
    } catch (error) {
      this.complain(`${where}: ${error instanceof Error ? error.message : error}`);
      if (error instanceof ConflictError) this.setState('conflict', this.problem);
      return false;
    }
    this.ledger.add(partial);
    this.#longest = Math.max(this.#longest, partial.milliseconds);
    return true;
  }

  /** Notes that something is wrong. @param remedy what the user can do about it. */
  complain(problem: string, remedy?: string): void {
    this.#problem ??= problem;
    this.#remedy ??= remedy;
    this.#problems++;
  }

  /** Returns the first thing that is wrong, how many more there are, and what can be done about them. */
  get problem(): string | undefined {
    if (this.#problem === undefined) return undefined;
    const more = this.#problems > 1 ? `, and ${this.#problems - 1} more like it` : '';
    return `${this.#problem}${more}${this.#remedy === undefined ? '' : `; ${this.#remedy}`}`;
  }

  /** Sets when the latest result came, by performance.now(), where that is known. */
  setLatest(latest: number): void {
    this.#latest = latest;
  }

  /** Decides whether the run is being counted, by the results so far. */
  judge(): void {
    const isFinished = this.totals.finished === this.share.subproblems.length;
    const state = isFinished ? 'finished' : stateAfter(performance.now() - this.#latest, this.#longest);
    this.setState(state, this.problem);
  }
}
