import type { KernelModules } from '../../../workers/kernels.js';
import type { Executor, OnStart } from '../../core/executors/executor.js';
import { createExecutor } from '../../core/executors/slots.js';
import type * as functions from './count-subproblem.js';
import { WorkerClient } from './worker-client.js';

/**
 * Returns an executor that counts in web workers, one subproblem at a time in each. It replaces failed workers.
 *
 * @param threads number of workers, at least 1.
 */
export function createWebWorkerExecutor(threads: number, modules: KernelModules, onStart: OnStart): Executor {
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
