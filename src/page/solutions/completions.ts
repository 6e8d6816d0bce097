/** Sets of solutions: those that complete a board, and those of a class. */

import { attacks, type Cell } from '../../board/attacked.js';
import type { Placement } from '../../board/placement.js';
import { isFundamental, orbit } from '../../board/symmetries.js';
import { solutions } from '../../textbook/bitmask.js';

/** Returns all solutions, in lexicographic order; 14,200 of them for the largest board of this view. */
export function allSolutions(n: number): readonly Placement[] {
  return [...solutions(n)];
}

/** Returns the solutions with queens on all of these cells. */
export function completions(all: readonly Placement[], queens: readonly Cell[]): readonly Placement[] {
  return all.filter((placement) => queens.every(([row, col]) => placement[row] === col));
}

/** How many of these solutions have a queen on each cell, row after row. */
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

/** Solutions that turn and mirror into each other. */
export interface SolutionClass {
  /** The one that stands for them. */
  readonly fundamental: Placement;
  readonly members: readonly Placement[];
}

/** Returns the classes of all solutions of an n. */
export function classesOf(all: readonly Placement[]): readonly SolutionClass[] {
  return all.filter(isFundamental).map((fundamental) => ({ fundamental, members: orbit(fundamental) }));
}

/** A class with its wanted members. */
export interface PartlyWanted extends SolutionClass {
  readonly wanted: readonly Placement[];
}

/** Returns the classes that have members among these solutions, with these members. */
export function classesAmong(
  classes: readonly SolutionClass[],
  placements: readonly Placement[],
): readonly PartlyWanted[] {
  const names = new Set(placements.map(String));
  return classes
    .map((one) => ({ ...one, wanted: one.members.filter((member) => names.has(String(member))) }))
    .filter(({ wanted }) => wanted.length > 0);
}
