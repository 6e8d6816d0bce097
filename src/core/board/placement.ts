// src/core/board describes boards: placements of queens, masks of columns and diagonals, symmetries, pictures, and the
// published counts. It knows nothing of plans, runs or files.

/**
 * A placement of queens, one in each row. The index is the row, and the value is its queen's column, both 0-based.
 *
 *     [1, 3, 0, 2]     . Q . .
 *                      . . . Q
 *                      Q . . .
 *                      . . Q .
 */
export type Placement = readonly number[];

/** A placement in which some rows are empty (undefined). Rows at the end may be missing. */
export type PartialPlacement = readonly (number | undefined)[];

export interface NumberedSolution {
  readonly placement: Placement;
  /** Position in the output, counted from 1. */
  readonly number: number;
  /** The size of the symmetry class, if the solution stands for its class. */
  readonly classSize?: number;
}

/** A cell of the board. Rows and columns are counted from 0. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

export function attacks(one: Cell, other: Cell): boolean {
  const rows = Math.abs(one.row - other.row);
  const columns = Math.abs(one.column - other.column);
  return rows === 0 || columns === 0 || rows === columns;
}

export function isSameCell(one: Cell, other: Cell): boolean {
  return one.row === other.row && one.column === other.column;
}

/** Returns all cells of a board, row by row. */
export function listCells(n: number): readonly Cell[] {
  return Array.from({ length: n * n }, (_, i) => ({ row: Math.floor(i / n), column: i % n }));
}

/** Returns the cells of the queens, from the top row down. */
export function cellsOf(placement: PartialPlacement): readonly Cell[] {
  return placement.flatMap((column, row) => (column === undefined ? [] : [{ row, column }]));
}

/** Returns the queens that attack a cell. A queen on the cell itself does not count. */
export function findAttackers(queens: readonly Cell[], cell: Cell): readonly Cell[] {
  return queens.filter((queen) => !isSameCell(queen, cell) && attacks(queen, cell));
}

export function isPeaceful(placement: PartialPlacement): boolean {
  const queens = cellsOf(placement);
  return queens.every((queen) => findAttackers(queens, queen).length === 0);
}

/** Parses one column per row, such as `0,4,7`. A dot leaves a row empty: `0,.,7`. @returns undefined if invalid. */
export function parsePlacement(text: string): PartialPlacement | undefined {
  if (!/^(\d+|\.)(,(\d+|\.))*$/.test(text)) return undefined;
  return text.split(',').map((column) => (column === '.' ? undefined : Number(column)));
}

/** Formats a placement so that `parsePlacement` can read it. */
export function formatPlacement(placement: PartialPlacement): string {
  return placement.map((column) => column ?? '.').join();
}
