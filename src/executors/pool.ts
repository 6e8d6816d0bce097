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

/** Number of subproblems per thread in the pool: one running and one waiting, so that no thread is idle. */
const IN_FLIGHT_PER_THREAD = 2;

/** Options of a pool. */
export interface PoolOptions {
  /** Number of worker threads, from 1. The pool starts fewer threads if this machine cannot use all of them. */
  readonly threads: number;
  /** The compiled kernel for all threads. */
  readonly modules: KernelModules;
  /** Called when a thread starts a subproblem. */
  readonly onStart?: OnStart | undefined;
  /** The file that each thread runs. Some tests use a file whose threads die. */
  readonly workerFile?: string;
}

/**
 * Makes an executor with a pool of worker threads. Piscina replaces threads that die. Their subproblems are counted again.
 *
 * Tasks get no abort signal, because piscina replaces the thread of an aborted task even while the pool is closing. After a
 * stop, tasks run until `close` ends all threads.
 */
export function poolExecutor({ threads: requested, modules, onStart, workerFile }: PoolOptions): Executor {
  const threads = usefulThreads(requested);
  const workerData: ThreadData = { modules, isWatched: onStart !== undefined };
  const pool = new Piscina<Subproblem, Answer>({
    filename: workerFile ?? builtFile('worker.cjs'),
    workerData,
    // With a higher minimum, piscina would start a thread in a closed pool if a dead thread's exit event is late.
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: Number.POSITIVE_INFINITY,
  });
  pool.setMaxListeners(0); // each call of `run` adds listeners
  let lastError: unknown; // the latest error of any thread
  pool.on('error', (error) => {
    lastError = error;
  });
  let closing: Promise<void> | undefined;

  async function ask(subproblem: Subproblem): Promise<Answer> {
    if (closing) throw new Error('the thread pool is closed');
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

      /** Ends the run if no thread is left. Piscina does not replace threads that die while they start. */
      function stopIfNoThreadIsLeft(): void {
        // waits until piscina has removed the dead thread and started any replacement
        setImmediate(() => {
          if (pool.threads.length > 0) return;
          const reason = `worker threads die as soon as they start: ${messageOf(lastError)}`;
          stop.abort(new WorkerDeathError(reason, { cause: lastError }));
        });
      }

      function announce({ started, thread }: ThreadStart): void {
        try {
          onStart?.(started, thread);
        } catch (error) {
          stop.abort(error); // nobody would catch it here
        }
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
