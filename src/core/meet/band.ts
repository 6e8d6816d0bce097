// The band: the middle rows, which get their queens first. See docs/meet-in-the-middle.md, "A band between the halves".

import { allColumns, columnAt } from '../board/masks.js';
import type { Cell } from '../board/placement.js';
import type { MeetBoard } from './board.js';
import { middleRow, obeysRule } from './symmetry-rule.js';

/** The position of a band: its rows, and the row of its last queen. All subproblems of a plan have the same band. */
export type Band = Pick<MeetBoard, 'n' | 'rowsAbove' | 'bandRows' | 'lastRow'>;

/** Lists the band's rows in the order of `MeetBoard.queens`, without the last band queen's row. */
export function givenRows({ n, rowsAbove, bandRows, lastRow }: Band): number[] {
  return Array.from({ length: bandRows }, (_, i) => rowsAbove + i)
    .filter((row) => row !== lastRow)
    .sort(nearestFirst(n));
}

/**
 * Returns a comparator for rows in the order of a board's queens: the row nearest the middle row comes first and, of
 * two rows at the same distance, the upper one.
 */
export function nearestFirst(n: number): (a: number, b: number) => number {
  const middle = middleRow(n);
  return (a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b;
}

export function givenQueens(board: MeetBoard): Cell[] {
  const rows = givenRows(board);
  return board.queens.map((column, i) => ({ row: rows[i] ?? -1, column }));
}

/**
 * Returns a mask of the columns in which a band queen in `row` attacks none of `others` and obeys the symmetry rule.
 *
 * @param others other band queens, which already obey the rule; the middle row's queen comes first.
 */
export function possibleColumns(band: Band, others: readonly Cell[], row: number): number {
  let columns = allColumns(band.n) & ~attackedColumns(band.n, others, row);
  for (let rest = columns; rest !== 0; rest &= rest - 1) {
    if (!obeysRule(band, others, { row, column: columnAt(rest, 0) })) columns &= ~(rest & -rest);
  }
  return columns;
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
