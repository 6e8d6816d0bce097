import type { Results } from '../ledger/results.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { Share } from '../plan/plan.js';
import { type Estimate, estimate, type Spent } from './estimate.js';
import type { Progress } from './progress.js';
import type { RunState } from './run-update.js';
import { RunningSubproblems } from './running-subproblems.js';
import { NOTHING, plus, Speed, type Sums } from './speed.js';
import { Unfinished } from './unfinished.js';

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
  readonly running = new RunningSubproblems();
  /** Number of counting threads; 0 if it is unknown. */
  threads = 0;
  readonly #speed: Speed;
  #state: RunState = 'stopped';
  /** The fraction in the latest figures. */
  #shown = 0;
  #sums = NOTHING;
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
      const one = this.#sumsOf(partial);
      this.#speed.addEarlier(one);
      this.#sums = plus(this.#sums, one);
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
    if (state === 'counting') this.#startedAt ??= performance.now();
    else {
      this.#secondsBefore = this.#wallSeconds;
      this.#startedAt = undefined;
      this.running.clear();
    }
    this.#state = state;
  }

  /** Records that a thread starts a subproblem. @param thread number that identifies the thread. */
  started(id: string, thread: number): void {
    this.running.start(id, thread);
  }

  /** Adds a finished subproblem of the share. Each subproblem must be added only once. */
  add(partial: PartialCount): void {
    const one = this.#sumsOf(partial);
    this.#speed.add(one);
    this.#sums = plus(this.#sums, one);
    this.running.finish(partial.id);
  }

  /** Excludes the last `seconds` from the time of the run, because the process was stopped or the machine slept. */
  skip(seconds: number): void {
    if (this.#startedAt !== undefined) {
      this.#startedAt = Math.min(this.#startedAt + 1000 * seconds, performance.now());
    }
    this.running.skip(seconds);
  }

  /** Sums over all finished subproblems. */
  get sums(): Sums {
    return this.#sums;
  }

  /** Returns the figures of this moment: how much is finished, how fast, and how long the rest will take. */
  progress(): Progress {
    const { n, algorithm, subproblems } = this.share;
    const estimated = this.#estimate();
    this.#shown = estimated.fraction;
    return {
      ...{ n, algorithm, subproblems: subproblems.length },
      finished: this.sums.finished,
      ...estimated,
      seconds: this.#wallSeconds,
      workPerSecond: this.#workPerSecond(),
      threads: this.threads,
    };
  }

  #estimate(): Estimate {
    const { cost, subproblems } = this.share;
    const { cost: finishedCost, finished } = this.sums;
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
    return this.running.all().map(({ id, seconds }) => ({ cost: this.results.subproblem(id)?.cost ?? 0, seconds }));
  }

  #sumsOf({ id, work, milliseconds }: PartialCount): Sums {
    return { finished: 1, cost: this.results.subproblem(id)?.cost ?? 0, work, seconds: milliseconds / 1000 };
  }

  /** Wall-clock seconds of counting. */
  get #wallSeconds(): number {
    return this.#secondsBefore + (this.#startedAt === undefined ? 0 : (performance.now() - this.#startedAt) / 1000);
  }

  /** Returns the work of all threads per second: the current rate while the run is being counted, otherwise the average. */
  #workPerSecond(): number | undefined {
    if (this.#state !== 'counting') {
      const isKnown = this.#wallSeconds > 0 && this.sums.finished > 0;
      return isKnown ? this.sums.work / this.#wallSeconds : undefined;
    }
    const speed = this.#speed.workPerSecond;
    if (speed === undefined || this.threads === 0) return undefined;
    return speed * Math.min(this.threads, this.#left || this.threads);
  }

  /** Number of subproblems that are not finished. */
  get #left(): number {
    return this.share.subproblems.length - this.sums.finished;
  }
}

/** A run of this process whose subproblems are counted on other machines, which only send results. */
export class RemoteRun extends Run {
  readonly #unfinished = new Unfinished(this.share);

  override add(partial: PartialCount): void {
    super.add(partial);
    const subproblem = this.results.subproblem(partial.id);
    if (subproblem) this.#unfinished.finish(subproblem, performance.now());
  }

  protected override runningNow(): readonly Spent[] {
    return this.#unfinished.running(this.state === 'counting' ? this.threads : 0, performance.now());
  }
}
