// The ways to divide a board into smaller ones. Together, the smaller boards contain each counted solution once:
// docs/meet-in-the-middle.md, "Dividing a board".
//
// Plans divide the empty board. Audits divide subproblems into pieces for the reference kernel (pieces.ts), and kernels
// divide fillings that do not fit (fitting-fillings.ts).

import { allColumns, columnsOf, countColumns, createMask } from '../board/masks.js';
import type { Cell } from '../board/placement.js';
import { type Band, givenQueens, givenRows, nearestFirst, possibleColumns } from './band.js';
import type { MeetBoard } from './board.js';
import { middleRow, usesBothRows } from './symmetry-rule.js';

/** Returns the board with an empty band, which contains all counted solutions. */
export function emptyBoard({ n, rowsAbove, bandRows, lastRow }: Band): MeetBoard {
  // For odd n, the queen in the middle column is above the middle row (symmetry-rule.ts).
  return { n, rowsAbove, bandRows, lastRow, queens: [], above: n % 2 === 1 ? 1 << middleRow(n) : 0, below: 0 };
}

/** Returns a mask of the columns that have neither a given queen nor an assigned side. */
export function unassignedColumns({ n, queens, above, below }: MeetBoard): number {
  return allColumns(n) & ~(createMask(queens) | above | below);
}

/** Returns a board with the given band queens (in the order of `givenRows`), whose columns need no queen on a side. */
export function withQueens(board: MeetBoard, cells: readonly Cell[]): MeetBoard {
  const queens = cells.map(({ column }) => column);
  const others = ~createMask(queens);
  return { ...board, queens, above: board.above & others, below: board.below & others };
}

/** Divides a board that lacks at least two band queens by the column of the next one. */
export function divideByNextQueen(board: MeetBoard): MeetBoard[] {
  const queens = givenQueens(board);
  const row = givenRows(board)[queens.length] ?? -1;
  const columns = possibleColumns(board, queens, row) & ~board.below;
  return Array.from(columnsOf(columns), (column) => withQueens(board, [...queens, { row, column }])).filter(hasRoom);
}

/**
 * Divides a board by the sides of columns: each column has its queen below the band, or else in the band or above it.
 *
 * @param columns mask of columns. Those that have a side or a given queen are ignored.
 */
export function divideBySides(board: MeetBoard, columns: number): MeetBoard[] {
  let boards = [board];
  for (const column of columnsOf(columns & unassignedColumns(board))) {
    boards = boards
      .flatMap(({ above, below, ...rest }) => [
        { ...rest, above: above | (1 << column), below },
        { ...rest, above, below: below | (1 << column) },
      ])
      .filter(hasRoom);
  }
  return boards;
}

/** Returns whether there are enough rows below the band for the columns `below`, and enough other rows for `above`. */
function hasRoom({ n, rowsAbove, bandRows, queens, above, below }: MeetBoard): boolean {
  const rowsBelow = n - rowsAbove - bandRows;
  return countColumns(below) <= rowsBelow && countColumns(above) <= rowsAbove + bandRows - queens.length;
}

/**
 * Returns the column whose side divides a board most evenly: the one nearest the middle.
 *
 * @param columns mask of the columns to choose from.
 * @returns the column as a mask; 0 if there is none.
 */
export function columnToSplit(n: number, columns: number): number {
  const distance = (column: number) => Math.abs(column - middleRow(n)) || n; // the middle column itself comes last
  const [column] = [...columnsOf(columns)].sort((a, b) => distance(a) - distance(b));
  return column === undefined ? 0 : 1 << column;
}

/**
 * Gives the band one more row, on the side with more rows, and divides the board by the column of that row's queen.
 *
 * @param board a board whose band queens are all given except the last.
 * @throws Error if no row is left for the band. (This never happens for n <= 28.)
 */
export function divideByOneMoreRow(board: MeetBoard): MeetBoard[] {
  const { n, rowsAbove, bandRows, above, below } = board;
  const isAbove = rowsAbove > n - rowsAbove - bandRows;
  const row = isAbove ? rowsAbove - 1 : rowsAbove + bandRows;
  const wider = { ...board, rowsAbove: isAbove ? row : rowsAbove, bandRows: bandRows + 1 };
  if (wider.rowsAbove < 2 || usesBothRows(wider) !== usesBothRows(board)) {
    throw new Error(`the band for n = ${n} cannot have more than ${bandRows} rows`);
  }
  const queens = givenQueens(board);
  const columns = possibleColumns(wider, queens, row) & ~(isAbove ? below : above);
  const compare = nearestFirst(n);
  return Array.from(columnsOf(columns), (column) => {
    const all = [...queens, { row, column }].sort((a, b) => compare(a.row, b.row));
    return withQueens(wider, all);
  }).filter(hasRoom);
}
