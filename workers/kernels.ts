/** workers/: the kernels, each in WebAssembly and as a reference in TypeScript. Here is the one call for all of them. */
import type { PartialCount, Tally } from '../src/plan/partial-count.js';
import type { Subproblem } from '../src/plan/subproblem.js';
import { bitmaskKernel } from './bitmask.js';
import { countBitmaskByReference } from './bitmask-reference.js';
import { meetKernel } from './meet.js';
import { countMeetByReference } from './meet-reference.js';
import { OutOfMemoryError } from './out-of-memory-error.js';

/** Which of an algorithm's two kernels: in WebAssembly, or the reference in TypeScript. */
export type KernelKind = 'fast' | 'readable';

/** Subproblem in, partial count out: pure and single-threaded. */
export type Kernel = (subproblem: Subproblem) => PartialCount;

/** Compiled modules of fast kernels. Compiled once a process and handed to its worker threads. */
export interface KernelModules {
  readonly bitmask?: WebAssembly.Module;
  readonly meet?: WebAssembly.Module;
}

/** Makes the kernel for the subproblems of the algorithm that `modules` were compiled for. */
export function makeKernel(modules: KernelModules): Kernel {
  const countBitmask = modules.bitmask ? bitmaskKernel(modules.bitmask) : countBitmaskByReference;
  const countMeet = modules.meet ? meetKernel(modules.meet) : countMeetByReference;
  return timed((subproblem) => (subproblem.algorithm === 'bitmask' ? countBitmask(subproblem) : countMeet(subproblem)));
}

/** A partial count, or why there is none. Between threads an error would lose its class. */
export type Answer = PartialCount | { readonly outOfMemory: string };

/** Has a kernel count a subproblem. A lack of memory is an answer; other errors are thrown. */
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
