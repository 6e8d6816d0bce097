import type { Results } from '../ledger/results.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { Share } from '../plan/plan.js';
import { BusyWorkers } from './busy-workers.js';
import type { Progress } from './progress.js';
import type { RunState } from './run-update.js';
import { NOTHING, plus, REFERENCE_SPEED, Speed, type Totals } from './speed.js';

/** Maximum fraction of a running subproblem that counts as done, because it may take longer than estimated. */
export const ALMOST_DONE = 0.95;

/**
 * The figures of one count of this process, from its start to its total: progress, rate and time left. Callers add each
 * finished subproblem. The terminal and the page show the figures. The class works in browsers, too.
 *
 * All estimates depend on the speed of a thread. Running subproblems count by their elapsed time. Pauses do not count.
 */
export class Run {
  readonly share: Share;
  /** The finished subproblems. Callers add each subproblem first to the results, and then to the run. */
  readonly results: Results<Share>;
  /** Worker threads of this process. */
  readonly workers = new BusyWorkers();
  /** Number of counting threads; 0 if it is unknown. */
  threads = 0;
  readonly #speed: Speed;
  #state: RunState = 'stopped';
  #largestFraction = 0;
  #totals = NOTHING;
  #secondsBefore = 0;
  /** Time of the start, by performance.now(). Undefined unless the run is being counted. */
  #startedAt: number | undefined;

  /** @param results results of the run. Those that are there already count as earlier results. */
  constructor(share: Share, results: Results<Share>) {
    this.share = share;
    this.results = results;
    this.#speed = new Speed(share.cost);
    for (const { id } of share.subproblems) {
      const partial = results.get(id);
      if (!partial) continue;
      const one = this.#totalsOf(partial);
      this.#speed.addEarlier(one);
      this.#totals = plus(this.#totals, one);
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

  /** Records that a worker starts a subproblem. @param worker number that identifies the worker. */
  started(id: string, worker: number): void {
    this.workers.start(id, worker);
  }

  /** Adds a finished subproblem of the share. Each subproblem must be added only once. */
  add(partial: PartialCount): void {
    const one = this.#totalsOf(partial);
    this.#speed.add(one);
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
      seconds: this.#wallSeconds,
      secondsLeft: this.#secondsLeft(),
      workPerSecond: this.#workPerSecond(),
      threads: this.threads,
    };
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
      done += Math.min(ALMOST_DONE * (this.results.subproblem(task)?.cost ?? 0), speed * seconds);
    }
    return Math.min(done / cost, 1);
  }

  #totalsOf({ id, work, milliseconds }: PartialCount): Totals {
    return { finished: 1, cost: this.results.subproblem(id)?.cost ?? 0, work, seconds: milliseconds / 1000 };
  }

  /** Wall-clock seconds of counting. */
  get #wallSeconds(): number {
    return this.#secondsBefore + (this.#startedAt === undefined ? 0 : (performance.now() - this.#startedAt) / 1000);
  }

  /** Returns the work of all threads per second: the current rate while the run is being counted, otherwise the average. */
  #workPerSecond(): number | undefined {
    if (this.#state !== 'counting') {
      const isKnown = this.#wallSeconds > 0 && this.totals.finished > 0;
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
