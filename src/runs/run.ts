import type { Results } from '../ledger/results.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { Share } from '../plan/plan.js';
import { BusyWorkers } from './busy-workers.js';
import { type Estimate, estimate, type Spent } from './estimate.js';
import type { Progress } from './progress.js';
import type { RunState } from './run-update.js';
import { NOTHING, plus, Speed, type Totals } from './speed.js';

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
  /** The fraction in the latest figures. */
  #shown = 0;
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
    const estimated = this.#estimate();
    this.#shown = estimated.fraction;
    return {
      ...{ n, algorithm, subproblems: subproblems.length },
      finished: this.totals.finished,
      ...estimated,
      seconds: this.#wallSeconds,
      workPerSecond: this.#workPerSecond(),
      threads: this.threads,
    };
  }

  #estimate(): Estimate {
    const { cost, subproblems } = this.share;
    const { cost: finishedCost, finished } = this.totals;
    return estimate({
      ...{ cost, subproblems: subproblems.length, finishedCost, finished },
      running: this.runningNow(),
      pace: this.#speed.spent,
      threads: this.#state === 'counting' ? this.threads : 0,
      shown: this.#shown,
    });
  }

  /** Returns the running subproblems: their costs, and the seconds since their starts. */
  protected runningNow(): readonly Spent[] {
    return this.workers.all().flatMap(({ task, seconds }) => {
      return task === undefined ? [] : { cost: this.results.subproblem(task)?.cost ?? 0, seconds };
    });
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
}
