import { ConflictError, isNews } from '../ledger/ledger.js';
import { type Part, partName, partOf } from '../plan/part.js';
import { largestPossibleCount, type PartialCount } from '../plan/partial-count.js';
import type { Plan } from '../plan/plan.js';
import type { Pace } from './run-times.js';
import type { RunClock } from './run-update.js';
import { WatchedRun } from './watched-run.js';

/** Milliseconds with nothing finished after which a run is idle, or twice as long as its longest subproblem took. */
const IDLE_AFTER = 10_000;

/** Milliseconds over which the present pace is taken, or five times as long as the longest took. */
const PRESENT = 30_000;

/** A subproblem that was finished while the run was followed. */
interface Arrival {
  /** By performance.now(). */
  readonly at: number;
  readonly work: number;
  readonly cost: number;
  readonly milliseconds: number;
}

/** A run that others count: a reader of its ledger tells what it finds, and it is seen in `run`. */
export class ObservedRun {
  readonly run: WatchedRun;
  /** When it began to be followed: what was told before then was there before. */
  #since: number | undefined;
  #arrivals: Arrival[] = [];
  /** When something was finished last, by performance.now(). */
  #latest = Number.NEGATIVE_INFINITY;
  /** Milliseconds that the longest subproblem took. */
  #longest = 0;
  #problem: string | undefined;

  /**
   * @param part of the plan, if it is not the whole that is counted.
   * @param clock `run` if the reader tells how long the run has taken, `threads` if only its subproblems' times are known.
   */
  constructor(plan: Plan, clock: RunClock, part?: Part) {
    const share = part && { share: partOf(plan, part), part: partName(part) };
    this.run = new WatchedRun(plan, { ...share, clock });
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
    const { work, milliseconds } = partial;
    this.#longest = Math.max(this.#longest, milliseconds);
    const wasThere = this.#since === undefined;
    if (wasThere && this.run.clock === 'run') this.run.enterEarlier(partial);
    else this.run.ledger.enter(partial);
    if (wasThere) return;
    this.#latest = performance.now();
    this.#arrivals.push({ at: this.#latest, work, cost: subproblem.cost, milliseconds });
  }

  /** Something is not as it should be. The first thing is told. */
  complain(problem: string): void {
    this.#problem ??= problem;
  }

  /**
   * All that was there has been told; what is told from now on says how fast the run is.
   *
   * @param latest when the last of it was finished, by performance.now().
   */
  beginHere(latest: number): void {
    this.#since = performance.now();
    this.#latest = latest;
    this.judge();
  }

  /** Says in which state the run seems to be, going by what was told. */
  judge(): void {
    const { share, times } = this.run;
    const isFinished = times.finished === share.subproblems.length;
    const isIdle = performance.now() - this.#latest > Math.max(IDLE_AFTER, 2 * this.#longest);
    this.run.turn(isFinished ? 'finished' : isIdle ? 'idle' : 'counting', this.#problem);
    this.run.pace = isFinished || isIdle ? undefined : this.#pace();
  }

  /** How fast the run is at present, by what has come in: what is under way elsewhere is not known. */
  #pace(): Pace {
    const now = performance.now();
    const window = Math.min(now - (this.#since ?? now), Math.max(PRESENT, 5 * this.#longest));
    this.#arrivals = this.#arrivals.filter(({ at }) => at >= now - window);
    if (this.#arrivals.length === 0 || window === 0) return {};
    const seconds = window / 1000;
    const sum = (field: 'work' | 'cost' | 'milliseconds') => this.#arrivals.reduce((all, one) => all + one[field], 0);
    const { share, times } = this.run;
    return {
      rate: sum('work') / seconds,
      busy: sum('milliseconds') / window,
      secondsLeft: (share.cost * (1 - times.part) * seconds) / sum('cost'),
    };
  }
}
