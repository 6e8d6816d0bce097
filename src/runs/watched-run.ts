import { type Agreement, compareWithKnown } from '../board/known-counts.js';
import { type Ledger, sum } from '../ledger/ledger.js';
import { MemoryLedger } from '../ledger/memory.js';
import { fixedQueens } from '../plan/fixed-queens.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { Plan, Share } from '../plan/plan.js';
import type { Subproblem } from '../plan/subproblem.js';
import { RunMap } from './run-map.js';
import { type Pace, RunTimes } from './run-times.js';
import type {
  CellFacts,
  CellSubproblem,
  RateHistory,
  RunClock,
  RunFigures,
  RunState,
  RunUpdate,
  WorkerFigures,
} from './run-update.js';

/** Milliseconds between two histories that are told. */
const HISTORY_EVERY = 1000;

/** Subproblems of a cell that are told. */
const MOST_OF_A_CELL = 12;

/** How a run is watched; every field has a default. */
export interface WatchedRunOptions {
  /** What of the plan is counted; by default all of it. */
  readonly share?: Share;
  /** The share's name, like `3/16`. */
  readonly part?: string;
  /** By default `run`. */
  readonly clock?: RunClock;
}

/**
 * A run and what is known of it: filled by what counts it (count-watched.ts) or reads its ledger (observed-run.ts), and
 * asked for updates by those who watch it. It keeps the times over stops, so that a browser loses nothing by reloading.
 */
export class WatchedRun {
  /** What is finished. What counts the run enters results here. */
  readonly ledger: Ledger;
  readonly times: RunTimes;
  /** What of the plan is counted. */
  readonly share: Share;
  /** What is known of the workers of a run that others count. */
  workers: readonly WorkerFigures[] | undefined;
  /** What is known of the pace of a run that others count. */
  pace: Pace | undefined;
  readonly #plan: Plan;
  readonly #part: string | undefined;
  readonly clock: RunClock;
  readonly #memory: MemoryLedger;
  readonly #map: RunMap;
  /** By place in the plan, which thread counted it: 0 if that is unknown, else one more than its place in `#names`. */
  readonly #counters: Uint16Array;
  readonly #names: string[] = [];
  /** Tells this run from another one under the same name, as after a restart of the server. */
  readonly #epoch = Math.random().toString(36).slice(2);
  #state: RunState = 'stopped';
  #conflicts = 0;
  #problem: string | undefined;
  #result: { readonly count: string; readonly agreement: Agreement } | undefined;
  #history = { number: 0, at: Number.NEGATIVE_INFINITY, isOld: true };

  constructor(plan: Plan, { share = plan, part, clock = 'run' }: WatchedRunOptions = {}) {
    this.#plan = plan;
    this.share = share;
    this.#part = part;
    this.clock = clock;
    this.times = new RunTimes(share, clock);
    this.#map = new RunMap(share.subproblems.length);
    this.#counters = new Uint16Array(share.subproblems.length);
    const memory = new MemoryLedger(share.subproblems);
    this.#memory = memory;
    this.ledger = {
      finished: () => memory.finished(),
      get: (id) => memory.get(id),
      has: (id) => memory.has(id),
      enter: (partial) => this.#enter(partial, true),
    };
  }

  /** A conflict outlasts every other state. */
  get state(): RunState {
    return this.#conflicts > 0 ? 'conflict' : this.#state;
  }

  /** The subproblem with this id, if there is one. */
  subproblem(id: string): Subproblem | undefined {
    return this.#memory.subproblem(id);
  }

  /** Enters a subproblem that was finished at a time that `times.record` is told of. */
  enterEarlier(partial: PartialCount): void {
    this.#enter(partial, false);
  }

