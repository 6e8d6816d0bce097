/**
 * The eight symmetries of the square, as they move the queens of a placement. Each maps solutions to solutions.
 *
 *     identity                    (row, col) -> (row, col)
 *     quarter turn clockwise      (row, col) -> (col, n-1-row)
 *     half turn                   (row, col) -> (n-1-row, n-1-col)
 *     quarter turn back           (row, col) -> (n-1-col, row)
 *     mirror left to right        (row, col) -> (row, n-1-col)
 *     mirror top to bottom        (row, col) -> (n-1-row, col)
 *     mirror at the \ diagonal    (row, col) -> (col, row)
 *     mirror at the / diagonal    (row, col) -> (n-1-col, n-1-row)
 */
import type { Placement } from './placement.js';

/** Takes a placement with one queen in every row and every column (0-based) to another such placement. */
export type Symmetry = (placement: Placement) => Placement;

/** Left and right exchanged. */
export const mirror: Symmetry = (placement) => placement.map((col) => placement.length - 1 - col);

/** Rows and columns exchanged: the mirror image at the \ diagonal. */
export const transpose: Symmetry = (placement) => {
  const image = Array<number>(placement.length);
  placement.forEach((col, row) => {
    image[col] = row;
  });
  return image;
};

/** A quarter turn clockwise: what was the left column, read upwards, becomes the top row. */
export const quarterTurn: Symmetry = (placement) => mirror(transpose(placement));

/** Twice a quarter turn. */
export const halfTurn: Symmetry = (placement) => quarterTurn(quarterTurn(placement));

/** All eight, the identity first: the four turns, and the four turns of the mirror image. */
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
