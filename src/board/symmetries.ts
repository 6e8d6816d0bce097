/**
 * The eight symmetries of the square, applied to placements. Each maps solutions to solutions.
 *
 *     identity                    (row, col) -> (row, col)
 *     quarter turn clockwise      (row, col) -> (col, n-1-row)
 *     half turn                   (row, col) -> (n-1-row, n-1-col)
 *     quarter turn back           (row, col) -> (n-1-col, row)
 *     mirror left to right        (row, col) -> (row, n-1-col)
 *     mirror top to bottom        (row, col) -> (n-1-row, col)
 *     mirror at the \ diagonal    (row, col) -> (col, row)
 *     mirror at the / diagonal    (row, col) -> (n-1-col, n-1-row)
 *
 * The images of a placement under all symmetries are a class. One placement stands for its class: the fundamental solution
 * (OEIS A002562 counts these). Here it is the first one in lexicographic order of columns, so a solver finds it before the
 * rest of its class.
 */
import type { Placement } from './placement.js';

/** A map of placements with one queen in every row and every column (0-based) to such placements. */
export type Symmetry = (placement: Placement) => Placement;

/** Exchanges left and right. */
export const mirror: Symmetry = (placement) => placement.map((col) => placement.length - 1 - col);

/** Exchanges rows and columns: the mirror image at the \ diagonal. */
export const transpose: Symmetry = (placement) => {
  const image = Array<number>(placement.length);
  placement.forEach((col, row) => {
    image[col] = row;
  });
  return image;
};

/** Turns the board clockwise by a quarter: the left column, read upwards, becomes the top row. */
export const quarterTurn: Symmetry = (placement) => mirror(transpose(placement));

/** Turns the board by a half. */
export const halfTurn: Symmetry = (placement) => quarterTurn(quarterTurn(placement));

/** All eight symmetries, the identity first: the four turns, and the four turns of the mirror image. */
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

/** Returns the distinct images of a placement under the eight symmetries, itself first: 1, 2, 4 or 8 of them. */
export function orbit(placement: Placement): Placement[] {
  const images = new Map(symmetries.map((symmetry) => symmetry(placement)).map((image) => [image.join(), image]));
  return [...images.values()];
}

/** Returns the number of placements in the class. */
export function classSize(placement: Placement): number {
  return orbit(placement).length;
}

/** Returns the placement that stands for the class. */
export function fundamental(placement: Placement): Placement {
  return orbit(placement).reduce((first, image) => (comesBefore(image, first) ? image : first));
}

/** Returns whether the placement stands for its class. */
export function isFundamental(placement: Placement): boolean {
  return !symmetries.some((symmetry) => comesBefore(symmetry(placement), placement));
}

function comesBefore(a: Placement, b: Placement): boolean {
  const row = a.findIndex((col, i) => col !== b[i]);
  return row >= 0 && (a[row] ?? 0) < (b[row] ?? 0);
}
