import { expect, test } from 'vitest';
import { solutions, UsageError } from '../../src/index.js';
import { allSolutions } from '../board/placements.js';

test.each([0, 6])('the library returns every solution of %i queens, in lexicographic order', (n) => {
  expect([...solutions(n)]).toEqual(allSolutions(n));
});

test('the library refuses a board that is too large', () => {
  expect(() => solutions(33)).toThrow(UsageError);
});
