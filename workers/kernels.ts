/** workers/: the kernels, each fast and readable. Here is the one call for all of them. */
import type { PartialCount, Tally } from '../src/plan/partial-count.js';
import type { Subproblem } from '../src/plan/subproblem.js';
import { bitmaskKernel } from './bitmask.js';
import { countBitmaskReadably } from './bitmask-readable.js';
import { wideKernel } from './meet-wide.js';
import { countWideReadably } from './meet-wide-readable.js';
import { OutOfMemoryError } from './out-of-memory-error.js';

/** Which of an algorithm's two kernels: the WebAssembly one, or its readable twin in TypeScript. */
export type KernelKind = 'fast' | 'readable';

/** Subproblem in, partial count out: pure and single-threaded. */
export type Kernel = (subproblem: Subproblem) => PartialCount;

/** What an algorithm's fast kernel is made from. Compiled once a process and handed to its worker threads. */
export interface KernelModules {
  readonly bitmask?: WebAssembly.Module;
  readonly meet?: WebAssembly.Module;
}

/** The kernel for the subproblems of the algorithm that `modules` were compiled for. */
export function makeKernel(modules: KernelModules): Kernel {
  const countBitmask = modules.bitmask ? bitmaskKernel(modules.bitmask) : countBitmaskReadably;
  const countMeet = modules.meet ? wideKernel(modules.meet) : countWideReadably;
  return timed((subproblem) => (subproblem.algorithm === 'bitmask' ? countBitmask(subproblem) : countMeet(subproblem)));
}

/** What is answered for a subproblem: a partial count, or why it has none. Between threads an error would lose its class. */
export type Answer = PartialCount | { readonly outOfMemory: string };

/** Has a kernel count a subproblem. Throws what it throws, but for a lack of memory: that is an answer. */
export function answer(count: Kernel, subproblem: Subproblem): Answer {
  try {
    return count(subproblem);
  } catch (error) {
    if (error instanceof OutOfMemoryError) return { outOfMemory: error.message };
    throw error;
  }
}

/** Adds to a tally whose it is and how long it took. */
function timed(count: (subproblem: Subproblem) => Tally): Kernel {
  return (subproblem) => {
    const start = performance.now();
    const tally = count(subproblem);
    return { id: subproblem.id, ...tally, milliseconds: performance.now() - start };
  };
}
