/** The entry of a web worker: it is sent compiled kernels first, then subproblems one by one, and answers each. */

import { type Kernel, type KernelModules, makeKernel } from '../../../workers/kernels.js';
import { OutOfMemoryError } from '../../../workers/out-of-memory-error.js';
import type { Answer } from '../../../workers/worker.js';
import type { Subproblem } from '../../plan/subproblem.js';

/** What a worker is sent. */
export type ToWorker = { readonly modules: KernelModules } | { readonly subproblem: Subproblem };

let count: Kernel | undefined;

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if ('modules' in data) count = makeKernel(data.modules);
  else if (count) postMessage(answer(count, data.subproblem));
});

function answer(kernel: Kernel, subproblem: Subproblem): Answer {
  try {
    return kernel(subproblem);
  } catch (error) {
    if (error instanceof OutOfMemoryError) return { outOfMemory: error.message };
    throw error; // the page is told of it as an error of the worker
  }
}
