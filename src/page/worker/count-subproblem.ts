import { createKernel, type Kernel, type KernelModules, replyTo } from '../../../workers/kernels.js';
import type { KernelReply } from '../../core/executors/executor.js';
import type { Subproblem } from '../../core/plan/subproblem.js';

/** Advice for browser users. The kernel's own message is for command-line users. */
const TOO_LITTLE_MEMORY = 'this browser has too little memory: choose fewer threads, or close other tabs and programs';

let kernel: Kernel | undefined;

/** Counts a subproblem in a web worker. All calls in a worker get the same modules. */
export function count(input: { readonly subproblem: Subproblem; readonly modules: KernelModules }): KernelReply {
  const reply = replyTo(input.subproblem, (subproblem) => {
    kernel ??= createKernel(input.modules);
    return kernel(subproblem);
  });
  return 'outOfMemory' in reply ? { outOfMemory: TOO_LITTLE_MEMORY } : reply;
}
