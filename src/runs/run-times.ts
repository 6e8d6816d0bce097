import type { PartialCount } from '../plan/partial-count.js';
import type { Share } from '../plan/plan.js';
import type { Algorithm, Subproblem } from '../plan/subproblem.js';
import { BusyWorkers } from './busy-workers.js';
import { RateRecorder, type Stretch } from './rate-history.js';
import type { RateHistory, RunClock, RunFigures } from './run-update.js';

/** Seconds over which the present rate is taken. */
const PRESENT = 10;

/** A subproblem that is being counted is at most this far: it may take longer than estimated. */
const ALMOST_DONE = 0.95;

/** Cost that a thread does in a second, before anything is measured; in the units of src/plan/subproblem.ts. */
const TYPICAL_PACE: Readonly<Record<Algorithm, number>> = { bitmask: 100e6, meet: 1e6 };

/** How fast a run is, as far as it is known. */
export type Pace = Pick<RunFigures, 'rate' | 'busy' | 'secondsLeft'>;

/**
 * How long a run has taken and how fast it is. What the threads are at counts with the time that it has taken, so that
 * nothing stands still for as long as a subproblem takes. Stops are left out.
 */
export class RunTimes {
  /** The threads of a run that is counted in this process. */
  readonly threads = new BusyWorkers();
  readonly #recorder = new RateRecorder();
  readonly #share: Share;
  readonly #clock: RunClock;
  /** Seconds that were counted before `#startedAt`, which is by performance.now(). */
  #secondsBefore = 0;
  #startedAt: number | undefined;
  #finished = 0;
  #cost = 0;
  #work = 0;
  #threadSeconds = 0;

  constructor(share: Share, clock: RunClock) {
    this.#share = share;
    this.#clock = clock;
  }

  get finished(): number {
    return this.#finished;
  }

  /** Counting begins, or goes on. */
  start(): void {
    this.threads.clear();
    this.#startedAt ??= performance.now();
  }

  stop(): void {
    this.#secondsBefore = this.#wallSeconds;
    this.#startedAt = undefined;
    this.threads.rest();
  }

  /** It has been counted for this long, as its source knows. */
  set(seconds: number): void {
    this.#secondsBefore = seconds;
    if (this.#startedAt !== undefined) this.#startedAt = performance.now();
  }

  get #wallSeconds(): number {
    return this.#secondsBefore + (this.#startedAt === undefined ? 0 : (performance.now() - this.#startedAt) / 1000);
  }

  /** How long it was counted, by its clock. */
  get seconds(): number {
    return this.#clock === 'threads' ? this.#threadSeconds : this.#wallSeconds;
  }

  /** A subproblem has just been finished. @returns the name of the thread that counted it, if it is known. */
  finish(subproblem: Subproblem, partial: PartialCount): string | undefined {
    const from = this.#clock === 'threads' ? this.#threadSeconds : this.#wallSeconds - partial.milliseconds / 1000;
    this.finishBefore(subproblem, partial);
    this.record({ from, to: this.seconds, work: partial.work });
    return this.threads.finish(partial.id);
  }

  /** A subproblem was finished before: when is told by `record`. */
  finishBefore({ cost }: Subproblem, { work, milliseconds }: PartialCount): void {
    this.#finished++;
    this.#cost += cost;
    this.#work += work;
    this.#threadSeconds += milliseconds / 1000;
  }

  /** Enters work into the history alone. */
  record(stretch: Stretch): void {
    this.#recorder.add(stretch);
  }

  history(): RateHistory {
    return this.#recorder.history(this.seconds, this.#underWay());
  }

  /** What the threads are at, with the work done of it if they are as fast as the threads were before. */
  #underWay(): Stretch[] {
    if (this.#threadSeconds === 0) return [];
    const to = this.#wallSeconds;
    return this.threads.tasks().map(({ milliseconds }) => {
      const seconds = milliseconds / 1000;
      return { from: to - seconds, to, work: (seconds * this.#work) / this.#threadSeconds };
    });
  }

  /** Part of the estimated work that is done, from 0 to 1. */
  get part(): number {
    const { cost, algorithm, subproblems } = this.#share;
    if (this.#finished === subproblems.length) return 1;
    const pace = this.#threadSeconds > 0 ? this.#cost / this.#threadSeconds : TYPICAL_PACE[algorithm];
    let done = this.#cost;
    for (const task of this.threads.tasks()) {
      done += Math.min(ALMOST_DONE * task.cost, (pace * task.milliseconds) / 1000);
    }
    return cost > 0 ? Math.min(done / cost, 1) : 1;
  }

  /** How fast the run is while it is counted in this process, or was on average. */
  pace(isCounting: boolean): Pace {
    const { seconds } = this;
    if (this.#clock === 'threads') return {};
    if (isCounting) return this.#presentPace();
    return seconds > 0 && this.#finished > 0 ? { rate: this.#work / seconds, busy: this.#threadSeconds / seconds } : {};
  }

  #presentPace(): Pace {
    const busy = this.threads.tasks().length;
    if (this.#threadSeconds === 0) return { busy };
    const { interval, rates } = this.history();
    const present = rates.slice(-Math.max(1, Math.ceil(PRESENT / interval)));
    const rate = present.reduce((all, some) => all + some, 0) / Math.max(1, present.length);
    if (busy === 0) return { busy, rate };
    const costPerSecond = (busy * this.#cost) / this.#threadSeconds;
    return { busy, rate, secondsLeft: (this.#share.cost * (1 - this.part)) / costPerSecond };
  }

  /** Sums over what is finished. */
  totals(): Pick<RunFigures, 'finished' | 'threadSeconds' | 'work'> {
    return { finished: this.#finished, threadSeconds: this.#threadSeconds, work: this.#work };
  }
}
