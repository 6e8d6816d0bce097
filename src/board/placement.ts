/**
 * A placement of queens, one a row: index is the row, value the column of its queen, both 0-based.
 *
 *     [1, 3, 0, 2]     . Q . .
 *                      . . . Q
 *                      Q . . .
 *                      . . Q .
 */
export type Placement = readonly number[];

/** A solution as it is to be shown. */
export interface Shown {
  readonly placement: Placement;
  /** Position in the output, from 1. */
  readonly number: number;
  /** How many solutions its symmetry class holds, where it stands for the class. */
  readonly classSize?: number;
}

/** Returns whether no queen of the placement attacks another. It may fill the first rows of a board only. */
export function isPeaceful(placement: Placement): boolean {
  return placement.every((col, row) =>
    placement.slice(0, row).every((other, above) => other !== col && Math.abs(other - col) !== row - above),
  );
}
