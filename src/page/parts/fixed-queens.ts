/** Queens that the user has placed, at most one in a row. */

import { attacks, type Cell, type Placement } from '../../core/board/placement.js';
import { parseWholeNumber, type QueryReader } from '../address.js';
import { isSameCell } from './play-board.js';

/**
 * The column of the queen in each row, with a dot for a row without a queen. As text, it is what `solve --with` reads.
 */
export type FixedQueens = readonly (number | '.')[];

/** Returns the cells of the queens, from the top row down. */
export function listFixedCells(fixed: FixedQueens): readonly Cell[] {
  return fixed.flatMap((column, row) => (column === '.' ? [] : [{ row, column }]));
}

/** Converts cells to columns by row. */
export function makeFixedQueens(cells: readonly Cell[]): FixedQueens {
  const rows = Math.max(0, ...cells.map(({ row }) => row + 1));
  return Array.from({ length: rows }, (_, row) => cells.find((cell) => cell.row === row)?.column ?? '.');
}

/** Adds a queen on a cell, or removes the queen that stands there. */
export function toggleQueen(fixed: FixedQueens, cell: Cell): FixedQueens {
  const cells = listFixedCells(fixed);
  const others = cells.filter((queen) => !isSameCell(queen, cell));
  return makeFixedQueens(others.length < cells.length ? others : [...cells, cell]);
}

/** Returns the solutions with queens on all of these cells. */
export function findCompletions(all: readonly Placement[], queens: readonly Cell[]): readonly Placement[] {
  return all.filter((placement) => queens.every(({ row, column }) => placement[row] === column));
}

/** Reads queens from an address. They must not attack each other. An empty text means none. */
export function parseFixed(reader: QueryReader, name: string, n: number, initial: FixedQueens = []): FixedQueens {
  const wanted = 'columns of queens that do not attack each other, row by row, like 0,4, with . for an empty row';
  return reader.value(name, (text) => parse(text, n), wanted, initial);
}

function parse(text: string, n: number): FixedQueens | undefined {
  const names = text === '' ? [] : text.split(',');
  const columns = names.map((column) => (column === '.' ? '.' : parseWholeNumber(column, 0, n - 1)));
  const fixed = columns.filter((column) => column !== undefined);
  const cells = listFixedCells(fixed);
  const isPeaceful = cells.every((cell, i) => !cells.slice(0, i).some((other) => attacks(cell, other)));
  return fixed.length === columns.length && columns.length <= n && isPeaceful ? fixed : undefined;
}
