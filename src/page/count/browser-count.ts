import { countUnfinished } from '../../count/count-unfinished.js';
import { ConflictError } from '../../ledger/ledger.js';
import { choosePlan } from '../../plan/choose-plan.js';
import type { Plan } from '../../plan/plan.js';
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
  async start(): Promise<void> {
    const { run } = this;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    run.begin();
    try {
      const modules = await fetchKernel(this.#plan.algorithm);
      const executor = webWorkerExecutor({
        threads: this.#threads,
        modules,
        onStart: (id, worker) => run.started(id, worker),
      });
      const onProgress = run.progress.bind(run);
      await countUnfinished(this.#plan, run.ledger, executor, { signal, onProgress });
      run.turn('finished');
    } catch (error) {
      if (signal.aborted) return run.turn('stopped');
      if (error instanceof ConflictError) run.conflict();
      run.turn('failed', error instanceof Error ? error.message : String(error));
    }
  }

  /** Stops it; what is finished stays, and `start` goes on from there. */
  stop(): void {
    this.#stop.abort();
  }
}
