/** The rule that picks the counted image of a solution, applied to whole boards. */
import { weighedSolutions } from '../../../workers/meet-readable.js';
import type { Cell } from '../../board/attacked.js';
import type { Placement } from '../../board/placement.js';
import { middleRow, rank } from '../../plan/symmetry-rule.js';
import { subproblemsOf } from './work.js';

/** Returns the weight of each solution that the program counts. The keys are columns joined with commas. */
export function countedSolutions(n: number): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const subproblem of subproblemsOf(n)) {
    for (const { queens, weight } of weighedSolutions(subproblem)) weights.set(String(queens), weight);
  }
  return weights;
}

/** A queen that the rule looks at. */
export interface MiddleQueen {
  readonly cell: Cell;
  /** For example `row 4`. */
  readonly line: string;
  /** Distance from the middle of the line, in cells: 0.5, 1.5 and so on. */
  readonly distance: number;
  /** What the queen does wrong, if the rule therefore does not pick the solution. */
  readonly fault?: string | undefined;
}

/**
 * Returns the queens that the rule for even n looks at, beginning with the queen of the lower middle row. The rule picks the
 * solution if none of them has a fault.
 */
export function middleQueens(placement: Placement): readonly MiddleQueen[] {
  const n = placement.length;
  const middle = middleRow(n);
  const inRow = (row: number) => {
    const column = placement[row] ?? 0;
    return { cell: { row, column }, line: `row ${row}`, distance: rank(n, column) / 2 };
  };
  const inColumn = (column: number) => {
    const row = placement.indexOf(column);
    return { cell: { row, column }, line: `column ${column}`, distance: rank(n, row) / 2 };
  };
  const first = inRow(middle);
  const others = [inRow(middle - 1), inColumn(middle), inColumn(middle - 1)];
  return [
    { ...first, fault: first.cell.column < middle ? 'left of the middle' : undefined },
    ...others.map((queen) => ({
      ...queen,
      fault: queen.distance > first.distance ? 'too far from the middle' : undefined,
    })),
  ];
}
