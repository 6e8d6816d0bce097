/** Half-life of a result's weight, in seconds with some thread at work; at least ten times the latest result's time. */
const WINDOW = 60;

/**
 * The number of threads of a run that is counted elsewhere, estimated by its results: the time that they took together,
 * over the time with at least one of them under way. So pauses are left out.
 */
export class Concurrency {
  #threadSeconds = 0;
  #coveredSeconds = 0;
  /** The latest end of a result. */
  #until = Number.NEGATIVE_INFINITY;

  /** Adds a result. @param end in seconds, by any clock; not before the end of the result before it. */
  add(end: number, seconds: number): void {
    this.#threadSeconds += seconds;
    this.#coveredSeconds += Math.min(seconds, Math.max(0, end - this.#until));
    this.#until = Math.max(this.#until, end);
    if (this.#coveredSeconds <= Math.max(WINDOW, 10 * seconds)) return;
    this.#threadSeconds /= 2;
    this.#coveredSeconds /= 2;
  }

  /** From 1; 0 before the first result. */
  get threads(): number {
    if (this.#coveredSeconds === 0) return 0;
    return Math.max(1, Math.round(this.#threadSeconds / this.#coveredSeconds));
  }
}
