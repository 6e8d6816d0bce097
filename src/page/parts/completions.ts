/** Sets of solutions: the completions of a board, and the members of a class. */
import type { Cell } from '../../board/attacked.js';
import type { Placement } from '../../board/placement.js';
import { orbit } from '../../board/symmetries.js';

/** Returns the solutions with queens on all of these cells. */
export function completions(all: readonly Placement[], queens: readonly Cell[]): readonly Placement[] {
  return all.filter((placement) => queens.every(({ row, column }) => placement[row] === column));
}

/** Returns the first of these solutions in each symmetry class, with the number of solutions in the class. */
export function classesOf(placements: readonly Placement[]): readonly { first: Placement; size: number }[] {
  const seen = new Set<string>(); // the columns of each member
  return placements.flatMap((first) => {
    if (seen.has(String(first))) return [];
    const images = orbit(first);
    for (const image of images) seen.add(String(image));
    return [{ first, size: images.length }];
  });
}
