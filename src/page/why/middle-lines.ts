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

/** Returns the middle rows, which are also the middle columns: one for odd n, two for even n. */
export function middleLines(n: number): readonly number[] {
  const middle = middleRow(n);
  return n % 2 === 1 ? [middle] : [middle - 1, middle];
}

/** A queen that the rule looks at. */
export interface MiddleQueen {
  readonly cell: Cell;
  /** For example `row 4`. */
  readonly line: string;
  /** Distance from the middle of the line, in cells: 0.5, 1.5 and so on for even n. */
  readonly distance: number;
  /** What the queen does wrong, if the rule therefore does not pick the solution. */
  readonly fault?: string | undefined;
}

/**
 * Returns the queens that the rule looks at, beginning with the queen of the middle row (for even n, the lower one).
 * The rule picks the solution if none of them has a fault.
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
  const toTheLeft = (column: number, least: number) => (column < least ? 'left of the middle' : undefined);
  const tooFar = (distance: number) => (distance > first.distance ? 'too far from the middle' : undefined);
  if (n % 2 === 0) {
    const others = [inRow(middle - 1), inColumn(middle), inColumn(middle - 1)];
    const fault = toTheLeft(first.cell.column, middle);
    return [{ ...first, fault }, ...others.map((queen) => ({ ...queen, fault: tooFar(queen.distance) }))];
  }
  if (first.distance === 0) {
    const next = inRow(middle + 1);
    return [first, { ...next, fault: toTheLeft(next.cell.column, middle + 1) }];
  }
  const other = inColumn(middle);
  const fault = other.cell.row > middle ? 'below the middle' : tooFar(other.distance);
  return [
    { ...first, fault: toTheLeft(first.cell.column, middle) },
    { ...other, fault },
  ];
}

/** Returns the rule for n, as a sentence. */
export function ruleFor(n: number): string {
  const middle = middleRow(n);
  return n % 2 === 0
    ? `the queen of row ${middle} (thick ring) must be right of the middle, and no other ringed queen may be farther from the middle`
    : `the queen of row ${middle} (thick ring) must be right of the middle, and the queen of column ${middle} must be above the middle and nearer to it. If a queen is exactly in the middle, the queen of the next row must be right of it`;
}
