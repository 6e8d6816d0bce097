import type { KernelModules } from '../../../workers/kernels.js';
import { CountTask } from '../../core/count/count-task.js';
import { messageOf } from '../../core/errors/errors.js';
import type { Executor, OnStart } from '../../core/executors/executor.js';
import { createExecutor } from '../../core/executors/slots.js';
import type { Plan } from '../../core/plan/plan.js';
import { Results } from '../../core/results/results.js';
import { Run } from '../../core/runs/run.js';
import { buildTileMap, type RunUpdate } from '../../core/runs/run-map.js';
import type * as functions from './count-subproblem.js';
import { fetchKernel } from './fetch-kernel.js';
import { WorkerClient } from './worker-client.js';

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
        return createWebWorkerExecutor(this.threads, modules, (id, worker) => run.started(id, worker));
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

/** Returns an executor that counts in web workers, one subproblem at a time in each. It replaces failed workers. */
function createWebWorkerExecutor(threads: number, modules: KernelModules, onStart: OnStart): Executor {
  const workers = new Map<number, WorkerClient<typeof functions>>(); // by slot

  function endWorker(slot: number): void {
    workers.get(slot)?.end();
    workers.delete(slot);
  }

  return createExecutor({
    threads,
    slots: threads,
    async request(subproblem, slot) {
      await onStart(subproblem.id, slot);
      const worker = workers.get(slot) ?? new WorkerClient<typeof functions>();
      workers.set(slot, worker);
      try {
        return await worker.call('count', { subproblem, modules });
      } catch (error) {
        endWorker(slot);
        throw error;
      }
    },
    async close() {
      for (const slot of [...workers.keys()]) endWorker(slot);
    },
  });
}
