import type { Ledger } from '../ledger/ledger.js';
import type { PartialCount } from '../plan/partial-count.js';
import { placesById, type Share } from '../plan/plan.js';
import type { Subproblem } from '../plan/subproblem.js';
import { BusyWorkers } from './busy-workers.js';
import { Concurrency } from './concurrency.js';
import type { Progress } from './progress.js';
import { RateRecorder, type Stretch } from './rate-recorder.js';
import type { RateHistory, RunClock, RunState } from './run-update.js';
import { NOTHING, plus, REFERENCE_SPEED, Speed, type Totals } from './speed.js';

/** Maximum fraction of a running subproblem that counts as done, because it may take longer than estimated. */
const ALMOST_DONE = 0.95;

/**
 * The figures of one count from its start to its total: progress, rate and time left. Callers add each finished subproblem.
 * The terminal, the page and clusters show the figures. The class works in browsers, too.
 *
 * All estimates depend on the speed of a thread. Running subproblems count by their elapsed time. Pauses do not count.
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
  readonly #speed: Speed;
  readonly #recorder = new RateRecorder();
  readonly #concurrency = new Concurrency();
  #state: RunState = 'stopped';
  #largestFraction = 0;
  #totals = NOTHING;
  #secondsBefore = 0;
  /** Time of the start, by performance.now(). Undefined unless the run is being counted. */
  #startedAt: number | undefined;

  /** @param ledger ledger of the run. Results that it already has count as earlier results. */
  constructor(share: Share, ledger: Ledger, clock: RunClock = 'run') {
    this.share = share;
    this.ledger = ledger;
    this.clock = clock;
    this.#speed = new Speed(share.cost);
    this.#places = placesById(share.subproblems);
    for (const { id } of share.subproblems) {
      const partial = ledger.get(id);
      if (partial) this.#addEarlier(this.#totalsOf(partial));
    }
  }

  /** Time of a thread divided by the time of a thread of the reference machine, if it was measured or is expected. */
  get slowdown(): number | undefined {
    return this.#speed.slowdown;
  }

  set slowdown(slowdown: number) {
    this.#speed.slowdown = slowdown;
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
    this.#addEarlier(one);
  }

  #addEarlier(one: Totals): void {
    this.#speed.addEarlier(one);
    this.#totals = plus(this.#totals, one);
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
    const { seconds, work } = one;
    const from = this.clock === 'threads' ? this.totals.seconds : end - seconds;
    this.#recorder.add({ from, to: from + seconds, work });
    this.#speed.add(one);
    this.#concurrency.add(end, seconds);
    this.#totals = plus(this.#totals, one);
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
    return this.#totals;
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
    const speed = this.#speed.costPerSecond ?? REFERENCE_SPEED;
    let done = totals.cost;
    for (const { task = '', seconds } of this.workers.all()) {
      done += Math.min(ALMOST_DONE * (this.subproblem(task)?.cost ?? 0), speed * seconds);
    }
    return Math.min(done / cost, 1);
  }

  /** Returns the rate of the run over time. Running subproblems are assumed to be as fast as the finished ones. */
  history(): RateHistory {
    const to = this.#wallSeconds;
    const speed = this.#speed.workPerSecond ?? 0;
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

  /** Returns the work of all threads per second: the current rate while the run is being counted, otherwise the average. */
  #workPerSecond(): number | undefined {
    if (this.#state !== 'counting') {
      const isKnown = this.clock === 'run' && this.#wallSeconds > 0 && this.totals.finished > 0;
      return isKnown ? this.totals.work / this.#wallSeconds : undefined;
    }
    const speed = this.#speed.workPerSecond;
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
    return secondsLeft(left, this.#speed.costPerSecond, this.#state === 'counting' ? this.threads : 0);
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
