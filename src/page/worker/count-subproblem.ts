import { type Kernel, type KernelModules, makeKernel } from '../../../workers/kernels.js';
import type { PartialCount } from '../../core/plan/partial-count.js';
import type { Subproblem } from '../../core/plan/subproblem.js';

let kernel: Kernel | undefined;

/** Counts a subproblem in a web worker. All calls to a worker get the same modules. */
export function count(input: { readonly subproblem: Subproblem; readonly modules: KernelModules }): PartialCount {
  kernel ??= makeKernel(input.modules);
  return kernel(input.subproblem);
}
