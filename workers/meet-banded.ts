import { keyBits } from '../src/plan/band.js';
import { type BandedRules, bandedRules, type SideRules } from '../src/plan/banded-rules.js';
import { sieveBits } from '../src/plan/sieve-bits.js';
import type { BandedSubproblem } from '../src/plan/subproblem.js';
import { MOST_MEMORY, outOfMemory, type Shortage } from './out-of-memory-error.js';
import type { Tally } from './tally.js';

/** What workers/assembly/meet-banded.ts exports; each is described there. */
interface BandedExports extends Shortage {
  grantMemory(bytes: number): boolean;
  setBoard(n: number, bandRows: number, splitsWeigh: boolean): void;
  setSieve(strictWidth: number, longestList: number): void;
  addSievePair(position: number, cellBits: number): void;
  setSide(
    which: Which,
    rows: number,
    free: number,
    required: number,
    tieRow: number,
    tieColumns: number,
    apart: number,
  ): void;
  setAllowed(which: Which, row: number, columns: number): void;
  setWeights(part: number, withStrict: number, withTie: number): void;
  count(): number;
  pairsCompared(): number;
}

/** 0 for the side above the band, 1 for the side below. */
type Which = 0 | 1;

/**
 * The fast banded kernel, from its compiled module. It keeps its memory from one subproblem to the next. The counts are
 * those of meet-banded-readable.ts, weighted; the work is the number of pairs of half placements compared.
 *
 * @throws OutOfMemoryError (the function returned) if a subproblem outgrows its memory; the kernel can be used on.
 */
export function bandedKernel(module: WebAssembly.Module): (subproblem: BandedSubproblem) => Tally {
  // A module's exports have no static types: this names what the AssemblyScript source declares.
  const kernel = new WebAssembly.Instance(module).exports as unknown as BandedExports;

  function setSide(which: Which, free: number, side: SideRules): void {
    kernel.setSide(which, side.rows, free, side.required, side.tieRow, side.tieColumns, side.apart);
    for (const [row, columns] of side.allowed.entries()) kernel.setAllowed(which, row, columns);
  }

  function setRules(subproblem: BandedSubproblem, rules: BandedRules): void {
    const { n, sieve } = subproblem;
    kernel.setBoard(n, rules.bandRows, rules.splitsWeigh);
    if (sieve) {
      kernel.setSieve(sieve.strictWidth, sieve.longestList);
      const bits = sieveBits(keyBits(subproblem), sieve, true);
      for (const bit of bits) kernel.addSievePair(bit, 2 * bits.length);
    }
    setSide(0, rules.free, rules.above);
    setSide(1, rules.free, rules.below);
    for (const [part, [withStrict, withTie]] of rules.weights.entries()) kernel.setWeights(part, withStrict, withTie);
  }

  return (subproblem) => {
    if (!kernel.grantMemory(Math.min(subproblem.memory, MOST_MEMORY))) throw outOfMemory(kernel, subproblem);
    const tally = { count: 0, work: 0 };
    for (const { rules } of bandedRules(subproblem)) {
      setRules(subproblem, rules);
      tally.count += kernel.count();
      tally.work += kernel.pairsCompared();
      if (kernel.failure() !== 0) throw outOfMemory(kernel, subproblem);
    }
    return tally;
  };
}
