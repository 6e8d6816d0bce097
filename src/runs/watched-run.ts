import { type Agreement, compareWithKnown } from '../board/known-counts.js';
import { ConflictError, sum } from '../ledger/ledger.js';
import { MemoryLedger } from '../ledger/memory.js';
import { type Part, partName, partOf } from '../plan/part.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { Plan } from '../plan/plan.js';
import { Run, type RunOptions } from './run.js';
import { RunMap } from './run-map.js';
import type { RateHistory, RunFigures, RunState, RunUpdate, WorkerFigures } from './run-update.js';

/** Options of a watched run; every field has a default. */
export interface WatchedRunOptions extends RunOptions {
  /** The counted part of the plan; by default all of it. */
  readonly part?: Part | undefined;
}

/**
 * A run with a map of its subproblems. A watcher asks for the changes since its last update. Stops lose nothing, and nor does
 * reloading the page.
 */
export class WatchedRun extends Run {
  /** Workers of a run in another process. */
  otherWorkers: readonly WorkerFigures[] = [];
  readonly #plan: Plan;
  readonly #part: Part | undefined;
  readonly #map: RunMap;
  /** Distinguishes this run from another one with the same name, for example after a restart of the server. */
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

  /**
   * Changes the state. If everything is finished and there is no conflict, the total is computed. A conflict is never left.
   */
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
   * Counts the run in this process: on the server's threads, or in a browser. Then the run is finished, stopped, or failed with
   * a reason. After a stop it can be called again to resume.
   *
   * @param count counts the subproblems that are not in the ledger.
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
   * Returns all changes.
   *
   * @param since version of an earlier update. If it belongs to another run, the update has everything.
   */
  update(since = ''): RunUpdate {
    const [, epoch, tiles, history] = /^(\w+)\.(\d{1,15})\.(\w+)$/.exec(since) ?? [];
    const isKnown = epoch === this.#epoch;
    const part = this.#part;
    const { seconds } = this.progress();
    const moment = `${Math.floor(seconds)}${this.state}`; // a history is sent once a second
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
