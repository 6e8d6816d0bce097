import fc from 'fast-check';
import type { Placement } from '../../src/board/placement.js';
import { solutionsOf } from '../../src/textbook/search.js';
import { solvers } from '../../src/textbook/solvers.js';

/** All solutions of n queens. */
export function allSolutions(n: number): Placement[] {
  return [...solutionsOf(solvers.bitmask.solve, n)];
}

/** Any placement with one queen in every row and every column, peaceful or not. */
export const permutationPlacement: fc.Arbitrary<Placement> = fc
  .integer({ min: 0, max: 12 })
  .chain((n) => fc.shuffledSubarray([...Array(n).keys()], { minLength: n }));
