import { expect, it } from 'vitest';
import { newSearch, solutionsOf } from '../../src/textbook/search.js';
import { solvers } from '../../src/textbook/solvers.js';

it('brute force finds the 92 solutions of eight queens among C(64, 8) boards, in lexicographic order', () => {
  const search = newSearch();
  const found = [...solutionsOf(solvers.combinations.solve, 8, search)];
  expect(found).toEqual([...solutionsOf(solvers.bitmask.solve, 8)]);
  expect(found).toHaveLength(92);
  expect(search.nodes).toBe(4_426_165_368);
});
