import { checkInteger } from '../errors/errors.js';

/**
 * The three masks of bitmask backtracking after some rows are filled.
 *
 * Bit c is column c of the next row to fill. A 1 bit in `columns` marks a column with a queen above. A 1 bit in
 * `falling` or `rising` marks a cell that a queen above attacks along a falling or a rising diagonal. In the row below,
 * a falling diagonal \ is in the next higher column, and a rising diagonal / is in the next lower one.
 *
 *     row 0   . . Q . . .      columns  0 0 0 1 0 0   (from column 5 to column 0)
 *     row 1   . / | \ . .      falling  0 0 1 0 0 0   = queen << 1
 *                              rising   0 0 0 0 1 0   = queen >> 1
 *
 * Masks are 32-bit integers, which may be negative for n = 32. Method: M. Richards, "Backtracking Algorithms in MCPL
 * using Bit Patterns and Recursion" (1997).
 */
export interface Masks {
  readonly columns: number;
  readonly falling: number;
  readonly rising: number;
}

/** The masks of the first row, in which nothing is attacked. */
export const EMPTY_BOARD: Masks = { columns: 0, falling: 0, rising: 0 };

/** The largest board size, limited by 32-bit masks. */
export const MAX_BOARD_SIZE = 32;

/** Checks a board size and returns it. @throws UsageError if n is not an integer from 0 to 32. */
export function checkBoardSize(n: number): number {
  return checkInteger('n', n, 0, MAX_BOARD_SIZE);
}

/** Returns a mask of all n columns, for n from 0 to 32. */
export function allColumns(n: number): number {
  return n === 32 ? -1 : ~(-1 << n); // for n = 31, (1 << n) - 1 is not a 32-bit integer
}

export function createMask(columns: readonly number[]): number {
  return columns.reduce((mask, column) => mask | (1 << column), 0);
}

/** Returns a mask of the columns that no queen attacks in the next row. */
export function freeColumns(n: number, { columns, falling, rising }: Masks): number {
  return allColumns(n) & ~(columns | falling | rising);
}

/** Places a queen in `column` (0-based) and returns the masks of the row below. */
export function placeQueen({ columns, falling, rising }: Masks, column: number): Masks {
  const queen = 1 << column;
  return { columns: columns | queen, falling: (falling | queen) << 1, rising: (rising | queen) >>> 1 };
}

/** Yields the column (0-based) of each 1 bit, in ascending order. */
export function* columnsOf(mask: number): Generator<number> {
  for (let rest = mask; rest !== 0; rest &= rest - 1) yield columnAt(rest, 0);
}

/** Counts the 1 bits of a mask by adding them up in pairs, fours and bytes. */
export function countColumns(mask: number): number {
  const pairs = mask - ((mask >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  const bytes = (fours + (fours >>> 4)) & 0x0f0f0f0f;
  return Math.imul(bytes, 0x01010101) >>> 24;
}

/** Returns the masks after a prefix: the columns of the first rows' queens, none of which attacks another. */
export function masksOf(prefix: readonly number[]): Masks {
  return prefix.reduce(placeQueen, EMPTY_BOARD);
}

/** Returns the column of the mask's 1 bit with the given index. The lowest 1 bit has index 0. */
export function columnAt(columns: number, index: number): number {
  let rest = columns;
  for (let i = 0; i < index; i++) rest &= rest - 1;
  return 31 - Math.clz32(rest & -rest);
}
