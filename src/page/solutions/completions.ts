/** Sets of solutions: those that complete a board, and those of a class. */

import { attacks, type Cell } from '../../board/attacked.js';
import type { Placement } from '../../board/placement.js';
import { orbit } from '../../board/symmetries.js';

/** Returns the solutions with queens on all of these cells. */
export function completions(all: readonly Placement[], queens: readonly Cell[]): readonly Placement[] {
  return all.filter((placement) => queens.every(([row, col]) => placement[row] === col));
}

/** Counts the solutions with a queen on each cell, row after row. */
export function countByCell(n: number, placements: readonly Placement[]): readonly number[] {
  const counts = Array<number>(n * n).fill(0);
  for (const placement of placements) {
    for (const [row, col] of placement.entries()) counts[row * n + col] = (counts[row * n + col] ?? 0) + 1;
  }
  return counts;
}

/** Returns whether a queen on this cell would attack one of those on the board. */
export function isAttacked(queens: readonly Cell[], cell: Cell): boolean {
  return queens.some((queen) => attacks(queen, cell));
}

/** A symmetry class of solutions. */
export interface SolutionClass {
  /** Number of solutions in the class. */
  readonly size: number;
  /** Its members among the wanted solutions, the first one in lexicographic order first. */
  readonly wanted: Placement[];
}

/** Sorts solutions by their classes. */
export function classesOf(placements: readonly Placement[]): readonly SolutionClass[] {
  const classes = new Map<string, SolutionClass>(); // by the name of every member
  for (const placement of placements) {
    if (!classes.has(String(placement))) {
      const images = orbit(placement);
      const one = { size: images.length, wanted: [] };
      for (const image of images) classes.set(String(image), one);
    }
    classes.get(String(placement))?.wanted.push(placement);
  }
  return [...new Set(classes.values())];
}
