/**
 * A placement of queens, one in each row: the index is the row, and the value is the column of its queen. Both are 0-based.
 *
 *     [1, 3, 0, 2]     . Q . .
 *                      . . . Q
 *                      Q . . .
 *                      . . Q .
 */
export type Placement = readonly number[];

/** A solution that was selected for output. */
export interface Shown {
  readonly placement: Placement;
  /** Number in the output, from 1. */
  readonly number: number;
  /** The size of the symmetry class, if the solution stands for its class. */
  readonly classSize?: number;
}

/** Returns whether two placements have the same queens. */
export function isSame(a: Placement, b: Placement): boolean {
  return a.length === b.length && a.every((col, row) => col === b[row]);
}

/** Returns whether no two queens attack each other. The placement may have only the first rows of a board. */
export function isPeaceful(placement: Placement): boolean {
  return placement.every((col, row) =>
    placement.slice(0, row).every((other, above) => other !== col && Math.abs(other - col) !== row - above),
  );
}
