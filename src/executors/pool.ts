import { Piscina } from 'piscina';
import { builtFile } from '../../workers/compile-kernel.js';
import type { Answer, KernelModules } from '../../workers/kernels.js';
import type { ThreadData, ThreadStart } from '../../workers/worker.js';
import { WorkerDeathError } from '../errors/errors.js';
import { messageOf } from '../errors/system.js';
import type { Subproblem } from '../plan/subproblem.js';
import { dispatch, stopWith } from './dispatch.js';
import type { Executor, OnStart } from './executor.js';
import { usefulThreads } from './threads.js';

/** Subproblems handed to each thread at a time: one being counted and one waiting, so that no thread runs idle. */
const IN_FLIGHT_PER_THREAD = 2;

/** Options of a pool. */
export interface PoolOptions {
  /** Worker threads, from 1. The pool starts no more than are useful on this machine. */
  readonly threads: number;
  /** The compiled kernel, handed to every thread. */
  readonly modules: KernelModules;
  /** Called when a thread begins a subproblem. */
  readonly onStart?: OnStart | undefined;
  /** The file that each thread runs. Tests give another one, whose threads die. */
  readonly workerFile?: string;
}

/**
 * Counts in worker threads. Piscina replaces threads that die, and their subproblems are counted again.
 *
 * Tasks get no abort signal: piscina replaces the thread of an aborted task even while it ends the pool. After a stop tasks
 * run until `close` ends all threads.
 *
 * Node.js takes 27 ms to start threads and 18 to end them. For n = 18, which takes 0.75 s on two threads and 1.34 on one,
 * that is most of the difference to twice as fast (2026-11-23).
 */
export function poolExecutor({ threads: asked, modules, onStart, workerFile }: PoolOptions): Executor {
  const threads = usefulThreads(asked);
  const workerData: ThreadData = { modules, isWatched: onStart !== undefined };
  const pool = new Piscina<Subproblem, Answer>({
    filename: workerFile ?? builtFile('worker.cjs'),
    workerData,
    // With a minimum, piscina would start threads after the pool was ended, when a thread that died exits late.
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: Number.POSITIVE_INFINITY,
  });
  pool.setMaxListeners(0); // every call of run listens
  let lastError: unknown; // of a thread that died
  pool.on('error', (error) => {
    lastError = error;
  });
  let closing: Promise<void> | undefined;

  async function ask(subproblem: Subproblem): Promise<Answer> {
    if (closing) throw new Error('the threads were ended');
    try {
      return await pool.run(subproblem);
    } catch (error) {
      lastError = error;
      throw error;
    }
  }

  return {
    threads,
    async run(subproblems, finished, signal) {
      const stop = stopWith(signal);

      /** Ends the run if no thread is left: threads that die while they start are not replaced. */
      function stopIfNoThreadIsLeft(): void {
        // by now piscina has removed the thread, and started another if it was going to
        setImmediate(() => {
          if (pool.threads.length > 0) return;
          const reason = `worker threads die as soon as they start: ${messageOf(lastError)}`;
          stop.abort(new WorkerDeathError(reason, { cause: lastError }));
        });
      }

      function announce({ started, thread }: ThreadStart): void {
        onStart?.(started, thread);
      }

      pool.on('workerDestroy', stopIfNoThreadIsLeft);
      pool.on('message', announce);
      try {
        await dispatch({ slots: threads * IN_FLIGHT_PER_THREAD, ask }, subproblems, finished, stop);
      } finally {
        pool.off('workerDestroy', stopIfNoThreadIsLeft);
        pool.off('message', announce);
      }
    },
    close() {
      closing ??= pool.destroy();
      return closing;
    },
  };
}
