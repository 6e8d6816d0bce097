import type { KernelModules } from '../../../workers/kernels.js';
import type { Executor, KernelReply, OnStart } from '../../core/executors/executor.js';
import { makeExecutor } from '../../core/executors/job-queue.js';
import type { Subproblem } from '../../core/plan/subproblem.js';
import { resolveBuiltFile } from '../parts/built-file.js';
import type { WorkerRequest } from '../web-worker.js';

/**
 * Returns an executor that counts in web workers, one subproblem at a time in each. It replaces failed workers.
 *
 * @param threads number of workers, at least 1.
 */
export function makeWebWorkerExecutor(threads: number, modules: KernelModules, onStart: OnStart): Executor {
  const workers = new Map<number, Worker>(); // by slot

  function findWorker(slot: number): Worker {
    const existing = workers.get(slot);
    if (existing) return existing;
    const worker = new Worker(resolveBuiltFile('worker'), { type: 'module' });
    workers.set(slot, worker);
    worker.postMessage({ modules } satisfies WorkerRequest);
    return worker;
  }

  function endWorker(slot: number): void {
    workers.get(slot)?.terminate();
    workers.delete(slot);
  }

  async function request(subproblem: Subproblem, slot: number): Promise<KernelReply> {
    await onStart(subproblem.id, slot);
    try {
      return await requestFrom(findWorker(slot), subproblem);
    } catch (error) {
      endWorker(slot);
      throw error;
    }
  }

  return makeExecutor({
    threads,
    slots: threads,
    request,
    async close() {
      for (const slot of [...workers.keys()]) endWorker(slot);
    },
  });
}

/** Advice for users of a browser. The kernel's own message has advice for a command line. */
const TOO_LITTLE_MEMORY = 'this browser has too little memory: choose fewer threads, or close other tabs and programs';

/**
 * Sends a subproblem to a worker. A lack of memory is an answer, because a retry would not help. Rejects if the
 * worker fails in another way. Never settles if the worker is terminated.
 */
function requestFrom(worker: Worker, subproblem: Subproblem): Promise<KernelReply> {
  return new Promise((resolve, reject) => {
    const outOfMemory = () => resolve({ outOfMemory: TOO_LITTLE_MEMORY });
    worker.onmessage = ({ data }: MessageEvent<KernelReply>) => ('outOfMemory' in data ? outOfMemory() : resolve(data));
    // Only an error's message leaves a worker. If there is none, the worker's file could not be loaded.
    worker.onerror = ({ message = 'the worker cannot be loaded' }) => {
      if (/memory/i.test(message)) outOfMemory();
      else reject(new Error(message));
    };
    worker.postMessage({ subproblem } satisfies WorkerRequest);
  });
}
