import { ProgressAccount } from '../count/progress.js';
import { ConflictError, isNews } from '../ledger/ledger.js';
import { type Part, partName, partOf } from '../plan/part.js';
import { largestPossibleCount, type PartialCount } from '../plan/partial-count.js';
import type { Plan } from '../plan/plan.js';
import { WatchedRun } from './watched-run.js';

/** Who counts, and with how many threads, is not known. */
const NOBODY = { threads: 0 };

/** With nothing finished for so many milliseconds, or twice as long as the longest took, nobody seems to count. */
const IDLE_AFTER = 10_000;

/** A run that somebody else counts: what is found in its ledger is told here, and seen in its watched run. */
export class ObservedRun {
  readonly run: WatchedRun;
  #account: ProgressAccount;
  /** When something was finished last, by performance.now(). */
  #latest = Number.NEGATIVE_INFINITY;
  /** Milliseconds that the longest subproblem took. */
  #longest = 0;
  #problem: string | undefined;

  /** @param part of the plan, if it is not the whole that is counted. */
  constructor(plan: Plan, part?: Part) {
    this.run = new WatchedRun(plan, part ? { share: partOf(plan, part), part: partName(part) } : {});
    this.#account = new ProgressAccount(this.run.share, NOBODY);
    this.run.begin();
  }

  /** Subproblems told that could be right, each once. */
  get finished(): number {
    return this.#account.now().finished;
  }

  /**
   * A finished subproblem. It may be told again.
   *
   * @param where it was found, to name it if something is wrong with it: `line 3`.
   */
  take(partial: PartialCount, where: string): void {
    const subproblem = this.run.subproblem(partial.id);
    if (!subproblem) {
      this.complain(`${where}: the plan has no subproblem ${partial.id}`);
      return;
    }
    try {
      if (!isNews(this.run.ledger, partial, largestPossibleCount(subproblem))) return;
    } catch (error) {
      if (error instanceof ConflictError) this.run.conflict();
      this.complain(`${where}: ${error instanceof Error ? error.message : error}`);
      return;
    }
    this.run.ledger.enter(partial);
    this.#account.finished(subproblem, partial);
    this.#latest = performance.now();
    this.#longest = Math.max(this.#longest, partial.milliseconds);
  }

  /** Something is not as it should be. The first thing is told. */
  complain(problem: string): void {
    this.#problem ??= problem;
  }

  /**
   * What was told so far was there before: it says nothing about how fast the run is now.
   *
   * @param latest when the last of it was finished, by performance.now().
   */
  beginHere(latest: number): void {
    const before = [...this.run.ledger.finished()];
    const cost = before.reduce((sum, { id }) => sum + (this.run.subproblem(id)?.cost ?? 0), 0);
    this.#account = new ProgressAccount(this.run.share, NOBODY);
    this.#account.foundFinished(before.length, cost);
    this.#latest = latest;
    this.run.begin();
    this.judge();
  }

  /** Says how the run seems to stand, going by what was told. */
  judge(): void {
    const progress = this.#account.now();
    const isIdle = performance.now() - this.#latest > Math.max(IDLE_AFTER, 2 * this.#longest);
    this.run.progress(progress);
    const isFinished = progress.finished === progress.subproblems;
    this.run.turn(isFinished ? 'finished' : isIdle ? 'idle' : 'counting', this.#problem);
  }
}
