import { compareWithKnown } from '../board/known-counts.js';
import { type Part, partName, partOf } from '../plan/part.js';
import type { PartialCount } from '../plan/partial-count.js';
import { type Plan, placesById, type Share } from '../plan/plan.js';
import { estimate } from './estimate.js';
import { Pace } from './pace.js';
import { RunMap } from './run-map.js';
import type { RunFigures, RunState, RunUpdate } from './run-update.js';
import { NOTHING, plus, type Sums } from './speed.js';
import { Unfinished } from './unfinished.js';

/** Minimum time without a result, in milliseconds, after which a run is idle. It is longer for long subproblems. */
const IDLE_AFTER = 10_000;

/** Estimates whether a run in another process goes on. @param longest time of its longest subproblem, in milliseconds. */
function stateAfter(millisecondsSince: number, longest: number): RunState {
  return millisecondsSince > Math.max(IDLE_AFTER, 2 * longest) ? 'idle' : 'counting';
}

/** A run in another process, whose results are in a ledger file. All its figures come from the results. */
export class ObservedRun {
  readonly share: Share;
  readonly #part: Part | undefined;
  readonly #places: ReadonlyMap<string, number>;
  readonly #map: RunMap;
  readonly #pace = new Pace();
  #sums: Sums = NOTHING;
  /** Number of solutions so far. */
  #count = 0n;
  readonly #unfinished: Unfinished;
  #longest = 0;
  /** The fraction in the latest figures. */
  #shown = 0;

  constructor(plan: Plan, part?: Part) {
    this.#part = part;
    this.share = part ? partOf(plan, part) : plan;
    this.#places = placesById(this.share.subproblems);
    this.#map = new RunMap(this.share.subproblems.length);
    this.#unfinished = new Unfinished(this.share);
  }

  /** Adds new results, each once. Ignores subproblems of other parts. */
  add(partials: readonly PartialCount[]): void {
    for (const partial of [...partials].sort((a, b) => a.ended - b.ended)) {
      const place = this.#places.get(partial.id) ?? -1;
      const subproblem = this.share.subproblems[place];
      if (!subproblem) continue;
      const { count, work, milliseconds, ended } = partial;
      this.#unfinished.finish(subproblem, ended);
      this.#count += BigInt(subproblem.weight) * BigInt(count);
      this.#sums = plus(this.#sums, { finished: 1, cost: subproblem.cost, work, seconds: milliseconds / 1000 });
      this.#pace.add(partial, subproblem.cost);
      this.#map.finish(place, milliseconds);
      this.#longest = Math.max(this.#longest, milliseconds);
    }
  }

  /** Moment of the latest result, in milliseconds since 1970; undefined if there is none. */
  get latest(): number | undefined {
    return this.#pace.latest;
  }

  get isFinished(): boolean {
    return this.#sums.finished === this.share.subproblems.length;
  }

  /** Estimates the state from the time since the latest result. @param changed moment of the first line, for no results. */
  estimatedState(changed: number): RunState {
    return this.isFinished ? 'finished' : stateAfter(Date.now() - (this.latest ?? changed), this.#longest);
  }

  /** Returns the figures at this moment. @param problem a problem with the ledger. */
  figures(state: RunState, problem?: string): RunFigures {
    const { n, algorithm, subproblems, cost } = this.share;
    const { finished, seconds: threadSeconds, work } = this.#sums;
    const threads = state === 'counting' ? Math.min(this.#pace.threads, subproblems.length - finished) : 0;
    const { spent, workPerSecond } = this.#pace;
    const estimated = estimate({
      ...{ cost, subproblems: subproblems.length, finishedCost: this.#sums.cost, finished },
      running: this.#unfinished.running(threads, Date.now()),
      ...{ pace: spent, threads, shown: state === 'counting' ? this.#shown : 0 },
    });
    this.#shown = estimated.fraction;
    return {
      ...{ n, algorithm, subproblems: subproblems.length, finished, state, threads, threadSeconds, work },
      ...estimated,
      seconds: this.#pace.seconds,
      workPerSecond: threads > 0 && workPerSecond !== undefined ? threads * workPerSecond : undefined,
      ...(state === 'finished' &&
        !this.#part && { count: String(this.#count), agreement: compareWithKnown(n, this.#count) }),
      ...{ latest: this.latest, problem },
    };
  }

  /** Returns the state of the run for the page. @param command the command that goes on. */
  update(state: RunState, command: string, problem?: string): RunUpdate {
    const part = this.#part;
    return {
      header: { perTile: this.#map.perTile, ...(part && { part: partName(part) }), command },
      tiles: this.#map.tiles(),
      figures: this.figures(state, problem),
      workers: [],
    };
  }
}
