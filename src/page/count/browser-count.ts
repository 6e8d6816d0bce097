import { countUnfinished } from '../../count/count-unfinished.js';
import { choosePlan } from '../../plan/choose-plan.js';
import type { Plan } from '../../plan/plan.js';
import { countWatched } from '../../runs/count-watched.js';
import { WatchedRun } from '../../runs/watched-run.js';
import { fetchKernel } from './kernel-modules.js';
import { webWorkerExecutor } from './web-worker-executor.js';

/** The largest board that a page counts by itself. */
export const LARGEST_IN_BROWSER = 17;

/** A count in this browser: the same plan, kernels and ledger as everywhere. */
export class BrowserCount {
  readonly run: WatchedRun;
  readonly #plan: Plan;
  readonly #threads: number;
  #stop = new AbortController();

  constructor(n: number, threads: number) {
    this.#plan = choosePlan(n, { threads });
    this.#threads = threads;
    this.run = new WatchedRun(this.#plan);
  }

  /** Counts what is left, until all is finished or it is stopped. Faults end up in the run's figures. */
  start(): Promise<void> {
    this.#stop = new AbortController();
    const threads = this.#threads;
    return countWatched(
      this.run,
      async (ledger, { signal, onStart }) => {
        const executor = webWorkerExecutor({ threads, modules: await fetchKernel(this.#plan.algorithm), onStart });
        await countUnfinished(this.#plan, ledger, executor, { signal });
      },
      this.#stop.signal,
    );
  }

  /** Stops it; what is finished stays, and `start` goes on from there. */
  stop(): void {
    this.#stop.abort();
  }
}
