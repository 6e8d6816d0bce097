import { readFileSync } from 'node:fs';
import type { Tally } from '../../src/plan/partial-count.js';
import type { Subproblem } from '../../src/plan/subproblem.js';
import { meetKernel } from '../../workers/kernels.js';

/** The built modules; `npm run build` comes before the tests. */
export const meetModules = {
  plain: compile('meet-plain'),
  wide: compile('meet-wide'),
};

/** A kernel over them, shared by the tests of a file as by the subproblems of a worker. */
const kernel = meetKernel(meetModules);

export function countMeet(subproblem: Subproblem): Tally {
  if (subproblem.algorithm !== 'meet') throw new Error(`${subproblem.id} is not for this kernel`);
  return kernel(subproblem);
}

function compile(name: string): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(new URL(`../../dist/workers/${name}.wasm`, import.meta.url)));
}
