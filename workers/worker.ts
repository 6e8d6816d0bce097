import { parentPort, threadId, workerData } from 'node:worker_threads';
import type { KernelReply } from '../src/core/executors/executor.js';
import type { Subproblem } from '../src/core/plan/subproblem.js';
import { createKernel, type Kernel, type KernelModules, replyTo } from './kernels.js';

export interface ThreadData {
  readonly modules: KernelModules;
  /** True if the thread reports the start of each subproblem. */
  readonly isWatched: boolean;
}

/** The message that a watched thread sends at the start of a subproblem. */
export interface ThreadStart {
  readonly thread: number;
  /** Id of the subproblem, which the pool passes to `onStart`. */
  readonly started: string;
}

const { modules, isWatched }: ThreadData = workerData;
let kernel: Kernel | undefined;

/**
 * Counts a subproblem. This is the entry point of a piscina thread. The thread gets compiled modules as data, and its
 * kernel reuses its memory for all subproblems. The kernel is created here, because the reply tells if it gets none.
 */
export default function countSubproblem(subproblem: Subproblem): KernelReply {
  if (isWatched) parentPort?.postMessage({ thread: threadId, started: subproblem.id } satisfies ThreadStart);
  return replyTo(subproblem, (one) => {
    kernel ??= createKernel(modules);
    return kernel(one);
  });
}
