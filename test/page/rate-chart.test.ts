import { expect, test } from 'vitest';
import { roundNumbers } from '../../src/page/runs/rate-chart.js';

test.each([
  [0.00021, [0, 0.0001, 0.0002, 0.0003]],
  [1, [0, 0.5, 1]],
  [7.3, [0, 2, 4, 6, 8]],
  [412e6, [0, 2e8, 4e8, 6e8]],
])('an axis for values up to %d has round numbers, and ends at or above this value', (most, wanted) => {
  const found = roundNumbers(most);
  expect(found).toHaveLength(wanted.length);
  for (const [i, number] of found.entries()) expect(number).toBeCloseTo(wanted[i] ?? -1, 9);
});
