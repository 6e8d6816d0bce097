import { fillLedger } from '../count/fill-ledger.js';
import { UsageError } from '../errors/errors.js';
import type { ResolvedThreads } from '../executors/threads.js';
import { choosePlan } from '../plan/choose-plan.js';
import type { Plan } from '../plan/plan.js';
import { countWatched } from '../runs/count-watched.js';
import { WatchedRun } from '../runs/watched-run.js';
import type { FollowedRun, RunListing, RunSource } from './run-source.js';

/** The largest board that the server counts for the page: it takes minutes on a few cores. */
export const LARGEST_SERVED = 20;

/** Counts that are kept, finished and stopped ones included. */
export const MOST_COUNTS = 8;

interface ServerCount {
  readonly plan: Plan;
  readonly run: WatchedRun;
  stop: AbortController;
  /** Settles when nothing counts any more; never rejects. */
  done: Promise<void>;
}

/** Counts on the server's own threads, one at a time. They are kept in memory, and gone when the server stops. */
export class ServerCounts implements RunSource {
  readonly source = 'count';
  readonly #threads: ResolvedThreads;
  readonly #counts = new Map<string, ServerCount>();
  #latest = 0;

  /** @param threads worker threads to count with. */
  constructor(threads: ResolvedThreads) {
    this.#threads = threads;
  }

  async list(): Promise<RunListing> {
    const runs = [...this.#counts.entries()].reverse().map(([name, { plan, run }]) => {
      const { n, algorithm, subproblems } = plan;
      const { source } = this;
      return {
        source,
        name,
        n,
        algorithm,
        subproblems: subproblems.length,
        finished: run.times.finished,
        state: run.state,
      };
    });
    return { runs, notes: [] };
  }

  /** The name of the count that is under way, or else of the last one; undefined if there was none. */
  get current(): string | undefined {
    const names = [...this.#counts.keys()].reverse();
    return names.find((name) => this.#counts.get(name)?.run.state === 'counting') ?? names[0];
  }

  async follow(name: string): Promise<FollowedRun | undefined> {
    const run = this.#counts.get(name)?.run;
    return run && { update: (since) => run.update(since), cell: async (cell) => run.cell(cell), release() {} };
  }

  /**
   * Starts a count.
   *
   * @returns its name.
   * @throws UsageError if n cannot be counted here, or another count is under way.
   */
  start(n: number): string {
    if (!Number.isInteger(n) || n < 1 || n > LARGEST_SERVED) {
      throw new UsageError(`the server counts n from 1 to ${LARGEST_SERVED}`);
    }
    this.#refuseIfCounting();
    const plan = choosePlan(n, this.#threads);
    const name = String(++this.#latest);
    const count = { plan, run: new WatchedRun(plan), stop: new AbortController(), done: Promise.resolve() };
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size >= MOST_COUNTS) this.#counts.delete(oldest);
    }
    this.#counts.set(name, count);
    this.#run(count);
    return name;
  }

  /** Stops a count, which keeps what is finished. @returns false if there is no such count. */
  async stop(name: string): Promise<boolean> {
    const count = this.#counts.get(name);
    count?.stop.abort();
    await count?.done;
    return count !== undefined;
  }

  /** Resumes a stopped count. @returns false if there is no such count. @throws UsageError as `start` does. */
  resume(name: string): boolean {
    const count = this.#counts.get(name);
    if (!count) return false;
    this.#refuseIfCounting();
    if (count.run.state === 'stopped') this.#run(count);
    return true;
  }

  /** Stops the count that is under way. */
  async close(): Promise<void> {
    await Promise.all([...this.#counts.keys()].map((name) => this.stop(name)));
  }

  #refuseIfCounting(): void {
    const isCounting = [...this.#counts.values()].some(({ run }) => run.state === 'counting');
    if (isCounting)
      throw new UsageError('the server is already counting: stop that count first (Runs lists it), or wait');
  }

  #run(count: ServerCount): void {
    const { plan, run } = count;
    count.stop = new AbortController();
    const fill: Parameters<typeof countWatched>[1] = (ledger, watching) =>
      fillLedger(plan, ledger, { ...this.#threads, ...watching });
    count.done = countWatched(run, fill, count.stop.signal);
  }
}
