/** Half-life of a result's weight, in seconds without pauses; at least ten times the latest result's time. */
const WINDOW = 60;

/**
 * Estimates the number of threads of a run in another process: the sum of its subproblems' times, divided by the time in which
 * at least one was running. So pauses are left out.
 */
export class Concurrency {
  #threadSeconds = 0;
  #coveredSeconds = 0;
  /** The latest end of a result. */
  #until = Number.NEGATIVE_INFINITY;

  /** Adds a result. @param end its end in seconds, by any clock; not before the end of the previous result. */
  add(end: number, seconds: number): void {
    this.#threadSeconds += seconds;
    this.#coveredSeconds += Math.min(seconds, Math.max(0, end - this.#until));
    this.#until = Math.max(this.#until, end);
    if (this.#coveredSeconds <= Math.max(WINDOW, 10 * seconds)) return;
    this.#threadSeconds /= 2;
    this.#coveredSeconds /= 2;
  }

  /** Estimated number of threads, from 1; 0 before the first result. */
  get threads(): number {
    if (this.#coveredSeconds === 0) return 0;
    return Math.max(1, Math.round(this.#threadSeconds / this.#coveredSeconds));
  }
}
