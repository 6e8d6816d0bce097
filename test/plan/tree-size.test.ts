import { expect, test } from 'vitest';
import { estimatePlacements } from '../../src/plan/tree-size.js';

test('an estimate is exact if each row has only one free column', () => {
  expect(estimatePlacements(1, [], 1)).toBe(1);
  expect(estimatePlacements(4, [1], 10)).toBe(3); // after column 1 every row has one free column: 3, 0, 2
});

test('the estimate for a dead end is 1, not 0', () => {
  expect(estimatePlacements(4, [0, 2], 10)).toBe(1);
});
