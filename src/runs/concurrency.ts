/** Half-life of the weight of results, in seconds without pauses; at least ten times the latest subproblem's time. */
const WINDOW = 60;

/**
 * An estimate of the number of threads of a run in another process. It is the sum of the subproblems' times, divided by the
 * time in which at least one subproblem was running. So pauses do not count.
 */
export class Concurrency {
  #threadSeconds = 0;
  #coveredSeconds = 0;
  /** Time of the latest result. */
  #until = Number.NEGATIVE_INFINITY;

  /** Adds a result. @param end time of the result in seconds, by any clock; never less than in the call before. */
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
