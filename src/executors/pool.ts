import { setMaxListeners } from 'node:events';
import { Piscina } from 'piscina';
import { builtFile } from '../../workers/compile-kernel.js';
import type { Answer, KernelModules } from '../../workers/kernels.js';
import type { ThreadData, ThreadStart } from '../../workers/worker.js';
import { WorkerDeathError } from '../errors/errors.js';
import type { Subproblem } from '../plan/subproblem.js';
import { dispatch, stopWith } from './dispatch.js';
import type { Executor, OnStart } from './executor.js';

/** Subproblems handed over at a time, for each thread: one being counted, one waiting, so that no thread runs dry. */
const IN_FLIGHT_PER_THREAD = 2;

/** Options of a pool. */
export interface PoolOptions {
  /** Worker threads, from 1. */
  readonly threads: number;
  /** The compiled kernel, handed to every thread. */
  readonly modules: KernelModules;
  /** Called when a thread begins a subproblem. */
  readonly onStart?: OnStart | undefined;
  /** The file that each thread runs. Tests give another one, to see what happens when threads die. */
  readonly workerFile?: string;
}

/**
 * Counts in worker threads. A thread that dies is replaced (by piscina) and its subproblem is counted again.
 *
 * Node.js takes 27 ms to start threads and 18 to end them: of n = 18, which takes 0.75 s on two threads and 1.34 on one, that
 * is most of what is missing to twice as fast (2026-11-23).
 */
export function poolExecutor({ threads, modules, onStart, workerFile }: PoolOptions): Executor {
  const workerData: ThreadData = { modules, isWatched: onStart !== undefined };
  const pool = new Piscina<Subproblem, Answer>({
    filename: workerFile ?? builtFile('worker.cjs'),
    workerData,
    minThreads: threads,
    maxThreads: threads,
  });
  // A thread that dies between two subproblems is replaced and nothing is lost, so nothing is reported.
  pool.on('error', () => {});
  pool.on('message', ({ started, thread }: ThreadStart) => onStart?.(started, thread));
  pool.setMaxListeners(0); // every call of run listens
  let closing: Promise<void> | undefined;

  return {
    threads,
    async run(subproblems, finished, signal) {
      const stop = stopWith(signal);
      setMaxListeners(0, stop.signal); // every subproblem in flight listens

      /** Piscina gives up on threads that die while they start. With no thread left, no answer would ever come. */
      function stopIfNoThreadIsLeft(): void {
        queueMicrotask(() => {
          // by now piscina has removed the thread and started another, if it was going to
          if (pool.threads.length === 0) stop.abort(new WorkerDeathError('worker threads die as soon as they start'));
        });
      }

      pool.on('workerDestroy', stopIfNoThreadIsLeft);
      try {
        const ask = (subproblem: Subproblem) => pool.run(subproblem, { signal: stop.signal });
        await dispatch({ lanes: threads * IN_FLIGHT_PER_THREAD, ask }, subproblems, finished, stop);
      } finally {
        pool.off('workerDestroy', stopIfNoThreadIsLeft);
      }
    },
    close() {
      closing ??= pool.destroy();
      return closing;
    },
  };
}
