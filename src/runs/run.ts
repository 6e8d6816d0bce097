import type { Ledger } from '../ledger/ledger.js';
import type { PartialCount } from '../plan/partial-count.js';
import { placesById, type Share } from '../plan/plan.js';
import type { Subproblem } from '../plan/subproblem.js';
import type { Progress } from '../text/progress-line.js';
import { BusyWorkers } from './busy-workers.js';
import { Concurrency } from './concurrency.js';
import { RateRecorder, type Stretch } from './rate-history.js';
import type { RateHistory, RunClock, RunState } from './run-update.js';

/** Seconds of one thread that a speed from before the run weighs as much as, at most. */
const WEIGHT_OF_EARLIER = 10;

/**
 * A subproblem that takes this many times as long as expected was not counted all that time: the process was stopped, or
 * the machine slept. Short subproblems may take a second longer.
 */
const LONGEST_BY_FAR = 4;

/** Largest fraction of a subproblem that counts before it has ended: it may take longer than estimated. */
const ALMOST_DONE = 0.95;

/** Cost that a thread does in a second before anything is measured: that of the reference machine, in milliseconds. */
const REFERENCE_SPEED = 1000;

/** Sums over finished subproblems. */
export interface Totals {
  readonly finished: number;
  /** Sum of the estimated costs. */
  readonly cost: number;
  /** Sum of the work counters. */
  readonly work: number;
  /** Seconds of threads. */
  readonly seconds: number;
}

const NOTHING: Totals = { finished: 0, cost: 0, work: 0, seconds: 0 };

function plus(a: Totals, b: Totals): Totals {
  return {
    finished: a.finished + b.finished,
    cost: a.cost + b.cost,
    work: a.work + b.work,
    seconds: a.seconds + b.seconds,
  };
}

/** Facts about a run from the start; every field has a default. */
export interface RunOptions {
  /** How many times as long a thread takes as one of the reference machine, if a forecast measured it. */
  readonly slowdown?: number | undefined;
  /** By default `run`. */
  readonly clock?: RunClock;
}

/**
 * One count from its start to its total, in figures: how far it is, how fast, and how long it will take. It is fed each
 * finished subproblem, wherever that was counted, and everything that shows a run shows these figures. It needs nothing
 * of Node: the page runs it in the browser.
 *
 * All estimates rest on the speed of a thread. That begins with the forecast, or else with what was finished before, and
 * each finished subproblem corrects it. Running subproblems count by their elapsed time. Pauses are left out.
 */
export class Run {
  readonly share: Share;
  /** The finished subproblems. Whoever counts adds each one here, and then to the run. */
  readonly ledger: Ledger;
  readonly clock: RunClock;
  /** Worker threads of this process. */
  readonly workers = new BusyWorkers();
  /** Threads that count. Undefined, for a run in another process: estimated by its results. */
  knownThreads: number | undefined;
  readonly #places: ReadonlyMap<string, number>;
  readonly #slowdown: number | undefined;
  readonly #recorder = new RateRecorder();
  readonly #concurrency = new Concurrency();
  #state: RunState = 'stopped';
  #earlier = NOTHING;
  #done = NOTHING;
  /** Seconds of `#done`, without the time in which the process was stopped. */
  #countingSeconds = 0;
  #secondsBefore = 0;
  /** By performance.now(); undefined while the run is not counted. */
  #startedAt: number | undefined;

  /** @param ledger what it holds was finished before the run began. */
  constructor(share: Share, ledger: Ledger, { slowdown, clock = 'run' }: RunOptions = {}) {
    this.share = share;
    this.ledger = ledger;
    this.clock = clock;
    this.#slowdown = slowdown;
    this.#places = placesById(share.subproblems);
    for (const { id } of share.subproblems) {
      const partial = ledger.get(id);
      if (partial) this.#earlier = plus(this.#earlier, this.#totalsOf(partial));
    }
  }

  get state(): RunState {
    return this.#state;
  }

