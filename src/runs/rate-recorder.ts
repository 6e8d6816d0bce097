import type { RateHistory } from './run-update.js';

/** Maximum number of points in a history. */
export const MOST_POINTS = 60;

/** Initial interval between two points, in seconds. */
const FIRST_INTERVAL = 1 / 16;

/** The work of one thread in a stretch of time. `from` and `to` are seconds since the start of the run. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly work: number;
}

/**
 * A recorder of a run's rate over time, with a limited number of points. At the limit, pairs of points are merged and the
 * interval is doubled. The work of a subproblem is spread evenly over its time. Otherwise a subproblem of a minute would
 * look like a minute without work, followed by a peak.
 */
export class RateRecorder {
  #interval = FIRST_INTERVAL;
  /** Work in each interval since the start. */
  #work: number[] = [];

  /** Adds finished work. */
  add({ from, to, work }: Stretch): void {
    while (to > this.#interval * MOST_POINTS) this.#halve();
    spread(this.#work, this.#interval, { from, to, work });
  }

  /**
   * Returns the history up to a moment. The last interval may be shorter.
   *
   * @param until the moment, in seconds since the start of the run.
   * @param unfinished estimated work of running subproblems.
   */
  history(until: number, unfinished: readonly Stretch[] = []): RateHistory {
    while (until > this.#interval * MOST_POINTS) this.#halve();
    const interval = this.#interval;
    const work = [...this.#work];
    for (const stretch of unfinished) spread(work, interval, stretch);
    const rates: number[] = [];
    for (let i = 0; i * interval < until; i++) {
      const duration = Math.min(interval, until - i * interval);
      if (duration < interval / 2 && i > 0) break; // too short to measure
      rates.push((work[i] ?? 0) / duration);
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

/** Divides the work of a stretch among its intervals. */
function spread(intervals: number[], interval: number, stretch: Stretch): void {
  const from = Math.max(0, Math.min(stretch.from, stretch.to));
  const to = Math.max(stretch.to, 0);
  const first = Math.floor(from / interval);
  const last = Math.max(first, Math.ceil(to / interval) - 1);
  for (let i = intervals.length; i <= last; i++) intervals.push(0);
  for (let i = first; i <= last; i++) {
    const covered = Math.min(to, (i + 1) * interval) - Math.max(from, i * interval);
    const fraction = to > from ? covered / (to - from) : 1;
    intervals[i] = (intervals[i] ?? 0) + stretch.work * fraction;
  }
}
