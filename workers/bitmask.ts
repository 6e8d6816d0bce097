import { masksOf } from '../src/board/masks.js';
import type { Tally } from '../src/plan/partial-count.js';
import type { BitmaskSubproblem } from '../src/plan/subproblem.js';

/** The exports of workers/assembly/bitmask.ts. */
interface BitmaskExports {
  count(n: number, columns: number, left: number, right: number): bigint;
  work(): bigint;
}

/** Makes the fast bitmask kernel from its compiled module. It counts the same as bitmask-reference.ts. */
export function bitmaskKernel(module: WebAssembly.Module): (subproblem: BitmaskSubproblem) => Tally {
  // TypeScript does not know a module's exports, so BitmaskExports repeats the declarations of its source.
  const kernel = new WebAssembly.Instance(module).exports as unknown as BitmaskExports;
  return ({ n, prefix }) => {
    const { columns, left, right } = masksOf(prefix);
    const count = Number(kernel.count(n, columns, left, right)); // counts above 2^53 fail the bound check
    return { count, work: Number(kernel.work()) };
  };
}