  /** Enters a state. In `counting` time passes; in all others it stands still. */
  setState(state: RunState): void {
    if (state === 'counting') {
      if (this.#startedAt === undefined) this.workers.clear(); // those of another executor
      this.#startedAt ??= performance.now();
    } else {
      this.#secondsBefore = this.#wallSeconds;
      this.#startedAt = undefined;
      this.workers.rest();
    }
    this.#state = state;
  }

  /** Place of a subproblem in the share, by its id; -1 if there is none. */
  placeOf(id: string): number {
    return this.#places.get(id) ?? -1;
  }

  /** Subproblem with this id, if there is one. */
  subproblem(id: string): Subproblem | undefined {
    return this.share.subproblems[this.placeOf(id)];
  }

  /** Adds a subproblem of the share that was finished before the run was followed, at an unknown time. */
  addEarlier(partial: PartialCount): void {
    const one = this.#totalsOf(partial);
    if (this.clock === 'threads') {
      const from = this.totals.seconds;
      this.#recorder.add({ from, to: from + one.seconds, work: one.work });
    }
    this.#earlier = plus(this.#earlier, one);
  }

  /** Notes that a worker begins a subproblem. @param worker a number that no other worker has. */
  started(id: string, worker: number): void {
    this.workers.start(id, worker);
  }

  /**
   * Adds a finished subproblem of the share; each must be added once.
   *
   * @param end when it ended, in seconds of wall clock since the run began; by default now.
   */
  add(partial: PartialCount, end = this.#wallSeconds): void {
    const one = this.#totalsOf(partial);
    const { seconds, work, cost } = one;
    const speed = this.#costPerSecond();
    const most = speed ? (LONGEST_BY_FAR * cost) / speed + 1 : seconds;
    const from = this.clock === 'threads' ? this.totals.seconds : end - seconds;
    this.#recorder.add({ from, to: from + seconds, work });
    this.#countingSeconds += Math.min(seconds, most);
    this.#concurrency.add(end, seconds);
    this.#done = plus(this.#done, one);
    this.workers.finish(partial.id);
  }

  /** Leaves out time that has just passed: the process was stopped, or the machine slept. */
  skip(seconds: number): void {
    if (this.#startedAt !== undefined) {
      this.#startedAt = Math.min(this.#startedAt + 1000 * seconds, performance.now());
    }
    this.workers.skip(seconds);
  }

  /** Sets the time that the run has taken so far, where its source knows that. */
  setSeconds(seconds: number): void {
    this.#secondsBefore = seconds;
    if (this.#startedAt !== undefined) this.#startedAt = performance.now();
  }

  /** Sums over everything that is finished. */
  get totals(): Totals {
    return plus(this.#earlier, this.#done);
  }

  /** Everything that is known now, in figures. */
  progress(): Progress {
    const { n, algorithm, subproblems } = this.share;
    return {
      ...{ n, algorithm, subproblems: subproblems.length },
      finished: this.totals.finished,
      fraction: this.fraction,
      seconds: this.clock === 'threads' ? this.totals.seconds : this.#wallSeconds,
      secondsLeft: this.#secondsLeft(),
      workPerSecond: this.#workPerSecond(),
      threads: this.threads,
    };
  }

  /** Threads that count, 0 if that is unknown. */
  get threads(): number {
    return this.knownThreads ?? this.#concurrency.threads;
  }

  /** Fraction of the estimated work that is done, from 0 to 1. */
  get fraction(): number {
    const { cost, subproblems } = this.share;
    const totals = this.totals;
    if (totals.finished === subproblems.length || cost === 0) return 1;
    const speed = this.#costPerSecond() ?? REFERENCE_SPEED;
    let done = totals.cost;
    for (const { task = '', seconds } of this.workers.all()) {
      done += Math.min(ALMOST_DONE * (this.subproblem(task)?.cost ?? 0), speed * seconds);
    }
    return Math.min(done / cost, 1);
  }

  /** How fast the run was over its time. A running subproblem is taken to be as fast as the finished ones were. */
  history(): RateHistory {
    const to = this.#wallSeconds;
    const speed = this.#workPerThreadSecond() ?? 0;
    const running = this.workers.all().map(({ seconds }): Stretch => {
      return { from: to - seconds, to, work: seconds * speed };
    });
    if (this.clock === 'threads') return this.#recorder.history(this.totals.seconds);
    return this.#recorder.history(to, speed > 0 ? running : []);
  }

  #totalsOf({ id, work, milliseconds }: PartialCount): Totals {
    return { finished: 1, cost: this.subproblem(id)?.cost ?? 0, work, seconds: milliseconds / 1000 };
  }

  /** Returns seconds of wall clock in which the run was counted. */
  get #wallSeconds(): number {
    return this.#secondsBefore + (this.#startedAt === undefined ? 0 : (performance.now() - this.#startedAt) / 1000);
  }

  /** Share of the earlier sums that still counts for the speed. */
  get #earlierWeight(): number {
    return Math.min(1, WEIGHT_OF_EARLIER / Math.max(this.#earlier.seconds, Number.MIN_VALUE));
  }

  /** Estimated cost that a thread does in a second; undefined while nothing is known. */
  #costPerSecond(): number | undefined {
    const weight = this.#earlierWeight;
    const before = this.#slowdown
      ? { seconds: WEIGHT_OF_EARLIER, cost: (REFERENCE_SPEED * WEIGHT_OF_EARLIER) / this.#slowdown }
      : { seconds: weight * this.#earlier.seconds, cost: weight * this.#earlier.cost };
    const seconds = before.seconds + this.#countingSeconds;
    return seconds > 0 ? (before.cost + this.#done.cost) / seconds : undefined;
  }

  /** Rate of a thread's work counter, a second; undefined before the first subproblem has ended. */
  #workPerThreadSecond(): number | undefined {
    const weight = this.#earlierWeight;
    const seconds = weight * this.#earlier.seconds + this.#countingSeconds;
    return seconds > 0 ? (weight * this.#earlier.work + this.#done.work) / seconds : undefined;
  }

  /** Rate of all threads' work counters, a second: now while the run is counted, else on average. */
  #workPerSecond(): number | undefined {
    if (this.#state !== 'counting') {
      const isKnown = this.clock === 'run' && this.#wallSeconds > 0 && this.totals.finished > 0;
      return isKnown ? this.totals.work / this.#wallSeconds : undefined;
    }
    const speed = this.#workPerThreadSecond();
    if (speed === undefined || this.threads === 0) return undefined;
    return speed * Math.min(this.threads, this.#left || this.threads);
  }

  /** Subproblems that are not finished. */
  get #left(): number {
    return this.share.subproblems.length - this.totals.finished;
  }

  #secondsLeft(): number | undefined {
    const { cost } = this.share;
    const left = { subproblems: this.#left, cost: cost * (1 - this.fraction) };
    return secondsLeft(left, this.#costPerSecond(), this.#state === 'counting' ? this.threads : 0);
  }
}

/**
 * Estimates the seconds until the rest of a run is counted.
 *
 * @param left the subproblems that are not finished, and their estimated cost.
 * @param speed cost that a thread does in a second; undefined if that is unknown.
 * @param threads that count.
 * @returns undefined if nothing is counted, or the speed is unknown.
 */
export function secondsLeft(
  left: { readonly subproblems: number; readonly cost: number },
  speed: number | undefined,
  threads: number,
): number | undefined {
  if (left.subproblems === 0) return 0;
  return speed && threads > 0 ? left.cost / speed / Math.min(threads, left.subproblems) : undefined;
}
