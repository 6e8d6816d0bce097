/** The kernels of both algorithms, in WebAssembly and as references in TypeScript. All have the same function type. */
import type { PartialCount, Tally } from '../src/plan/partial-count.js';
import type { Subproblem } from '../src/plan/subproblem.js';
import { bitmaskKernel } from './bitmask.js';
import { readableBitmaskKernel } from './bitmask-readable.js';
import { meetKernel } from './meet.js';
import { readableMeetKernel } from './meet-readable.js';
import { OutOfMemoryError } from './out-of-memory-error.js';

/** A function that counts a subproblem. It is pure and single-threaded. */
export type Kernel = (subproblem: Subproblem) => PartialCount;

/** Compiled modules of fast kernels. Each process compiles them once and passes them to its worker threads. */
export interface KernelModules {
  readonly bitmask?: WebAssembly.Module;
  readonly meet?: WebAssembly.Module;
}

/** Makes a kernel for both algorithms. If an algorithm has no module, its reference kernel is used. */
export function makeKernel(modules: KernelModules): Kernel {
  const countBitmask = modules.bitmask ? bitmaskKernel(modules.bitmask) : readableBitmaskKernel;
  const countMeet = modules.meet ? meetKernel(modules.meet) : readableMeetKernel;
  return timed((subproblem) => (subproblem.algorithm === 'bitmask' ? countBitmask(subproblem) : countMeet(subproblem)));
}

/** A partial count, or the message of an OutOfMemoryError. (An error that is sent between threads loses its class.) */
export type Answer = PartialCount | { readonly outOfMemory: string };

/** Counts a subproblem. An OutOfMemoryError becomes an answer; other errors are thrown. */
export function answer(count: Kernel, subproblem: Subproblem): Answer {
  try {
    return count(subproblem);
  } catch (error) {
    if (error instanceof OutOfMemoryError) return { outOfMemory: error.message };
    throw error;
  }
}

/** Turns a counting function into a kernel. Adds the subproblem's id and the elapsed time to each tally. */
function timed(count: (subproblem: Subproblem) => Tally): Kernel {
  return (subproblem) => {
    const start = performance.now();
    const tally = count(subproblem);
    return { id: subproblem.id, ...tally, milliseconds: performance.now() - start };
  };
}
