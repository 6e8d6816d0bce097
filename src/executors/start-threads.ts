import { compileKernel } from '../../workers/compile-kernel.js';
import type { Algorithm, KernelKind } from '../plan/subproblem.js';
import type { Executor, OnStart } from './executor.js';
import { inlineExecutor } from './inline.js';
import type { ThreadChoice } from './threads.js';

/**
 * Starts threads that count subproblems of one algorithm: a pool, or the calling thread for 0 threads.
 *
 * @param choice without a memory limit, kernels have their own default.
 * @throws the errors of `compileKernel`.
 */
export async function startThreads(
  { threads, memory }: Pick<ThreadChoice, 'threads'> & Partial<ThreadChoice>,
  algorithm: Algorithm,
  kernel: KernelKind,
  onStart?: OnStart,
): Promise<Executor> {
  const modules = compileKernel(algorithm, kernel, memory);
  if (threads === 0) return inlineExecutor(modules, onStart);
  const { poolExecutor } = await import('./pool.js'); // loads piscina only if it is needed
  return poolExecutor({ threads, modules, onStart });
}
