import type { Executor } from '../executors/executor.js';
import { stopWith } from '../executors/slots.js';
import type { Progress } from '../runs/progress.js';
import type { Run } from '../runs/run.js';

/** Maximum time between progress reports, in milliseconds. */
const REPORT_INTERVAL = 500;

/** Reports a run's progress at the start, after each subproblem, and at least twice a second. */
export class Reporter {
  readonly #run: Run;
  readonly #executor: Executor;
  readonly #onProgress: ((progress: Progress) => unknown) | undefined;
  readonly #stop: AbortController;
  readonly #timer: ReturnType<typeof setInterval>;
  /** The calls to `onProgress` so far. Each one waits for the one before it. */
  #calls: Promise<unknown> = Promise.resolve();
  #pending = 0;

  /**
   * Starts reporting. `stop` must be called at the end.
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
    }, REPORT_INTERVAL);
    void this.report().catch(() => {});
  }

  /** A signal that is aborted when the count's signal is aborted or, with the error, when `onProgress` fails. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Reports progress once earlier reports are done. @throws the error of this or an earlier call to `onProgress`. */
  async report(): Promise<void> {
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

  /** Waits for the calls to `onProgress` so far. @throws the error of a call; the signal's reason after an abort. */
  async settled(): Promise<void> {
    const { signal } = this;
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    signal.throwIfAborted();
    await Promise.race([this.#calls, aborted]);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#stop.abort(); // removes the listener of `stopWith`
  }
}