  #enter(partial: PartialCount, isNow: boolean): void {
    this.#memory.enter(partial);
    const place = this.#memory.placeOf(partial.id);
    const subproblem = this.share.subproblems.at(place);
    if (!subproblem) return; // the ledger has refused it
    this.#map.finish(place, partial.milliseconds);
    const thread = isNow ? this.times.finish(subproblem, partial) : this.times.finishBefore(subproblem, partial);
    if (thread !== undefined) this.#counters[place] = 1 + this.#placeOfName(thread);
    this.#history.isOld = true;
  }

  #placeOfName(name: string): number {
    const known = this.#names.indexOf(name);
    return known >= 0 ? known : this.#names.push(name) - 1;
  }

  /** Counting begins, or goes on after a stop. */
  begin(): void {
    this.#state = 'counting';
    this.#problem = undefined;
    this.times.start();
  }

  /** A worker thread begins a subproblem: see `OnStart`. */
  started(id: string, worker: number): void {
    const subproblem = this.subproblem(id);
    if (subproblem) this.times.threads.start(subproblem, worker);
  }

  /** A subproblem was counted twice, with different results. */
  conflict(): void {
    this.#conflicts++;
  }

  /** The run is in this state now. Once all is finished, and without a conflict, the total is taken. */
  turn(state: RunState, problem?: string): void {
    this.#problem = problem;
    if (state !== this.#state) this.#history.isOld = true;
    this.#state = state;
    if (state === 'counting') this.times.start();
    else this.times.stop();
    if (state !== 'finished' || this.share !== this.#plan || this.#conflicts > 0 || this.#result) return;
    const { count } = sum(this.#plan, this.#memory);
    this.#result = { count: String(count), agreement: compareWithKnown(this.#plan.n, count) };
  }

  /**
   * What is new.
   *
   * @param since the version of an earlier update; everything, if it is not one of this run.
   */
  update(since = ''): RunUpdate {
    const [, epoch, cells, history] = /^(\w+)\.(\d{1,15})\.(\d{1,15})$/.exec(since) ?? [];
    const isKnown = epoch === this.#epoch;
    const { n, algorithm, subproblems } = this.share;
    const part = this.#part;
    const size = { subproblems: subproblems.length, perCell: this.#map.perCell };
    const number = this.#historyNumber();
    return {
      version: `${this.#epoch}.${this.#map.version}.${number}`,
      ...(!isKnown && { header: { n, algorithm, ...size, ...(part && { part }), clock: this.clock } }),
      cells: this.#map.changedSince(isKnown ? Number(cells) : 0),
      figures: this.#figures(),
      workers: this.workers ?? this.#threadFigures(),
      ...((!isKnown || Number(history) !== number) && { history: this.#historyNow() }),
    };
  }

  /** Goes up when there is another history to tell. */
  #historyNumber(): number {
    const { number, at, isOld } = this.#history;
    const now = performance.now();
    const isTicking = this.#state === 'counting' && this.clock === 'run';
    const isOver = this.#state !== 'counting' && isOld;
    if (isOver || ((isOld || isTicking) && now - at >= HISTORY_EVERY)) {
      this.#history = { number: number + 1, at: now, isOld: false };
    }
    return this.#history.number;
  }

  #historyNow(): RateHistory {
    const { interval, rates } = this.times.history();
    return { interval, rates: rates.map((rate) => Number(rate.toPrecision(4))) };
  }

  #figures(): RunFigures {
    const { times } = this;
    const pace = this.pace ?? times.pace(this.#state === 'counting');
    return {
      state: this.state,
      ...times.totals(),
      part: times.part,
      seconds: times.seconds,
      ...pace,
      conflicts: this.#conflicts,
      ...(this.#conflicts === 0 && this.#result), // one may have come later
      ...(this.#problem !== undefined && { problem: this.#problem }),
    };
  }

  #threadFigures(): WorkerFigures[] {
    return this.times.threads.all().map(({ name, task, milliseconds, finished }) => ({
      name,
      ...(task && { subproblem: task.id, cell: this.#map.cellOf(this.#memory.placeOf(task.id)) }),
      milliseconds: Math.round(milliseconds),
      finished,
    }));
  }

  /** What a cell of the map stands for; undefined if there is no such cell. */
  cell(cell: number): CellFacts | undefined {
    const { subproblems } = this.share;
    const first = cell * this.#map.perCell;
    const end = Math.min(first + this.#map.perCell, subproblems.length);
    if (!Number.isInteger(cell) || cell < 0 || first >= end) return undefined;
    const told: CellSubproblem[] = [];
    for (let place = first; place < Math.min(end, first + MOST_OF_A_CELL); place++) {
      const subproblem = subproblems.at(place);
      if (subproblem) told.push(this.#factsOf(subproblem, place));
    }
    return { cell, size: end - first, subproblems: told };
  }

  #factsOf(subproblem: Subproblem, place: number): CellSubproblem {
    const partial = this.#memory.get(subproblem.id);
    const task = this.times.threads.tasks().find(({ id }) => id === subproblem.id);
    const worker = task?.name ?? this.#names[(this.#counters[place] ?? 0) - 1];
    return {
      subproblem,
      queens: fixedQueens(subproblem),
      ...(partial && { count: partial.count, work: partial.work, milliseconds: partial.milliseconds }),
      ...(worker !== undefined && { worker }),
    };
  }
}
