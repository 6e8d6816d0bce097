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
 * A run with a map of its subproblems. A watcher polls for the changes since its last update. No change is lost if the run
 * is stopped or the page is reloaded.
 */
export class WatchedRun extends Run {
  /** Workers of a run in another process. */
  otherWorkers: readonly WorkerFigures[] = [];
  /** Time of the latest result of a run in another process, in milliseconds since 1970. */
  protected latest: number | undefined;
  readonly #plan: Plan;
  readonly #file: RunFile | undefined;
  readonly #map: RunMap;
  /** Random text that identifies this object, because another run may have the same name after a restart of the server. */
  readonly #epoch = Math.random().toString(36).slice(2);
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

  /**
   * Returns the changes since an earlier update.
   *
   * @param since version of that update. If it is missing or belongs to another run, the whole run is returned.
   */
  update(since = ''): RunUpdate {
    const [, epoch, tiles, history] = /^(\w+)\.(\d{1,15})\.(\w+)$/.exec(since) ?? [];
    const isKnown = epoch === this.#epoch;
    const { part, command } = this.#file ?? {};
    const { seconds } = this.progress();
    const moment = `${Math.floor(seconds)}${this.state}`; // changes every second, so the history is sent then
    return {
      version: `${this.#epoch}.${this.#map.version}.${moment}`,
      ...(!isKnown && {
        header: {
          ...{ perTile: this.#map.perTile, clock: this.clock },
          ...(part && { part: partName(part) }),
          ...(command && { command }),
        },
      }),
      tiles: this.#map.changedSince(isKnown ? Number(tiles) : 0),
      figures: this.#figures(),
      workers: [...this.otherWorkers, ...this.#threads()],
      ...((!isKnown || history !== moment) && { history: this.#roundedHistory() }),
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
