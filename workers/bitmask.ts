import { masksOf } from '../src/board/masks.js';
import type { Tally } from '../src/plan/partial-count.js';
import type { BitmaskSubproblem } from '../src/plan/subproblem.js';

/** The exports of workers/assembly/bitmask.ts. */
interface BitmaskExports {
  count(n: number, columns: number, left: number, right: number): bigint;
  work(): bigint;
}

/** Makes the fast bitmask kernel from its compiled module. The counts are those of bitmask-reference.ts. */
export function bitmaskKernel(module: WebAssembly.Module): (subproblem: BitmaskSubproblem) => Tally {
  // TypeScript does not know the exports of a module: the type repeats what the AssemblyScript source declares.
  const kernel = new WebAssembly.Instance(module).exports as unknown as BitmaskExports;
  return ({ n, prefix }) => {
    const { columns, left, right } = masksOf(prefix);
    const count = Number(kernel.count(n, columns, left, right)); // the bound check refuses numbers above 2^53
    return { count, work: Number(kernel.work()) };
  };
}
