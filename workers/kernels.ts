import type { PartialCount } from '../src/plan/partial-count.js';
import type { Subproblem } from '../src/plan/subproblem.js';
import { bitmaskKernel } from './bitmask.js';
import { countBitmaskReadably } from './bitmask-readable.js';
import { countMeetReadably, type MeetModules, meetKernel } from './meet.js';
import type { Tally } from './tally.js';

/** Which of an algorithm's two kernels: the WebAssembly one, or its readable twin in TypeScript. */
export type KernelKind = 'fast' | 'readable';

/** Subproblem in, partial count out: pure and single-threaded. */
export type Kernel = (subproblem: Subproblem) => PartialCount;

/** What an algorithm's fast kernel is made from. Compiled once a process and handed to its worker threads. */
export interface KernelModules {
  readonly bitmask?: WebAssembly.Module;
  readonly meet?: MeetModules;
}

/** The kernel for the subproblems of the algorithm that `modules` were compiled for. */
export function makeKernel(modules: KernelModules): Kernel {
  const countBitmask = modules.bitmask ? bitmaskKernel(modules.bitmask) : countBitmaskReadably;
  const countMeet = modules.meet ? meetKernel(modules.meet) : countMeetReadably;
  return timed((subproblem) => (subproblem.algorithm === 'bitmask' ? countBitmask(subproblem) : countMeet(subproblem)));
}

/** Adds to a tally whose it is and how long it took. */
function timed(count: (subproblem: Subproblem) => Tally): Kernel {
  return (subproblem) => {
    const start = performance.now();
    const tally = count(subproblem);
    return { id: subproblem.id, ...tally, milliseconds: performance.now() - start };
  };
}
