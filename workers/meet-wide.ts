import type { Tally } from '../src/plan/partial-count.js';
import type { WideSubproblem } from '../src/plan/subproblem.js';
import { listsHaveCells, packsLists } from '../src/plan/wide-band.js';
import { type SideRules, type WideRules, wideNodes } from '../src/plan/wide-rules.js';
import { MOST_MEMORY, outOfMemory, type Shortage } from './out-of-memory-error.js';

/** What workers/assembly/meet-wide.ts exports; each is described there. */
interface WideExports extends Shortage {
  grantMemory(bytes: number): boolean;
  setBoard(n: number, bandRows: number, lastRow: number, lanes: number): void;
  setSide(
    which: Which,
    rows: number,
    low: number,
    pattern: number,
    required: number,
    tieRow: number,
    tieColumns: number,
  ): void;
  setAllowed(which: Which, row: number, columns: number): void;
  addLastQueen(column: number, strict: number, tie: number): void;
  count(): number;
  pairsCompared(): number;
}

/** The lanes of the kernel's lists, by the numbers of workers/assembly/meet-wide.ts; every choice gives the same count. */
export const LANES = { of16: 0, of32: 1, packed: 2, packedWithCells: 3 } as const;
type Lanes = (typeof LANES)[keyof typeof LANES];

/** The fastest lanes. */
function bestLanes(subproblem: WideSubproblem): Lanes {
  if (listsHaveCells(subproblem)) return LANES.packedWithCells;
  if (packsLists(subproblem)) return LANES.packed;
  return subproblem.n <= 17 ? LANES.of16 : LANES.of32;
}

/** 0 for the side above the band, 1 for the side below. */
type Which = 0 | 1;

/**
 * The fast wide kernel, from its compiled module. It keeps its memory from one subproblem to the next. The counts are
 * those of meet-wide-readable.ts, weighted; the work is the number of pairs of half placements compared.
 *
 * @param lanesOf which lanes a subproblem's lists have.
 * @throws OutOfMemoryError (the function returned) if a subproblem outgrows its memory; the kernel can be used on.
 */
export function wideKernel(
  module: WebAssembly.Module,
  lanesOf: (subproblem: WideSubproblem) => Lanes = bestLanes,
): (subproblem: WideSubproblem) => Tally {
  // A module's exports have no static types: this names what the AssemblyScript source declares.
  const kernel = new WebAssembly.Instance(module).exports as unknown as WideExports;

  function setSide(which: Which, { free, pattern }: WideRules, side: SideRules): void {
    kernel.setSide(which, side.rows, free & ~pattern, pattern, side.required, side.tieRow, side.tieColumns);
    for (const [row, columns] of side.allowed.entries()) kernel.setAllowed(which, row, columns);
  }

  return (subproblem) => {
    const { n, rowsAbove, bandRows, lastRow } = subproblem;
    if (!kernel.grantMemory(Math.min(subproblem.memory, MOST_MEMORY))) throw outOfMemory(kernel, subproblem);
    const tally = { count: 0, work: 0 };
    for (const { rules } of wideNodes(subproblem)) {
      kernel.setBoard(n, bandRows, lastRow - rowsAbove, lanesOf(subproblem));
      setSide(0, rules, rules.above);
      setSide(1, rules, rules.below);
      for (const { column, strict, tie } of rules.lastQueens) kernel.addLastQueen(column, strict, tie);
      tally.count += kernel.count();
      tally.work += kernel.pairsCompared();
      if (kernel.failure() !== 0) throw outOfMemory(kernel, subproblem);
    }
    return tally;
  };
}
