/** Which of the solutions are wanted: a filter on the stream of them, that keeps none. */
import type { Shown } from '../board/drawings.js';
import type { Placement } from '../board/placement.js';
import { classSize, isFundamental } from '../board/symmetry-class.js';

export interface Selection {
  /** Only the solutions that stand for their symmetry class, with the size of it. */
  readonly fundamental: boolean;
  /** How many to leave out at the beginning; applied after `fundamental`. */
  readonly skip: number;
  /** How many to take at most, after those left out; all if undefined. The search ends with the last one. */
  readonly limit?: number | undefined;
}

/** The selected solutions, numbered from 1 in the order of the whole selection: those left out count too. */
export function* select(
  solutions: Iterable<Placement>,
  { fundamental, skip, limit = Number.POSITIVE_INFINITY }: Selection,
): Generator<Shown, void, undefined> {
  let number = 0;
  for (const placement of solutions) {
    if (fundamental && !isFundamental(placement)) continue;
    number++;
    if (number <= skip) continue;
    yield { placement, number, ...(fundamental && { classSize: classSize(placement) }) };
    if (number >= skip + limit) return;
  }
}
