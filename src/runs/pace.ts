import type { PartialCount } from '../plan/partial-count.js';
import type { Spent } from './estimate.js';

/** Half-life of the weight of results, in seconds without pauses; at least ten times the latest subproblem's time. */
const WINDOW = 60;

/**
 * The pace of a run in another process, from the moments when its results ended. Latest results weigh most. A pause is a
 * time in which no subproblem was being counted.
 */
export class Pace {
  /** Seconds without pauses, from the first result to the last. */
  seconds = 0;
  /** Moment of the latest result, in milliseconds since 1970; undefined before the first. */
  latest: number | undefined;
  #threadSeconds = 0;
  #coveredSeconds = 0;
  #cost = 0;
  #work = 0;

  /** Adds a result. Results must come in the order of their ends. @param cost estimated cost of its subproblem. */
  add({ ended, milliseconds, work }: PartialCount, cost: number): void {
    const seconds = milliseconds / 1000;
    const since = this.latest === undefined ? seconds : (ended - this.latest) / 1000;
    const covered = Math.min(seconds, Math.max(0, since));
    this.latest = Math.max(this.latest ?? ended, ended);
    this.seconds += covered;
    this.#threadSeconds += seconds;
    this.#coveredSeconds += covered;
    this.#cost += cost;
    this.#work += work;
    if (this.#coveredSeconds > Math.max(WINDOW, 10 * seconds)) this.#forgetHalf();
  }

  #forgetHalf(): void {
    this.#threadSeconds /= 2;
    this.#coveredSeconds /= 2;
    this.#cost /= 2;
    this.#work /= 2;
  }

  /** Number of threads, from 1; 0 before the first result. */
  get threads(): number {
    if (this.#coveredSeconds === 0) return 0;
    return Math.max(1, Math.round(this.#threadSeconds / this.#coveredSeconds));
  }

  /** Work that shows the cost per second of a thread. Its seconds are 0 before the first result. */
  get spent(): Spent {
    return { cost: this.#cost, seconds: this.#threadSeconds };
  }

  /** Work per second of a thread; undefined before the first result. */
  get workPerSecond(): number | undefined {
    return this.#threadSeconds > 0 ? this.#work / this.#threadSeconds : undefined;
  }
}
