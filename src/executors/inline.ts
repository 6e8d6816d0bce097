import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Answer, answer, type KernelModules, makeKernel } from '../../workers/kernels.js';
import type { Subproblem } from '../plan/subproblem.js';
import { dispatch, stopWith } from './dispatch.js';
import type { Executor, OnStart } from './executor.js';

/**
 * Counts in the calling thread: for counts that are too short to start threads for (see `isWorthThreads`). That thread
 * hears nothing while it counts a subproblem. Before each of them the event loop gets a turn: signals, timers and abort
 * signals come then, and progress is drawn.
 *
 * A subproblem that fails is counted again, as in a pool, and with a new kernel, as in a new thread: the old one may have
 * left its memory in any state.
 */
export function inlineExecutor(modules: KernelModules, onStart?: OnStart): Executor {
  let kernel = makeKernel(modules);
  return {
    threads: 1,
    async run(subproblems, finished, signal) {
      const stop = stopWith(signal);
      async function ask(subproblem: Subproblem): Promise<Answer> {
        await nextTurn();
        stop.signal.throwIfAborted();
        onStart?.(subproblem.id, 1);
        try {
          return answer(kernel, subproblem);
        } catch (error) {
          kernel = makeKernel(modules);
          throw error;
        }
      }
      await dispatch({ lanes: 1, ask }, subproblems, finished, stop);
    },
    async close() {},
  };
}
