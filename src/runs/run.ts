import type { Ledger } from '../ledger/ledger.js';
import type { PartialCount } from '../plan/partial-count.js';
import { placesById, type Share } from '../plan/plan.js';
import type { Subproblem } from '../plan/subproblem.js';
import type { Progress } from '../text/progress-line.js';
import { BusyWorkers } from './busy-workers.js';
import { Concurrency } from './concurrency.js';
import { RateRecorder, type Stretch } from './rate-history.js';
import type { RateHistory, RunClock, RunState } from './run-update.js';

/** Maximum weight of a speed that was measured before the run, in seconds of one thread. */
const WEIGHT_OF_EARLIER = 10;

/** Maximum weight of a forecast, as a fraction of the run, so that the first subproblems can correct it in short runs. */
const WEIGHT_OF_FORECAST = 0.1;

/**
 * Limit of a subproblem's time, as a multiple of the expected time. If a subproblem exceeds this limit by more than a
 * second, the process was stopped or the machine slept.
 */
const LONGEST_FACTOR = 4;

/** Maximum fraction of a running subproblem that counts as done, because it may take longer than estimated. */
const ALMOST_DONE = 0.95;

/** Speed of a thread of the reference machine, in milliseconds of cost per second. Used until a speed is measured. */
const REFERENCE_SPEED = 1000;

/** Sums over finished subproblems. */
export interface Totals {
  readonly finished: number;
  /** Sum of the estimated costs. */
  readonly cost: number;
  /** Sum of the work counters. */
  readonly work: number;
  /** Sum of the counting times in seconds. */
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

/** Options of a run. Every field has a default. */
export interface RunOptions {
  /** Time of a thread divided by the time of a thread of the reference machine, if it was measured. */
  readonly slowdown?: number | undefined;
  /** By default `run`. */
  readonly clock?: RunClock;
}

/**
 * The figures of one count from its start to its total: progress, rate and time left. Callers add each finished subproblem.
 * The terminal, the page and clusters show the figures. The class works in browsers, too.
 *
 * All estimates depend on the speed of a thread. The first estimate of it comes from the forecast or from earlier
 * results. Each finished subproblem corrects it. Running subproblems count by their elapsed time. Pauses do not count.
 */
export class Run {
  readonly share: Share;
  /** The finished subproblems. Callers add each subproblem first to the ledger, and then to the run. */
  readonly ledger: Ledger;
  readonly clock: RunClock;
  /** Worker threads of this process. */
  readonly workers = new BusyWorkers();
  /** Number of counting threads. Undefined for a run in another process: `threads` then estimates it from the results. */
  knownThreads: number | undefined;
  readonly #places: ReadonlyMap<string, number>;
  readonly #slowdown: number | undefined;
  readonly #recorder = new RateRecorder();
  readonly #concurrency = new Concurrency();
  #state: RunState = 'stopped';
  #largestFraction = 0;
  #earlier = NOTHING;
  #done = NOTHING;
  /** Thread seconds of `#done`, without the time in which the process was stopped. */
  #countingSeconds = 0;
  #secondsBefore = 0;
  /** Time of the start, by performance.now(). Undefined unless the run is being counted. */
  #startedAt: number | undefined;

  /** @param ledger ledger of the run. Results that it already has count as earlier results. */
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

