import { type Agreement, compareWithKnown } from '../board/known-counts.js';
import { Results, sum } from '../ledger/results.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { Plan } from '../plan/plan.js';
import { Run } from './run.js';
import { RunMap } from './run-map.js';
import type { RunFigures, RunState, RunUpdate } from './run-update.js';

/**
 * A run with a map of its subproblems. A watcher polls its whole state, so nothing is lost if the run is stopped or the page
 * is reloaded.
 */
export class WatchedRun extends Run {
  readonly #plan: Plan;
  readonly #map: RunMap;
  #problem: string | undefined;
  #result: { readonly count: string; readonly agreement: Agreement } | undefined;

  constructor(plan: Plan) {
    super(plan, new Results(plan));
    this.#plan = plan;
    this.#map = new RunMap(plan.subproblems.length);
  }

  override add(partial: PartialCount): void {
    super.add(partial);
    this.#map.finish(this.results.placeOf(partial.id), partial.milliseconds);
  }

  /** Changes the state. Computes the total when the run is finished. @param problem the reason for a failure. */
  override setState(state: RunState, problem?: string): void {
    super.setState(state);
    this.#problem = problem;
    if (state !== 'finished') return;
    const { count } = sum(this.#plan, this.results);
    this.#result = { count: String(count), agreement: compareWithKnown(this.#plan.n, count) };
  }

  /** Returns what the page shows of the run. */
  update(): RunUpdate {
    return {
      header: { perTile: this.#map.perTile },
      tiles: this.#map.tiles(),
      figures: this.#figures(),
      workers: this.running.all().map(({ id, thread }) => ({
        name: `thread ${thread + 1}`,
        tile: this.#map.tileOf(this.results.placeOf(id)),
      })),
    };
  }

  #figures(): RunFigures {
    const { seconds: threadSeconds, work } = this.sums;
    return {
      ...this.progress(),
      ...{ state: this.state, threadSeconds, work },
      ...this.#result,
      ...(this.#problem !== undefined && { problem: this.#problem }),
    };
  }
}
