/** What stands on a board: cells, placements of queens, and what attacks what. */

/**
 * A placement of queens, one a row: index is the row, value the column of its queen, both 0-based.
 *
 *     [1, 3, 0, 2]     . Q . .
 *                      . . . Q
 *                      Q . . .
 *                      . . Q .
 */
export type Placement = readonly number[];

/** A cell as [row, column], both 0-based. */
export type Cell = readonly [row: number, col: number];

/** A solution as it is to be shown. */
export interface Shown {
  readonly placement: Placement;
  /** Position in the output, from 1. */
  readonly number: number;
  /** How many solutions its symmetry class holds, where it stands for the class. */
  readonly classSize?: number;
}

/** Whether no queen of the placement attacks another. It may fill the first rows of a board only. */
export function isPeaceful(placement: Placement): boolean {
  return placement.every((col, row) =>
    placement.slice(0, row).every((other, above) => other !== col && Math.abs(other - col) !== row - above),
  );
}

/** Whether a queen on one of the cells attacks the other one, which is not the same. */
export function attacks([row, col]: Cell, [otherRow, otherCol]: Cell): boolean {
  const rows = Math.abs(row - otherRow);
  const cols = Math.abs(col - otherCol);
  return rows === 0 || cols === 0 || rows === cols;
}
