import { setImmediate as nextTurn } from 'node:timers/promises';
import { type KernelModules, makeKernel } from '../../workers/kernels.js';
import type { Executor, OnStart } from './executor.js';

/** Counts in the calling thread: for counts that take less time than starting threads. */
export function inlineExecutor(modules: KernelModules, onStart?: OnStart): Executor {
  const kernel = makeKernel(modules);
  return {
    threads: 1,
    async run(subproblems, finished, signal) {
      for (const subproblem of subproblems) {
        signal?.throwIfAborted();
        onStart?.(subproblem.id, 1);
        await finished(subproblem, kernel(subproblem));
        await nextTurn(); // signals and timers get their turn between two subproblems
      }
    },
    async close() {},
  };
}
