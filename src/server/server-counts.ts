import { fillLedger } from '../count/count.js';
import { UsageError } from '../errors/errors.js';
import type { ResolvedThreads } from '../executors/threads.js';
import { choosePlan } from '../plan/choose-plan.js';
import { WatchedRun } from '../runs/watched-run.js';
import type { RunListing, RunSource } from './run-source.js';

/** Largest number of counts to keep, including finished and stopped ones. */
export const MOST_COUNTS = 8;

/** A count on the server. */
interface ServerCount {
  readonly run: WatchedRun;
  /** Time when the count was last started or resumed, in milliseconds since 1970. */
  changed: number;
  stop: AbortController;
  /** Resolves when the count has ended; never rejects. */
  done: Promise<void>;
}

/** The counts on the server. Only one runs at a time. They are kept in memory, and lost when the server stops. */
export class ServerCounts implements RunSource {
  readonly #threads: ResolvedThreads;
  readonly #counts = new Map<string, ServerCount>();
  #latest = 0;

  /** @param threads number of worker threads of each count. */
  constructor(threads: ResolvedThreads) {
    this.#threads = threads;
  }

  async list(): Promise<RunListing> {
    const runs = [...this.#counts].reverse().map(([name, { run, changed }]) => {
      const { n, algorithm, subproblems, finished, fraction } = run.progress();
      return { name, n, algorithm, subproblems, finished, fraction, state: run.state, changed };
    });
    return { runs, notes: [] };
  }

  async find(name: string): Promise<WatchedRun | undefined> {
    return this.#counts.get(name)?.run;
  }

  /**
   * Starts a count.
   *
   * @returns the name of the count.
   * @throws UsageError if another count is running.
   */
  start(n: number): string {
    this.#refuseIfCounting();
    const plan = choosePlan(n, this.#threads);
    const run = new WatchedRun(plan, { slowdown: 1 }); // the reference speed, until the count has measured its speed
    const count = { run, changed: 0, stop: new AbortController(), done: Promise.resolve() };
    const name = String(++this.#latest);
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size >= MOST_COUNTS) this.#counts.delete(oldest);
    }
    this.#counts.set(name, count);
    this.#run(count);
    return name;
  }

  /** Stops a count and keeps its finished subproblems. @returns false if there is no such count. */
  async stop(name: string): Promise<boolean> {
    const count = this.#counts.get(name);
    count?.stop.abort();
    await count?.done;
    return count !== undefined;
  }

  /** Resumes a stopped count. @returns false if there is no such count. @throws UsageError if a count is running. */
  resume(name: string): boolean {
    const count = this.#counts.get(name);
    if (!count) return false;
    this.#refuseIfCounting();
    if (count.run.state === 'stopped') this.#run(count);
    return true;
  }

  /** Stops all counts. */
  async close(): Promise<void> {
    await Promise.all([...this.#counts.keys()].map((name) => this.stop(name)));
  }

  #refuseIfCounting(): void {
    const isCounting = [...this.#counts.values()].some(({ run }) => run.state === 'counting');
    if (isCounting) throw new UsageError('the server is already counting; stop that count first (see Runs), or wait');
  }

  #run(count: ServerCount): void {
    const { run } = count;
    count.changed = Date.now();
    count.stop = new AbortController();
    const { signal } = count.stop;
    count.done = run.count(() => fillLedger(run, { ...this.#threads, signal }), signal);
  }
}
