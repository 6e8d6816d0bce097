/**
 * A placement of queens, one a row: index is the row, value the column of its queen, both 0-based.
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

/** Returns whether no queen of a placement attacks another. The placement may be only the first rows of a board. */
export function isPeaceful(placement: Placement): boolean {
  return placement.every((col, row) =>
    placement.slice(0, row).every((other, above) => other !== col && Math.abs(other - col) !== row - above),
  );
}
