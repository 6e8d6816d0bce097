/** The rule that picks the counted image of a solution, applied to whole boards. */

import { weighedSolutions } from '../../../workers/meet-reference.js';
import type { Cell } from '../../board/attacked.js';
import type { Placement } from '../../board/placement.js';
import { middleRow, rank } from '../../plan/band.js';
import { planMeet } from '../../plan/meet-plan.js';

/** Returns the weight of each solution that the plan for n counts, by its columns joined with commas. */
export function countedSolutions(n: number): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const subproblem of planMeet(n).subproblems) {
    for (const { queens, weight } of weighedSolutions(subproblem)) weights.set(String(queens), weight);
  }
  return weights;
}

/** Returns the middle lines: one row and one column of odd n, two of each of even n. */
export function middleLines(n: number): readonly number[] {
  const middle = middleRow(n);
  return n % 2 === 1 ? [middle] : [middle - 1, middle];
}

/** A queen on a middle line. */
export interface MiddleQueen {
  readonly cell: Cell;
  /** `row 4`. */
  readonly line: string;
  /** Cells from the middle of the line to the queen: 0.5, 1.5 and so on for even n. */
  readonly distance: number;
}

/** The queens on the middle lines of a solution, that of the middle row first. */
export function middleQueens(placement: Placement): readonly MiddleQueen[] {
  const n = placement.length;
  const lines = [...middleLines(n)].reverse();
  return [
    ...lines.map((row) => {
      const column = placement[row] ?? 0;
      return { cell: [row, column] as const, line: `row ${row}`, distance: rank(n, column) / 2 };
    }),
    ...lines.map((column) => {
      const row = placement.indexOf(column);
      return { cell: [row, column] as const, line: `column ${column}`, distance: rank(n, row) / 2 };
    }),
  ];
}

/** Returns the rule for n, as a sentence. */
export function ruleFor(n: number): string {
  const middle = middleRow(n);
  return n % 2 === 0
    ? `the queen of row ${middle} must be in the right half, and no other queen on these lines farther from the middle`
    : `the queen of row ${middle} must be to the right of the middle, and that of column ${middle} above the middle and nearer to it. If one queen stands in the very middle, the queen of the row below must be to the right`;
}
