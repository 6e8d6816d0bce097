/**
 * Placements that turn into each other by turning and mirroring the board are one class, and one of them stands for
 * it: the fundamental solution (OEIS A002562 counts these). We take the one whose columns come first in lexicographic
 * order, so a solver meets it before the rest of its class, and needs no memory of the others to know it.
 */
import type { Placement } from './placement.js';
import { symmetries } from './symmetries.js';

/** The distinct images of a placement under the eight symmetries, itself first: 1, 2, 4 or 8 of them. */
export function orbit(placement: Placement): Placement[] {
  const images = new Map(symmetries.map((symmetry) => symmetry(placement)).map((image) => [image.join(), image]));
  return [...images.values()];
}

/** How many placements the class of this one holds. */
export function classSize(placement: Placement): number {
  return orbit(placement).length;
}

/** The placement that stands for the class. */
export function fundamental(placement: Placement): Placement {
  return orbit(placement).reduce((first, image) => (comesBefore(image, first) ? image : first));
}

/** Whether the placement itself stands for its class. */
export function isFundamental(placement: Placement): boolean {
  return !symmetries.some((symmetry) => comesBefore(symmetry(placement), placement));
}

function comesBefore(a: Placement, b: Placement): boolean {
  const row = a.findIndex((col, i) => col !== b[i]);
  return row >= 0 && (a[row] ?? 0) < (b[row] ?? 0);
}
