import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import type { PartialCount } from '../src/plan/partial-count.js';
import type { Algorithm, Subproblem } from '../src/plan/subproblem.js';
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

/** Reads and compiles the modules that `algorithm` needs; none for the readable kernel. */
export function compileKernel(algorithm: Algorithm, kind: KernelKind): KernelModules {
  if (kind === 'readable') return {};
  if (algorithm === 'bitmask') return { bitmask: compile('bitmask') };
  return { meet: { banded: compile('meet-banded'), plain: compile('meet-plain') } };
}

function compile(name: string): WebAssembly.Module {
  // Resolved through package.json, because the sources (under test) and the built files stand at different depths.
  const file = createRequire(import.meta.url).resolve(`#built/${name}.wasm`);
  return new WebAssembly.Module(readFileSync(file));
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
