import { type Agreement, compareWithKnown } from '../board/known-counts.js';
import { ConflictError, sum } from '../ledger/ledger.js';
import { MemoryLedger } from '../ledger/memory.js';
import { type Part, partName, partOf } from '../plan/part.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { Plan } from '../plan/plan.js';
import { Run, type RunOptions } from './run.js';
import { RunMap } from './run-map.js';
import type { RateHistory, RunFigures, RunState, RunUpdate, WorkerFigures } from './run-update.js';

/** Options of a watched run. Every field has a default. */
export interface WatchedRunOptions extends RunOptions {
  /** The part of the plan to count. By default the whole plan. */
  readonly part?: Part | undefined;
}

/**
 * A run with a map of its subproblems. A watcher polls for the changes since its last update. No change is lost if the run
 * is stopped or the page is reloaded.
 */
export class WatchedRun extends Run {
  /** Workers of a run in another process. */
  otherWorkers: readonly WorkerFigures[] = [];
  readonly #plan: Plan;
  readonly #part: Part | undefined;
  readonly #map: RunMap;
  /** Random text that identifies this object, because another run may have the same name after a restart of the server. */
  readonly #epoch = Math.random().toString(36).slice(2);
  #problem: string | undefined;
  #result: { readonly count: string; readonly agreement: Agreement } | undefined;

  constructor(plan: Plan, { part, ...options }: WatchedRunOptions = {}) {
    super(part ? partOf(plan, part) : plan, new MemoryLedger(), options);
    this.#plan = plan;
    this.#part = part;
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
   * Counts the subproblems in this process, on the server or in a browser. Then sets the state, with a reason if the
   * run has failed. Another call resumes a stopped run.
   *
   * @param count function that counts the subproblems that are not in the ledger.
   * @param signal stops the count.
   * @returns a promise that never rejects.
   */
  async count(count: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
    this.setState('counting');
    try {
      await count();
      this.setState('finished');
    } catch (error) {
      if (signal.aborted) return this.setState('stopped');
      const state = error instanceof ConflictError ? 'conflict' : 'failed';
      this.setState(state, error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * Returns the changes since an earlier update.
   *
   * @param since version of that update. If it is missing or belongs to another run, the whole run is returned.
   */
  update(since = ''): RunUpdate {
    const [, epoch, tiles, history] = /^(\w+)\.(\d{1,15})\.(\w+)$/.exec(since) ?? [];
    const isKnown = epoch === this.#epoch;
    const part = this.#part;
    const { seconds } = this.progress();
    const moment = `${Math.floor(seconds)}${this.state}`; // changes every second, so the history is sent then
    return {
      version: `${this.#epoch}.${this.#map.version}.${moment}`,
      ...(!isKnown && {
        header: { perTile: this.#map.perTile, ...(part && { part: partName(part) }), clock: this.clock },
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
