import { setMaxListeners } from 'node:events';
import { createRequire } from 'node:module';
import { Piscina } from 'piscina';
import type { KernelModules } from '../../workers/kernels.js';
import { OutOfMemoryError } from '../../workers/out-of-memory-error.js';
import type { Answer, ThreadData, ThreadStart } from '../../workers/worker.js';
import { WorkerDeathError } from '../errors/errors.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { Subproblem } from '../plan/subproblem.js';
import type { Executor, OnStart } from './executor.js';

/** How often the same subproblem may take its worker down before the run ends. */
const MOST_DEATHS = 3;

/** Subproblems handed over at a time, for each thread: one being counted, one waiting, so that no thread runs dry. */
const IN_FLIGHT_PER_THREAD = 2;

/** Options of a pool. */
export interface PoolOptions {
  /** Worker threads, from 1. */
  readonly threads: number;
  /** The compiled kernel, handed to every thread. */
  readonly modules: KernelModules;
  /** Whom to tell what each thread begins. */
  readonly onStart?: OnStart | undefined;
  /** The file that each thread runs; another than the project's own in tests of what happens when threads die. */
  readonly workerFile?: string;
}

/** Counts in worker threads. A thread that dies is replaced (by piscina) and its subproblem is counted again. */
export function poolExecutor({ threads, modules, onStart, workerFile }: PoolOptions): Executor {
  const workerData: ThreadData = { modules, isWatched: onStart !== undefined };
  const pool = new Piscina<Subproblem, Answer>({
    filename: workerFile ?? createRequire(import.meta.url).resolve('#built/worker.cjs'),
    workerData,
    minThreads: threads,
    maxThreads: threads,
  });
  // A thread that dies between two subproblems is replaced, and nothing is lost: there is nobody to tell.
  pool.on('error', () => {});
  pool.on('message', ({ started, thread }: ThreadStart) => onStart?.(started, thread));
  pool.setMaxListeners(0); // every run under way listens
  let closing: Promise<void> | undefined;

  async function count(subproblem: Subproblem, signal: AbortSignal): Promise<PartialCount> {
    const answer = await countSurvivingDeaths(subproblem, signal);
    if ('outOfMemory' in answer) throw new OutOfMemoryError(answer.outOfMemory); // another try would be no better
    return answer;
  }

  async function countSurvivingDeaths(subproblem: Subproblem, signal: AbortSignal): Promise<Answer> {
    for (let deaths = 1; ; deaths++) {
      try {
        return await pool.run(subproblem, { signal });
      } catch (cause) {
        signal.throwIfAborted();
        if (deaths === MOST_DEATHS) {
          const reason = cause instanceof Error ? cause.message : String(cause);
          throw new WorkerDeathError(
            `subproblem ${subproblem.id} of n = ${subproblem.n} failed ${MOST_DEATHS} times, last with: ${reason}`,
            { cause },
          );
        }
      }
    }
  }

  return {
    threads,
    async run(subproblems, finished, signal) {
      const stop = new AbortController();
      const stopped = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
      setMaxListeners(0, stopped); // every subproblem in flight listens
      const queue = subproblems[Symbol.iterator]();

      /** Piscina gives up on threads that die while they start. Without any thread left, nothing would ever come. */
      function stopIfDeserted(): void {
        queueMicrotask(() => {
          // by now piscina has removed the thread and started another, if it was going to
          if (pool.threads.length === 0) stop.abort(new WorkerDeathError('worker threads die as soon as they start'));
        });
      }

      /** Takes one subproblem after the other from the common queue, until it is empty. */
      async function takeInTurn(): Promise<void> {
        for (let next = queue.next(); !next.done; next = queue.next()) {
          stopped.throwIfAborted();
          await finished(next.value, await count(next.value, stopped));
        }
      }

      pool.on('workerDestroy', stopIfDeserted);
      try {
        await Promise.all(Array.from({ length: threads * IN_FLIGHT_PER_THREAD }, takeInTurn));
      } catch (error) {
        stop.abort(error); // what else is under way is of no use any more
        throw error;
      } finally {
        pool.off('workerDestroy', stopIfDeserted);
      }
    },
    close() {
      closing ??= pool.destroy();
      return closing;
    },
  };
}
