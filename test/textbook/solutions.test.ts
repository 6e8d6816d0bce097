import { expect, test } from 'vitest';
import { solutions, UsageError } from '../../src/index.js';

test('gives every solution, in lexicographic order', () => {
  expect([...solutions(6)]).toEqual([
    [1, 3, 5, 0, 2, 4],
    [2, 5, 1, 4, 0, 3],
    [3, 0, 4, 1, 5, 2],
    [4, 2, 0, 5, 3, 1],
  ]);
  expect([...solutions(0)]).toEqual([[]]);
});

test('refuses a board that is too large', () => {
  expect(() => solutions(33)).toThrow(UsageError);
});
