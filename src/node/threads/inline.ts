import { setImmediate as nextTurn } from 'node:timers/promises';
import { type KernelModules, makeKernel, replyTo } from '../../../workers/kernels.js';
import type { Executor, KernelReply, OnStart } from '../../core/executors/executor.js';
import { makeExecutor } from '../../core/executors/job-queue.js';
import type { Subproblem } from '../../core/plan/subproblem.js';

/**
 * Creates an executor for the calling thread, for counts that are too short for a pool of threads. Subproblems block
 * the event loop, so the executor yields to it before each one, for signals, timers and progress.
 *
 * A failed subproblem is recounted with a new kernel, because the memory of the old one may be corrupted.
 */
export function makeInlineExecutor(modules: KernelModules, onStart?: OnStart): Executor {
  let kernel = makeKernel(modules);
  async function request(subproblem: Subproblem, _: number, signal: AbortSignal): Promise<KernelReply> {
    await nextTurn();
    signal.throwIfAborted();
    onStart?.(subproblem.id, 1);
    try {
      return replyTo(subproblem, kernel);
    } catch (error) {
      kernel = makeKernel(modules);
      throw error;
    }
  }
  return makeExecutor({ threads: 1, slots: 1, request, async close() {} });
}
