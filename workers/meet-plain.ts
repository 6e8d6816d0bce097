import type { Tally } from '../src/plan/partial-count.js';
import { sieveBits } from '../src/plan/sieve-bits.js';
import type { PlainSubproblem } from '../src/plan/subproblem.js';
import { MOST_MEMORY, outOfMemory, type Shortage } from './out-of-memory-error.js';

/** What workers/assembly/meet-plain.ts exports; each is described there. */
interface PlainExports extends Shortage {
  grantMemory(bytes: number): boolean;
  setBoard(n: number, strictWidth: number, longestList: number): void;
  addSievePair(position: number, cellBits: number): void;
  setColumns(free: number, upper: number, lower: number): void;
  count(): number;
  pairsCompared(): number;
}

/**
 * The fast plain kernel, from its compiled module. It keeps its memory from one subproblem to the next. The counts are
 * those of meet-plain-readable.ts; the work is the number of pairs of half placements decided on.
 *
 * @throws OutOfMemoryError (the function returned) if a subproblem outgrows its memory; the kernel can be used on.
 */
export function plainKernel(module: WebAssembly.Module): (subproblem: PlainSubproblem) => Tally {
  // A module's exports have no static types: this names what the AssemblyScript source declares.
  const kernel = new WebAssembly.Instance(module).exports as unknown as PlainExports;

  return (subproblem) => {
    const { n, keyColumns, keyColumnsAbove, strictWidth, longestList, memory } = subproblem;
    if (!kernel.grantMemory(Math.min(memory, MOST_MEMORY))) throw outOfMemory(kernel, subproblem);
    kernel.setBoard(n, strictWidth, longestList);
    const bits = sieveBits(n - 1, subproblem);
    for (const bit of bits) kernel.addSievePair(bit, 2 * bits.length);
    kernel.setColumns((2 ** n - 1) & ~keyColumns, keyColumnsAbove, keyColumns & ~keyColumnsAbove);
    const tally = { count: kernel.count(), work: kernel.pairsCompared() };
    if (kernel.failure() !== 0) throw outOfMemory(kernel, subproblem);
    return tally;
  };
}
