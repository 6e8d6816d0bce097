/** Points that a chart of the rate has at most. */
const MOST_POINTS = 240;

/** Seconds that a point stands for at first. */
const FIRST_INTERVAL = 0.5;

/**
 * How fast a run was, over time, in a bounded number of points: when there are too many, every two become one, and
 * from then on each stands for twice as long.
 */
export class RateSeries {
  #times: number[] = [];
  #rates: number[] = [];
  #interval = FIRST_INTERVAL;
  #last: { readonly time: number; readonly work: number } | undefined;

  /** Seconds since 1970, at the end of what each point stands for. */
  get times(): readonly number[] {
    return this.#times;
  }

  /** Work in each second. */
  get rates(): readonly number[] {
    return this.#rates;
  }

  /**
   * @param time in seconds, rising.
   * @param work done until then; less than before, if it is counted from the beginning again.
   */
  add(time: number, work: number): void {
    const last = this.#last;
    if (!last || work < last.work) {
      this.#last = { time, work };
      return;
    }
    if (time - last.time < this.#interval) return;
    this.#times.push(time);
    this.#rates.push((work - last.work) / (time - last.time));
    this.#last = { time, work };
    if (this.#times.length > MOST_POINTS) this.#halve();
  }

  #halve(): void {
    const pairs = Math.floor(this.#times.length / 2);
    const times = Array.from({ length: pairs }, (_, i) => this.#times[2 * i + 1] ?? 0);
    const rates = Array.from(
      { length: pairs },
      (_, i) => ((this.#rates[2 * i] ?? 0) + (this.#rates[2 * i + 1] ?? 0)) / 2,
    );
    this.#times = times;
    this.#rates = rates;
    this.#interval *= 2;
  }
}
