/** Sets of solutions: the completions of a board, and the members of a class. */
import { attacks, type Cell } from '../../board/attacked.js';
import type { Placement } from '../../board/placement.js';
import { orbit } from '../../board/symmetries.js';

/** Returns the solutions with queens on all of these cells. */
export function completions(all: readonly Placement[], queens: readonly Cell[]): readonly Placement[] {
  return all.filter((placement) => queens.every(({ row, column }) => placement[row] === column));
}

/** Returns the number of solutions with a queen on each cell, row by row. */
export function countByCell(n: number, placements: readonly Placement[]): readonly number[] {
  const counts = Array<number>(n * n).fill(0);
  for (const placement of placements) {
    for (const [row, column] of placement.entries()) counts[row * n + column] = (counts[row * n + column] ?? 0) + 1;
  }
  return counts;
}

/** Returns whether any of the queens attacks the cell. */
export function isAttacked(queens: readonly Cell[], cell: Cell): boolean {
  return queens.some((queen) => attacks(queen, cell));
}

/** A symmetry class of solutions. */
export interface SolutionClass {
  /** Number of solutions in the class. */
  readonly size: number;
  /** The given solutions that belong to the class, in the given order. */
  readonly wanted: Placement[];
}

/** Groups solutions by class. */
export function classesOf(placements: readonly Placement[]): readonly SolutionClass[] {
  const classes = new Map<string, SolutionClass>(); // by the columns of each member
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
