import type { RateHistory } from './run-update.js';

/** Largest number of points in a history. */
export const MOST_POINTS = 240;

/** Initial interval of a point, in seconds. */
const FIRST_INTERVAL = 1 / 16;

/** Work of one thread in an interval, in seconds since the run began. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly work: number;
}

/**
 * The rate of a run over time, with a bounded number of points. If there are too many, each two become one, with twice the
 * interval. The work of a subproblem is spread evenly over its time: if it were added at the end, a subproblem of a minute
 * would be a minute of nothing and a peak.
 */
export class RateRecorder {
  #interval = FIRST_INTERVAL;
  /** Work in each interval from the beginning. */
  #work: number[] = [];

  /** Adds finished work. */
  add({ from, to, work }: Stretch): void {
    while (to > this.#interval * MOST_POINTS) this.#halve();
    spread(this.#work, this.#interval, { from, to, work });
  }

  /**
   * Returns the history up to a moment. The last interval may be shorter.
   *
   * @param until seconds since the run began.
   * @param unfinished estimated work of running subproblems.
   */
  history(until: number, unfinished: readonly Stretch[] = []): RateHistory {
    while (until > this.#interval * MOST_POINTS) this.#halve();
    const interval = this.#interval;
    const work = [...this.#work];
    for (const stretch of unfinished) spread(work, interval, stretch);
    const rates: number[] = [];
    for (let i = 0; i * interval < until; i++) {
      const lasted = Math.min(interval, until - i * interval);
      if (lasted < interval / 2 && i > 0) break; // too short to measure
      rates.push((work[i] ?? 0) / lasted);
    }
    return { interval, rates };
  }

  #halve(): void {
    this.#work = Array.from(
      { length: Math.ceil(this.#work.length / 2) },
      (_, i) => (this.#work[2 * i] ?? 0) + (this.#work[2 * i + 1] ?? 0),
    );
    this.#interval *= 2;
  }
}

/** Divides work among the intervals of its time. */
function spread(intervals: number[], interval: number, stretch: Stretch): void {
  const from = Math.max(0, Math.min(stretch.from, stretch.to));
  const to = Math.max(stretch.to, 0);
  const first = Math.floor(from / interval);
  const last = Math.max(first, Math.ceil(to / interval) - 1);
  for (let i = intervals.length; i <= last; i++) intervals.push(0);
  for (let i = first; i <= last; i++) {
    const covered = Math.min(to, (i + 1) * interval) - Math.max(from, i * interval);
    const share = to > from ? covered / (to - from) : 1;
    intervals[i] = (intervals[i] ?? 0) + stretch.work * share;
  }
}
