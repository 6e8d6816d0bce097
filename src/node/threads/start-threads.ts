// src/node/threads starts the threads that count: a pool (pool.ts), or the calling thread (this file).
// compile-kernel.ts compiles their kernels once for all of them, and computes the kernels' version.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { createKernel, type KernelModules, replyTo } from '../../../workers/kernels.js';
import type { Executor, KernelReply, OnStart } from '../../core/executors/executor.js';
import { createExecutor } from '../../core/executors/slots.js';
import type { Algorithm, KernelKind, Subproblem } from '../../core/plan/subproblem.js';
import { compileKernel } from './compile-kernel.js';

/**
 * Starts threads that count subproblems of one algorithm: a pool or, for 0 threads, the calling thread.
 *
 * @param memory memory limit of each kernel; see `KernelModules`.
 * @throws the errors of `compileKernel`.
 */
export async function startThreads(
  { threads, memory }: { readonly threads: number; readonly memory?: number },
  algorithm: Algorithm,
  kernel: KernelKind,
  onStart?: OnStart,
): Promise<Executor> {
  const modules = compileKernel(algorithm, kernel, memory);
  if (threads === 0) return createInlineExecutor(modules, onStart);
  const { createPoolExecutor } = await import('./pool.js'); // loads piscina only when it is needed
  return createPoolExecutor({ threads, modules, onStart });
}

/**
 * Creates an executor for the calling thread, for counts that are too short for a pool of threads. Subproblems block
 * the event loop, so the executor yields to it before each one, for signals, timers and progress.
 *
 * A failed subproblem is recounted with a new kernel, because the old kernel's memory may be corrupted.
 */
export function createInlineExecutor(modules: KernelModules, onStart?: OnStart): Executor {
  let kernel = createKernel(modules);
  async function request(subproblem: Subproblem, _: number, signal: AbortSignal): Promise<KernelReply> {
    await nextTurn();
    signal.throwIfAborted();
    onStart?.(subproblem.id, 1);
    try {
      return replyTo(subproblem, kernel);
    } catch (error) {
      kernel = createKernel(modules);
      throw error;
    }
  }
  return createExecutor({ threads: 1, slots: 1, request, async close() {} });
}
