import { choosePlan } from '../../core/plan/choose-plan.js';
import type { Plan } from '../../core/plan/plan.js';
import type { Algorithm } from '../../core/plan/subproblem.js';
import { LONG_SECONDS } from '../../core/textbook/timing.js';
import { BrowserCount } from '../worker/browser-count.js';

/** Number of counts that a short time is the least of. The first one is cold. */
const COUNTS = 4;

/** A finalist: one of the program's kernels, which counts all solutions in a web worker of its own. */
export class Finalist {
  readonly name: Algorithm;
  readonly #plan: Plan;
  /** The count that is shown. */
  readonly count: BrowserCount;
  /** A repetition of a short count, which only measures its time. */
  #repetition: BrowserCount | undefined;
  /** Elapsed seconds, the least of several short counts; undefined until the first count has ended. */
  seconds: number | undefined;

  constructor(name: Algorithm, n: number) {
    this.name = name;
    this.#plan = choosePlan(n, { algorithm: name });
    this.count = new BrowserCount(this.#plan, 1);
  }

  /** Counts and repeats a count that takes less than a second. Never rejects: errors appear in the run's statistics. */
  async run(): Promise<void> {
    let { count } = this;
    for (let counts = 1; counts <= COUNTS; counts++) {
      await count.start();
      if (count.run.state !== 'finished') break;
      const { seconds } = count.run;
      this.seconds = Math.min(this.seconds ?? Number.POSITIVE_INFINITY, seconds);
      if (seconds >= LONG_SECONDS) break;
      count = new BrowserCount(this.#plan, 1);
      this.#repetition = count;
    }
  }

  stop(): void {
    this.count.stop();
    this.#repetition?.stop();
  }
}
