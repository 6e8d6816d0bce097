import { type Agreement, compareWithKnown } from '../board/known-counts.js';
import { type Ledger, sum } from '../ledger/ledger.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { Plan, Share } from '../plan/plan.js';
import { Run } from './run.js';
import { RunMap } from './run-map.js';
import type { RateHistory, RunClock, RunFigures, RunState, RunUpdate, WorkerFigures } from './run-update.js';

/** Milliseconds between two histories that are sent. */
const HISTORY_EVERY = 1000;

/** How a run is watched; every field has a default. */
export interface WatchedRunOptions {
  /** The counted part of the plan; by default all of it. */
  readonly share?: Share;
  /** The share's name, like `3/16`. */
  readonly part?: string;
  /** By default `run`. */
  readonly clock?: RunClock;
}

/**
 * A run with a map of its subproblems, for those who watch it: a watcher asks for what is new since its last update. It
 * keeps everything over stops, so that a browser loses nothing by reloading.
 */
export class WatchedRun extends Run {
  /** The finished subproblems. The counting function adds each result here, too. */
  readonly ledger: Ledger;
  /** Workers of a run that is counted elsewhere. */
  otherWorkers: readonly WorkerFigures[] = [];
  readonly #plan: Plan;
  readonly #part: string | undefined;
  readonly #map: RunMap;
  /** Tells this run from another one under the same name, as after a restart of the server. */
  readonly #epoch = Math.random().toString(36).slice(2);
  #problem: string | undefined;
  #result: { readonly count: string; readonly agreement: Agreement } | undefined;
  #history = { number: 0, at: Number.NEGATIVE_INFINITY, isOld: true };

  /** @param ledger of the plan or the share; empty. */
  constructor(plan: Plan, ledger: Ledger, { share = plan, part, clock = 'run' }: WatchedRunOptions = {}) {
    super(share, { clock });
    this.ledger = ledger;
    this.#plan = plan;
    this.#part = part;
    this.#map = new RunMap(share.subproblems.length);
  }

  override add(partial: PartialCount, end?: number): string | undefined {
    const worker = super.add(partial, end);
    this.#enter(partial);
    return worker;
  }

  /** Adds a subproblem that was finished before the run was followed, at an unknown time. */
  addBefore(partial: PartialCount): void {
    const cost = this.subproblem(partial.id)?.cost ?? 0;
    this.addEarlier({ finished: 1, cost, work: partial.work, seconds: partial.milliseconds / 1000 });
    this.#enter(partial);
  }

  #enter({ id, milliseconds }: PartialCount): void {
    this.#map.finish(this.placeOf(id) ?? 0, milliseconds);
    this.#history.isOld = true;
  }

  /**
   * Enters a state. Once everything is finished, and without a conflict, the total is taken. A conflict outlasts every
   * other state.
   */
  override setState(state: RunState, problem?: string): void {
    if (this.state === 'conflict') return;
    if (state !== this.state) this.#history.isOld = true;
    super.setState(state);
    this.#problem = problem;
    if (state === 'conflict') this.#result = undefined;
    if (state !== 'finished' || this.share !== this.#plan || this.#result) return;
    const { count } = sum(this.#plan, this.ledger);
    this.#result = { count: String(count), agreement: compareWithKnown(this.#plan.n, count) };
  }

  /**
   * Everything that is new.
   *
   * @param since the version of an earlier update; if it is not one of this run, the update begins from the beginning.
   */
  update(since = ''): RunUpdate {
    const [, epoch, tiles, history] = /^(\w+)\.(\d{1,15})\.(\d{1,15})$/.exec(since) ?? [];
    const isKnown = epoch === this.#epoch;
    const part = this.#part;
    const number = this.#historyNumber();
    return {
      version: `${this.#epoch}.${this.#map.version}.${number}`,
      ...(!isKnown && { header: { perTile: this.#map.perTile, ...(part && { part }), clock: this.clock } }),
      tiles: this.#map.changedSince(isKnown ? Number(tiles) : 0),
      figures: this.#figures(),
      workers: [...this.otherWorkers, ...this.#threads()],
      ...((!isKnown || Number(history) !== number) && { history: this.#roundedHistory() }),
    };
  }

  /** Goes up when there is another history to send. */
  #historyNumber(): number {
    const { number, at, isOld } = this.#history;
    const now = performance.now();
    const isTicking = this.state === 'counting' && this.clock === 'run';
    const isOver = this.state !== 'counting' && isOld;
    if (isOver || ((isOld || isTicking) && now - at >= HISTORY_EVERY)) {
      this.#history = { number: number + 1, at: now, isOld: false };
    }
    return this.#history.number;
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
    return this.workers.all().map(({ name, task, seconds, finished }) => ({
      name,
      ...(task !== undefined && { subproblem: task, tile: this.#map.tileOf(this.placeOf(task) ?? 0) }),
      milliseconds: Math.round(1000 * seconds),
      finished,
    }));
  }
}
