import { stopWith } from '../executors/dispatch.js';
import type { Executor } from '../executors/executor.js';
import type { Progress } from '../runs/progress.js';
import type { Run } from '../runs/run.js';

/** Maximum time between two progress reports, in milliseconds. */
const REPORT_EVERY = 500;

/** Longest time between two reports in which this process may have done nothing, in seconds. More is a pause. */
const LONGEST_IDLE = 2;

/** Reports of a run's progress: at the start, after each subproblem, and at least twice a second. Excludes pauses. */
export class Reporter {
  readonly #run: Run;
  readonly #executor: Executor;
  readonly #onProgress: ((progress: Progress) => unknown) | undefined;
  readonly #stop: AbortController;
  readonly #timer: ReturnType<typeof setInterval>;
  /** The calls of `onProgress` so far. Each waits for the one before. */
  #calls: Promise<unknown> = Promise.resolve();
  #pending = 0;
  #latest = { seconds: performance.now() / 1000, cpu: cpuSeconds() };

  /**
   * Starts the reports. They must be stopped at the end.
   *
   * @param signal stops the count.
   * @param onProgress may return a promise.
   */
  constructor(
    run: Run,
    executor: Executor,
    signal: AbortSignal | undefined,
    onProgress?: (progress: Progress) => unknown,
  ) {
    this.#run = run;
    this.#executor = executor;
    this.#stop = stopWith(signal);
    this.#onProgress = onProgress;
    this.#timer = setInterval(() => {
      if (this.#pending === 0) void this.report().catch(() => {}); // `signal` passes the error on
    }, REPORT_EVERY);
    void this.report().catch(() => {});
  }

  /** Signal that is aborted together with that of the count, or if `onProgress` fails, with its error as the reason. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Reports the progress, after all earlier reports. @throws the error of this or an earlier call of `onProgress`. */
  async report(): Promise<void> {
    this.#skipPause();
    this.#run.threads = this.#executor.threads; // the number changes in a cluster
    if (!this.#onProgress) return;
    const progress = this.#run.progress();
    this.#pending++;
    this.#calls = this.#calls.then(() => this.#onProgress?.(progress));
    try {
      await this.#calls;
    } catch (error) {
      this.#stop.abort(error);
      throw error;
    } finally {
      this.#pending--;
    }
  }

  /** Waits for the calls so far. @throws the error of a call, or the signal's reason if it is aborted before. */
  async settled(): Promise<void> {
    const { signal } = this;
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    signal.throwIfAborted();
    await Promise.race([this.#calls, aborted]);
  }

  /** Stops the reports. */
  stop(): void {
    clearInterval(this.#timer);
    this.#stop.abort(); // removes the listener of `stopWith`
  }

  /**
   * Excludes the time since the latest report if the process was stopped or the machine slept. In that time, its threads
   * used no CPU time. If only the event loop was blocked, by the caller of the library, the threads went on counting.
   */
  #skipPause(): void {
    const now = { seconds: performance.now() / 1000, cpu: cpuSeconds() };
    const since = now.seconds - this.#latest.seconds;
    if (since > LONGEST_IDLE && now.cpu !== undefined) {
      const busy = this.#run.running.all().length;
      const idle = since - (now.cpu - (this.#latest.cpu ?? 0)) / Math.max(1, busy);
      if (idle > LONGEST_IDLE) this.#run.skip(idle);
    }
    this.#latest = now;
  }
}

/** Returns the CPU time of all threads of this process in seconds; undefined in a browser, which does not tell. */
function cpuSeconds(): number | undefined {
  if (typeof process === 'undefined') return undefined;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
