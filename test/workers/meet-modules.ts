import { readFileSync } from 'node:fs';
import type { Tally } from '../../src/plan/partial-count.js';
import type { Subproblem } from '../../src/plan/subproblem.js';
import { wideKernel } from '../../workers/meet-wide.js';

/** The built module; `npm run build` comes before the tests. */
export const meetModule = new WebAssembly.Module(
  readFileSync(new URL('../../dist/workers/meet-wide.wasm', import.meta.url)),
);

/** A kernel over it, shared by the tests of a file as by the subproblems of a worker. */
const kernel = wideKernel(meetModule);

export function countMeet(subproblem: Subproblem): Tally {
  if (subproblem.algorithm !== 'meet') throw new Error(`${subproblem.id} is not for this kernel`);
  return kernel(subproblem);
}
