// src/node/threads starts the threads that count: a pool (pool.ts), or the calling thread (inline.ts).
// compile-kernel.ts compiles their kernels once for all of them, and names the version of the kernels.

import type { Executor, OnStart } from '../../core/executors/executor.js';
import type { Algorithm, KernelKind } from '../../core/plan/subproblem.js';
import { compileKernel } from './compile-kernel.js';
import { makeInlineExecutor } from './inline.js';

/**
 * Starts threads that count subproblems of one algorithm: a pool, or the calling thread for 0 threads.
 *
 * @param choice the number of threads, and the memory limit of each kernel; see `KernelModules`.
 * @throws the errors of `compileKernel`.
 */
export async function startThreads(
  { threads, memory }: { readonly threads: number; readonly memory?: number },
  algorithm: Algorithm,
  kernel: KernelKind,
  onStart?: OnStart,
): Promise<Executor> {
  const modules = compileKernel(algorithm, kernel, memory);
  if (threads === 0) return makeInlineExecutor(modules, onStart);
  const { makePoolExecutor } = await import('./pool.js'); // loads piscina only when it is needed
  return makePoolExecutor({ threads, modules, onStart });
}
