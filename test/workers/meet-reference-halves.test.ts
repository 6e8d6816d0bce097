import { expect, test } from 'vitest';
import { columnsOf, createMask } from '../../src/core/board/masks.js';
import type { BandFilling, SideRules } from '../../src/core/meet/band-filling.js';
import { bandFillings } from '../../src/core/meet/fitting-fillings.js';
import { chooseMeetCut, subproblemsOfCut } from '../../src/core/plan/meet-plan.js';
import { runSteps } from '../../src/core/plan/steps.js';
import { estimateHalves } from '../../workers/meet-reference-halves.js';

/** Counts the halves of a side, of all lengths, one by one. */
function countHalves(free: number, side: SideRules, missing: number, columns: readonly number[] = []): number {
  const row = columns.length;
  const used = createMask(columns);
  const lacking = Array.from(columnsOf(side.required & ~used)).length;
  if (lacking > side.rows - row + missing) return 0;
  let halves = row === 0 ? 0 : 1;
  if (row === side.rows) return halves;
  for (const column of columnsOf((free | side.required) & (side.allowed[row] ?? 0) & ~used)) {
    const isFree = columns.every((other, above) => Math.abs(other - column) !== row - above);
    if (isFree) halves += countHalves(free, side, missing, [...columns, column]);
  }
  return halves;
}

function exactly({ free, above, below }: BandFilling): number {
  return countHalves(free, above, 1) + countHalves(free, below, 0);
}

test.each([
  [11, 0],
  [12, 2],
])(
  'n = %i with %i split columns: the estimated number of halves is right, on average and for each filling',
  (n, splits) => {
    const subproblems = runSteps(subproblemsOfCut(n, chooseMeetCut(n, splits)));
    const fillings = subproblems.flatMap((board) => [...bandFillings(board)]);
    const ratios = fillings.map((filling) => estimateHalves(filling) / exactly(filling));
    for (const ratio of ratios) expect(Math.abs(Math.log(ratio))).toBeLessThan(Math.log(1.5));
    expect(ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length).toBeCloseTo(1, 1);
  },
);
