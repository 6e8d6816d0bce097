import type { KernelModules } from '../../../workers/kernels.js';
import { OutOfMemoryError } from '../../../workers/out-of-memory-error.js';
import type { Answer } from '../../../workers/worker.js';
import { WorkerDeathError } from '../../errors/errors.js';
import type { Executor, OnStart } from '../../executors/executor.js';
import type { PartialCount } from '../../plan/partial-count.js';
import type { Subproblem } from '../../plan/subproblem.js';
import type { ToWorker } from './worker.js';

/** How often the same subproblem may take its worker down before the run ends. */
const MOST_DEATHS = 3;

/** Options of a web worker executor. */
export interface WebWorkerOptions {
  /** Workers, from 1. */
  readonly threads: number;
  readonly modules: KernelModules;
  readonly onStart?: OnStart;
}

/** Counts in web workers, each of which is sent one subproblem at a time. One that dies is replaced. */
export function webWorkerExecutor({ threads, modules, onStart }: WebWorkerOptions): Executor {
  const workers = new Set<Worker>();

  function startWorker(): Worker {
    // The bundle puts both beside the page.
    const worker = new Worker(new URL('worker.js', document.baseURI), { type: 'module' });
    workers.add(worker);
    worker.postMessage({ modules } satisfies ToWorker);
    return worker;
  }

  function endWorker(worker: Worker): void {
    worker.terminate();
    workers.delete(worker);
  }

  return {
    threads,
    async run(subproblems, finished, signal) {
      signal?.throwIfAborted();
      const queue = subproblems[Symbol.iterator]();
      const stop = new AbortController();
      const stopped = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;

      /** One worker, or its successors, takes one subproblem after the other. */
      async function takeInTurn(_: unknown, index: number): Promise<void> {
        let worker = startWorker();
        for (let next = queue.next(); !next.done; next = queue.next()) {
          for (let deaths = 1; ; deaths++) {
            onStart?.(next.value.id, index);
            try {
              await finished(next.value, await ask(worker, next.value, stopped));
              break;
            } catch (error) {
              if (!(error instanceof WorkerDeathError) || deaths === MOST_DEATHS) throw error;
              endWorker(worker);
              worker = startWorker();
            }
          }
        }
      }
      try {
        await Promise.all(Array.from({ length: threads }, takeInTurn));
      } catch (error) {
        stop.abort(error); // what else is under way is of no use any more
        throw error;
      }
    },
    async close() {
      for (const worker of workers) endWorker(worker);
    },
  };
}

/**
 * Has a worker count a subproblem.
 *
 * @throws WorkerDeathError if the worker fails; OutOfMemoryError; the signal's reason.
 */
function ask(worker: Worker, subproblem: Subproblem, signal: AbortSignal): Promise<PartialCount> {
  return new Promise((resolve, reject) => {
    function settle(): void {
      worker.onmessage = null;
      worker.onerror = null;
      signal.removeEventListener('abort', stop);
    }
    function stop(): void {
      settle();
      reject(signal.reason);
    }
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      settle();
      if ('outOfMemory' in data) reject(new OutOfMemoryError(data.outOfMemory));
      else resolve(data);
    };
    worker.onerror = ({ message }) => {
      settle();
      reject(new WorkerDeathError(`a worker failed at subproblem ${subproblem.id}: ${message}`));
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop);
    worker.postMessage({ subproblem } satisfies ToWorker);
  });
}
