/** Milliseconds for which a run is left to other workers after its first failure. They double, up to the maximum. */
const MIN_PAUSE = 200;
const MAX_PAUSE = 600_000;

/** Minimum milliseconds between two log lines about a run. */
const LOG_INTERVAL = 600_000;

interface Failures {
  /** Number of pauses since the run's last finished job. */
  readonly pauses: number;
  /** Times of the end of the pause and of the latest log line, from performance.now(). */
  readonly until: number;
  readonly logged: number;
}

/**
 * The runs whose jobs fail on this machine, for example for lack of memory. A worker leaves such a run to others for a
 * while and counts other runs.
 */
export class FailingRuns {
  readonly #runs = new Map<number, Failures>();

  /** Ids of the runs that have failed since their last finished job. */
  get ids(): number[] {
    return [...this.#runs.keys()];
  }

  /** Ids of the runs whose jobs this worker does not take now. */
  get paused(): number[] {
    const now = performance.now();
    return [...this.#runs].filter(([, { until }]) => until > now).map(([run]) => run);
  }

  /** Records that a job of a run has failed. Failures during a pause do not count. @returns whether to log it. */
  add(run: number): boolean {
    const now = performance.now();
    const { pauses, until, logged } = this.#runs.get(run) ?? { pauses: 0, until: 0, logged: Number.NEGATIVE_INFINITY };
    if (until > now) return false;
    const isLogged = now - logged >= LOG_INTERVAL;
    const pause = Math.min(MIN_PAUSE * 2 ** pauses, MAX_PAUSE);
    this.#runs.set(run, { pauses: pauses + 1, until: now + pause, logged: isLogged ? now : logged });
    return isLogged;
  }

  /** Records that a job of a run has been finished. */
  forget(run: number): void {
    this.#runs.delete(run);
  }
}
