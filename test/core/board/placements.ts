import fc from 'fast-check';
import type { Placement } from '../../../src/core/board/placement.js';
import { solutionsOf } from '../../../src/core/textbook/search.js';
import { solvers } from '../../../src/core/textbook/solvers.js';

/** Returns all solutions of n queens. */
export function allSolutions(n: number): Placement[] {
  return [...solutionsOf(solvers.bitmask.solve, n)];
}

/** Generates placements of up to 12 queens, one in each row and column. Queens may attack each other. */
export const permutationPlacement: fc.Arbitrary<Placement> = fc
  .integer({ min: 0, max: 12 })
  .chain((n) => fc.shuffledSubarray([...Array(n).keys()], { minLength: n }));