  /** Changes the state. Time passes only in the state `counting`. */
  setState(state: RunState): void {
    if (state === 'counting') {
      if (this.#startedAt === undefined) this.workers.clear(); // they belong to an earlier executor
      this.#startedAt ??= performance.now();
    } else {
      this.#secondsBefore = this.#wallSeconds;
      this.#startedAt = undefined;
      this.workers.clearTasks();
    }
    this.#state = state;
  }

  /** Returns the place of a subproblem in the share, by its id; -1 if there is none. */
  placeOf(id: string): number {
    return this.#places.get(id) ?? -1;
  }

  /** Returns the subproblem with this id, if there is one. */
  subproblem(id: string): Subproblem | undefined {
    return this.share.subproblems[this.placeOf(id)];
  }

  /** Adds a subproblem of the share that was finished at an unknown time before this object was created. */
  addEarlier(partial: PartialCount): void {
    const one = this.#totalsOf(partial);
    if (this.clock === 'threads') {
      const from = this.totals.seconds;
      this.#recorder.add({ from, to: from + one.seconds, work: one.work });
    }
    this.#earlier = plus(this.#earlier, one);
  }

  /** Records that a worker starts a subproblem. @param worker number that identifies the worker. */
  started(id: string, worker: number): void {
    this.workers.start(id, worker);
  }

  /**
   * Adds a finished subproblem of the share. Each subproblem must be added only once.
   *
   * @param end time of the result, in wall-clock seconds since the start of the run. By default now.
   */
  add(partial: PartialCount, end = this.#wallSeconds): void {
    const one = this.#totalsOf(partial);
    const { seconds, work, cost } = one;
    const speed = this.#costPerSecond();
    const most = speed ? (LONGEST_FACTOR * cost) / speed + 1 : seconds;
    const from = this.clock === 'threads' ? this.totals.seconds : end - seconds;
    this.#recorder.add({ from, to: from + seconds, work });
    this.#countingSeconds += Math.min(seconds, most);
    this.#concurrency.add(end, seconds);
    this.#done = plus(this.#done, one);
    this.workers.finish(partial.id);
  }

  /** Excludes the last `seconds` from the time of the run, because the process was stopped or the machine slept. */
  skip(seconds: number): void {
    if (this.#startedAt !== undefined) {
      this.#startedAt = Math.min(this.#startedAt + 1000 * seconds, performance.now());
    }
    this.workers.skip(seconds);
  }

  /** Sets the elapsed time of a run whose source knows this time. */
  setSeconds(seconds: number): void {
    this.#secondsBefore = seconds;
    if (this.#startedAt !== undefined) this.#startedAt = performance.now();
  }

  /** Sums over all finished subproblems. */
  get totals(): Totals {
    return plus(this.#earlier, this.#done);
  }

  /** Returns the current figures. */
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

  /** Number of counting threads; 0 if it is unknown. */
  get threads(): number {
    return this.knownThreads ?? this.#concurrency.threads;
  }

  /** Finished fraction of the estimated work, from 0 to 1. It never falls, even if running subproblems were overestimated. */
  get fraction(): number {
    this.#largestFraction = Math.max(this.#largestFraction, this.#estimatedFraction());
    return this.#largestFraction;
  }

  #estimatedFraction(): number {
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

  /** Returns the rate of the run over time. Running subproblems are assumed to be as fast as the finished ones. */
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

  /** Wall-clock seconds of counting. */
  get #wallSeconds(): number {
    return this.#secondsBefore + (this.#startedAt === undefined ? 0 : (performance.now() - this.#startedAt) / 1000);
  }

  /** Weight of the earlier results in the estimated speed, from 0 to 1. */
  get #earlierWeight(): number {
    return Math.min(1, WEIGHT_OF_EARLIER / Math.max(this.#earlier.seconds, Number.MIN_VALUE));
  }

  /** Estimates the speed of a thread, as cost per second; undefined if it is unknown. */
  #costPerSecond(): number | undefined {
    const weight = this.#earlierWeight;
    const slowdown = (this.#slowdown ?? 0) / REFERENCE_SPEED;
    const forecast = Math.min(WEIGHT_OF_EARLIER, WEIGHT_OF_FORECAST * slowdown * this.share.cost);
    const before = slowdown
      ? { seconds: forecast, cost: forecast / slowdown }
      : { seconds: weight * this.#earlier.seconds, cost: weight * this.#earlier.cost };
    const seconds = before.seconds + this.#countingSeconds;
    return seconds > 0 ? (before.cost + this.#done.cost) / seconds : undefined;
  }

  /** Returns the work of a thread per second; undefined before the first result. */
  #workPerThreadSecond(): number | undefined {
    const weight = this.#earlierWeight;
    const seconds = weight * this.#earlier.seconds + this.#countingSeconds;
    return seconds > 0 ? (weight * this.#earlier.work + this.#done.work) / seconds : undefined;
  }

  /** Returns the work of all threads per second: the current rate while the run is being counted, otherwise the average. */
  #workPerSecond(): number | undefined {
    if (this.#state !== 'counting') {
      const isKnown = this.clock === 'run' && this.#wallSeconds > 0 && this.totals.finished > 0;
      return isKnown ? this.totals.work / this.#wallSeconds : undefined;
    }
    const speed = this.#workPerThreadSecond();
    if (speed === undefined || this.threads === 0) return undefined;
    return speed * Math.min(this.threads, this.#left || this.threads);
  }

  /** Number of subproblems that are not finished. */
  get #left(): number {
    return this.share.subproblems.length - this.totals.finished;
  }

  #secondsLeft(): number | undefined {
    const { cost } = this.share;
    const left = { subproblems: this.#left, cost: cost * (1 - this.#estimatedFraction()) };
    return secondsLeft(left, this.#costPerSecond(), this.#state === 'counting' ? this.threads : 0);
  }
}

/**
 * Estimates the seconds until a run is finished.
 *
 * @param left number of unfinished subproblems, and their estimated cost.
 * @param speed speed of a thread, as cost per second; undefined if it is unknown.
 * @param threads number of counting threads.
 * @returns undefined if nothing is being counted, or the speed is unknown.
 */
export function secondsLeft(
  left: { readonly subproblems: number; readonly cost: number },
  speed: number | undefined,
  threads: number,
): number | undefined {
  if (left.subproblems === 0) return 0;
  return speed && threads > 0 ? left.cost / speed / Math.min(threads, left.subproblems) : undefined;
}
