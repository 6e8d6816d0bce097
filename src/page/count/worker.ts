/** The entry point of a web worker. It receives compiled kernels, then subproblems, and answers each subproblem. */

import { answer, type Kernel, type KernelModules, makeKernel } from '../../../workers/kernels.js';
import type { Subproblem } from '../../plan/subproblem.js';

/** A message to a worker. */
export type ToWorker = { readonly modules: KernelModules } | { readonly subproblem: Subproblem };

let count: Kernel | undefined;

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if ('modules' in data) count = makeKernel(data.modules);
  else if (count) postMessage(answer(count, data.subproblem)); // the page receives thrown errors through onerror
});
