import { CountTask } from '../../core/count/count-task.js';
import { messageOf } from '../../core/errors/errors.js';
import type { Plan } from '../../core/plan/plan.js';
import { Results } from '../../core/results/results.js';
import { Run } from '../../core/runs/run.js';
import { buildTileMap, type RunUpdate } from '../../core/runs/run-map.js';
import { fetchKernel } from './fetch-kernel.js';
import { createWebWorkerExecutor } from './web-worker-executor.js';

/** A count in this browser. It uses the command line's plans and kernels but writes no ledger. */
export class BrowserCount {
  readonly run: Run;
  readonly threads: number;
  #stop = new AbortController();

  constructor(plan: Plan, threads: number) {
    this.threads = threads;
    this.run = Run.local(plan, new Results(plan));
  }

  /**
   * Counts the remaining subproblems until `stop` is called. Does nothing if they are already being counted.
   *
   * @returns a promise that never rejects. Errors appear in the run's statistics.
   */
  async start(): Promise<void> {
    const { run } = this;
    if (run.state === 'counting') return;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    try {
      const counting = new CountTask(run, async () => {
        const modules = await fetchKernel(run.share.algorithm);
        const onStart = (id: string, worker: number) => run.started(id, worker);
        return createWebWorkerExecutor(this.threads, modules, onStart);
      });
      await counting.count({ signal });
      run.setState('finished');
    } catch (error) {
      if (signal.aborted) run.setState('stopped');
      else run.setState('failed', messageOf(error));
    }
  }

  update(): RunUpdate {
    return { stats: this.run.stats(), map: buildTileMap(this.run) };
  }

  /** Stops the count. Finished subproblems are kept, and `start` counts the others. */
  stop(): void {
    this.#stop.abort();
  }
}
