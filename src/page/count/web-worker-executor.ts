import type { Answer, KernelModules } from '../../../workers/kernels.js';
import { dispatch, stopWith } from '../../executors/dispatch.js';
import type { Executor, OnStart } from '../../executors/executor.js';
import type { Subproblem } from '../../plan/subproblem.js';
import type { ToWorker } from './worker.js';

/** Options of a web worker executor. */
export interface WebWorkerOptions {
  /** Workers, from 1. */
  readonly threads: number;
  readonly modules: KernelModules;
  readonly onStart?: OnStart;
}

/** Counts in web workers, each of which is sent one subproblem at a time. One that dies is replaced. */
export function webWorkerExecutor({ threads, modules, onStart }: WebWorkerOptions): Executor {
  /** By lane, the worker that serves it. */
  const workers = new Map<number, Worker>();

  function workerOf(lane: number): Worker {
    const known = workers.get(lane);
    if (known) return known;
    // The bundle puts both beside the page.
    const worker = new Worker(new URL('worker.js', document.baseURI), { type: 'module' });
    workers.set(lane, worker);
    worker.postMessage({ modules } satisfies ToWorker);
    return worker;
  }

  function endWorker(lane: number): void {
    workers.get(lane)?.terminate();
    workers.delete(lane);
  }

  return {
    threads,
    async run(subproblems, finished, signal) {
      const stop = stopWith(signal);
      async function ask(subproblem: Subproblem, lane: number): Promise<Answer> {
        onStart?.(subproblem.id, lane);
        try {
          return await askWorker(workerOf(lane), subproblem, stop.signal);
        } catch (error) {
          endWorker(lane);
          throw error;
        }
      }
      await dispatch({ lanes: threads, ask }, subproblems, finished, stop);
    },
    async close() {
      for (const lane of [...workers.keys()]) endWorker(lane);
    },
  };
}

/** Has a worker count a subproblem. Rejects if the worker fails, and with the signal's reason. */
function askWorker(worker: Worker, subproblem: Subproblem, signal: AbortSignal): Promise<Answer> {
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
      resolve(data);
    };
    worker.onerror = ({ message }) => {
      settle();
      reject(new Error(message));
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop);
    worker.postMessage({ subproblem } satisfies ToWorker);
  });
}
