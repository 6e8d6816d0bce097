/** The rule that picks the counted image of a solution, applied to whole boards. */
import { weighedSolutions } from '../../../workers/meet-reference.js';
import type { Cell } from '../../board/attacked.js';
import type { Placement } from '../../board/placement.js';
import { middleRow, rank } from '../../plan/band.js';
import { planMeet } from '../../plan/meet-plan.js';

/** Returns the weight of each solution that the plan for n counts. The keys are columns joined with commas. */
export function countedSolutions(n: number): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const subproblem of planMeet(n).subproblems) {
    for (const { queens, weight } of weighedSolutions(subproblem)) weights.set(String(queens), weight);
  }
  return weights;
}

/** Returns the middle rows, which are also the middle columns: one for odd n, two for even n. */
export function middleLines(n: number): readonly number[] {
  const middle = middleRow(n);
  return n % 2 === 1 ? [middle] : [middle - 1, middle];
}

/** A queen on a middle line. */
export interface MiddleQueen {
  readonly cell: Cell;
  /** For example `row 4`. */
  readonly line: string;
  /** Distance from the middle of the line, in cells: 0.5, 1.5 and so on for even n. */
  readonly distance: number;
}

/** Returns the queens on the middle lines of a solution, beginning with the middle row (for even n, the lower one). */
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
    ? `the queen of row ${middle} must be in the right half, and no other queen on these lines may be farther from the middle`
    : `the queen of row ${middle} must be right of the middle, and the queen of column ${middle} must be above the middle and nearer to it. If a queen is exactly in the middle, the queen of the next row must be right of it`;
}
