// src/core/board describes boards and knows nothing of programs: placements of queens, masks of columns and diagonals,
// symmetries, pictures, and the published counts. Numbers go in and numbers come out, except for the SVG text.

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
  /** Position in the output, from 1. */
  readonly number: number;
  /** The size of the symmetry class, if the solution stands for its class. */
  readonly classSize?: number;
}

export function isSamePlacement(a: Placement, b: Placement): boolean {
  return a.length === b.length && a.every((column, row) => column === b[row]);
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

export function isPeaceful(placement: PartialPlacement): boolean {
  const queens = placement.flatMap((column, row) => (column === undefined ? [] : [{ row, column }]));
  return queens.every((queen, i) => queens.slice(0, i).every((other) => !attacks(queen, other)));
}
