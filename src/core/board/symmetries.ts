/**
 * The eight symmetries of the square, applied to placements. Each maps solutions to solutions.
 *
 *     identity                    (row, column) -> (row, column)
 *     quarter turn clockwise      (row, column) -> (column, n-1-row)
 *     half turn                   (row, column) -> (n-1-row, n-1-column)
 *     quarter turn back           (row, column) -> (n-1-column, row)
 *     mirror left to right        (row, column) -> (row, n-1-column)
 *     mirror top to bottom        (row, column) -> (n-1-row, column)
 *     mirror in the \ diagonal    (row, column) -> (column, row)
 *     mirror in the / diagonal    (row, column) -> (n-1-column, n-1-row)
 *
 * The images of a placement under all symmetries form a class. One of them, the fundamental solution (counted by OEIS
 * A002562), stands for the class. Here it is the first in lexicographic order of columns, so solvers find it first.
 */
import type { Placement } from './placement.js';

/** A function that maps a placement to its image. Both have one queen in every row and every column. */
export type Symmetry = (placement: Placement) => Placement;

export const mirror: Symmetry = (placement) => placement.map((column) => placement.length - 1 - column);

/** Swaps rows and columns, which mirrors the board in the \ diagonal. */
export const transpose: Symmetry = (placement) => {
  const image = Array<number>(placement.length);
  placement.forEach((column, row) => {
    image[column] = row;
  });
  return image;
};

/** Rotates the board by a quarter turn clockwise: the left column, read upward, becomes the top row. */
export const quarterTurn: Symmetry = (placement) => mirror(transpose(placement));

export const halfTurn: Symmetry = (placement) => quarterTurn(quarterTurn(placement));

/** All eight symmetries: the four turns, starting with the identity, then the same turns of the mirror image. */
export const symmetries: readonly Symmetry[] = [
  (placement) => placement,
  quarterTurn,
  halfTurn,
  (placement) => quarterTurn(halfTurn(placement)),
  mirror,
  (placement) => quarterTurn(mirror(placement)),
  (placement) => halfTurn(mirror(placement)),
  (placement) => quarterTurn(halfTurn(mirror(placement))),
];

/** Returns the 1, 2, 4 or 8 distinct images of a placement under the symmetries. The placement itself comes first. */
export function orbit(placement: Placement): Placement[] {
  const images = new Map(symmetries.map((symmetry) => symmetry(placement)).map((image) => [image.join(), image]));
  return [...images.values()];
}

/** Returns the placement that stands for a placement's class. */
export function findFundamental(placement: Placement): Placement {
  return orbit(placement).reduce((first, image) => (comesBefore(image, first) ? image : first));
}

export function isFundamental(placement: Placement): boolean {
  return !symmetries.some((symmetry) => comesBefore(symmetry(placement), placement));
}

function comesBefore(a: Placement, b: Placement): boolean {
  const row = a.findIndex((column, i) => column !== b[i]);
  return row >= 0 && (a[row] ?? 0) < (b[row] ?? 0);
}
