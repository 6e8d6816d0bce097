// The band of middle rows, which get their queens first. docs/meet-in-the-middle.md explains it with drawings.

import type { Cell } from '../board/attacked.js';
import { columnsOf } from '../board/masks.js';
import type { MeetSubproblem } from './subproblem.js';
import { middleRow, obeysRule } from './symmetry-rule.js';

/** Where a band lies: its rows, and the row of its last queen. Subproblems of one plan have the same band. */
export type Band = Pick<MeetSubproblem, 'n' | 'rowsAbove' | 'bandRows' | 'lastRow'>;

/**
 * Lists the rows of the band except the last band queen's row, in the order of a subproblem's queens. The middle row comes
 * first, then the other rows by their distance from it. Of two rows at the same distance, the upper one comes first.
 */
export function givenRows({ n, rowsAbove, bandRows, lastRow }: Band): number[] {
  const middle = middleRow(n);
  return Array.from({ length: bandRows }, (_, i) => rowsAbove + i)
    .filter((row) => row !== lastRow)
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b);
}

/** Returns the given band queens of a subproblem, with their rows. */
export function givenQueens(subproblem: MeetSubproblem): Cell[] {
  const rows = givenRows(subproblem);
  return subproblem.queens.map((column, i) => ({ row: rows[i] ?? -1, column }));
}

/**
 * Checks the shape of a band.
 *
 * @throws RangeError if a middle row or the last band queen's row is outside the band, if the last band queen's row is
 *   the middle row, or if a side has no rows.
 */
export function checkBand({ n, rowsAbove, bandRows, lastRow }: Band): void {
  const middle = middleRow(n);
  const end = rowsAbove + bandRows;
  const hasMiddle = rowsAbove <= (n % 2 === 0 ? middle - 1 : middle) && end > middle;
  const leavesRows = rowsAbove >= 1 && end < n;
  const hasLastRow = lastRow >= rowsAbove && lastRow < end && lastRow !== middle;
  if (bandRows >= 2 && hasMiddle && leavesRows && hasLastRow) return;
  throw new RangeError(
    `a band of ${bandRows} rows from row ${rowsAbove}, with the last queen in row ${lastRow}, is invalid for n = ${n}`,
  );
}

/** Returns whether the kernel packs its lists. Up to n = 17, masks fit lanes of 16 bits without packing. */
export function packsLists({ n, bandRows }: Pick<Band, 'n' | 'bandRows'>): boolean {
  return n > 17 || bandRows > 2;
}

/**
 * Returns a mask of the possible columns for a band queen in `row`. On these columns the queen attacks no queen of
 * `others` and obeys the symmetry rule.
 *
 * @param others other band queens, which already obey the rule. The queen of the middle row comes first.
 */
export function possibleColumns(band: Band, others: readonly Cell[], row: number): number {
  let columns = 0;
  const free = (2 ** band.n - 1) & ~attackedColumns(band.n, others, row);
  for (let rest = free; rest !== 0; rest &= rest - 1) {
    const column = 31 - Math.clz32(rest & -rest);
    if (obeysRule(band, others, { row, column })) columns |= 1 << column;
  }
  return columns;
}

/** Yields every way to place band queens in the given rows. The queens in `placed` occupy the first of these rows. */
export function* placements(
  band: Band,
  rows: readonly number[],
  placed: readonly Cell[] = [],
): Generator<readonly Cell[]> {
  const row = rows[placed.length];
  if (row === undefined) return yield placed;
  for (const column of columnsOf(possibleColumns(band, placed, row))) {
    yield* placements(band, rows, [...placed, { row, column }]);
  }
}

/** Returns a mask of the columns in `row` that are attacked by queens in other rows. */
export function attackedColumns(n: number, queens: readonly Cell[], row: number): number {
  let columns = 0;
  for (const queen of queens) {
    const distance = Math.abs(queen.row - row);
    columns |= 1 << queen.column;
    if (queen.column >= distance) columns |= 1 << (queen.column - distance);
    if (queen.column + distance < n) columns |= 1 << (queen.column + distance);
  }
  return columns;
}
