import { type Agreement, compareWithKnown } from '../board/known-counts.js';
import { sum } from '../ledger/ledger.js';
import { MemoryLedger } from '../ledger/memory.js';
import { type Part, partName, partOf } from '../plan/part.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { Plan } from '../plan/plan.js';
import { Run } from './run.js';
import { RunMap } from './run-map.js';
import type { RateHistory, RunFigures, RunState, RunUpdate, WorkerFigures } from './run-update.js';

/** The ledger file of a run in another process. */
interface RunFile {
  /** The part of the plan that the file is for; undefined for the whole plan. */
  readonly part: Part | undefined;
  /** The command that continues the run. */
  readonly command: string;
}

/**
 * A run with a map of its subproblems. A watcher polls its whole state, so nothing is lost if the run is stopped or the page
 * is reloaded.
 */
export class WatchedRun extends Run {
  /** Workers of a run in another process. */
  otherWorkers: readonly WorkerFigures[] = [];
  /** Time of the latest result of a run in another process, in milliseconds since 1970. */
  protected latest: number | undefined;
  readonly #plan: Plan;
  readonly #file: RunFile | undefined;
  readonly #map: RunMap;
  #problem: string | undefined;
  #result: { readonly count: string; readonly agreement: Agreement } | undefined;

  /** @param file the file from which the results come; undefined if they have times of their own. */
  constructor(plan: Plan, file?: RunFile) {
    super(file?.part ? partOf(plan, file.part) : plan, new MemoryLedger(), file ? 'threads' : 'run');
    this.#plan = plan;
    this.#file = file;
    this.#map = new RunMap(this.share.subproblems.length);
  }

  override add(partial: PartialCount, end?: number): void {
    super.add(partial, end);
    this.#map.finish(this.placeOf(partial.id), partial.milliseconds);
  }

  override addEarlier(partial: PartialCount): void {
    super.addEarlier(partial);
    this.#map.finish(this.placeOf(partial.id), partial.milliseconds);
  }

  /** Changes the state. Computes the total when the whole plan is finished. The state `conflict` is final. */
  override setState(state: RunState, problem?: string): void {
    if (this.state === 'conflict') return;
    super.setState(state);
    this.#problem = problem;
    if (state === 'conflict') this.#result = undefined;
    if (state !== 'finished' || this.share !== this.#plan || this.#result) return;
    const { count } = sum(this.#plan, this.ledger);
    this.#result = { count: String(count), agreement: compareWithKnown(this.#plan.n, count) };
  }

  /** Returns the state of the run. */
  update(): RunUpdate {
    const { part, command } = this.#file ?? {};
    return {
      header: {
        ...{ perTile: this.#map.perTile, clock: this.clock },
        ...(part && { part: partName(part) }),
        ...(command && { command }),
      },
      tiles: this.#map.tiles(),
      figures: this.#figures(),
      workers: [...this.otherWorkers, ...this.#threads()],
      history: this.#roundedHistory(),
    };
  }

  #roundedHistory(): RateHistory {
    const { interval, rates } = this.history();
    return { interval, rates: rates.map((rate) => Number(rate.toPrecision(4))) };
  }

  #figures(): RunFigures {
    const { seconds: threadSeconds, work } = this.totals;
    return {
      ...this.progress(),
      ...{ state: this.state, threadSeconds, work },
      ...this.#result,
      ...(this.latest !== undefined && { changed: Math.round(this.latest) }),
      ...(this.#problem !== undefined && { problem: this.#problem }),
    };
  }

  #threads(): WorkerFigures[] {
    return this.workers.all().map(({ task, seconds, finished }, index) => ({
      name: `thread ${index + 1}`,
      ...(task !== undefined && { subproblem: task, tile: this.#map.tileOf(this.placeOf(task)) }),
      milliseconds: Math.round(1000 * seconds),
      finished,
    }));
  }
}
