import { readFileSync } from 'node:fs';
import type { Tally } from '../../src/plan/partial-count.js';
import type { Subproblem } from '../../src/plan/subproblem.js';
import { builtFile, compileKernel } from '../../workers/compile-kernel.js';
import { wideKernel } from '../../workers/meet-wide.js';

/** What browsers count with, and engines without relaxed SIMD; `npm run build` comes before the tests. */
export const plainMeetModule = new WebAssembly.Module(readFileSync(builtFile('meet-wide.wasm')));

/** What this Node.js counts with. */
export const meetModule = compileKernel('meet', 'fast').meet ?? plainMeetModule;

/** A kernel over it, shared by the tests of a file as by the subproblems of a worker. */
const kernel = wideKernel(meetModule);

export function countMeet(subproblem: Subproblem): Tally {
  if (subproblem.algorithm !== 'meet') throw new Error(`${subproblem.id} is not for this kernel`);
  return kernel(subproblem);
}
