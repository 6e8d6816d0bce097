import { expect, test } from 'vitest';
import { roundNumbers } from '../../src/page/parts/axes.js';
import { ratePoints } from '../../src/page/runs/run-picture.js';

test.each([
  [0.00021, [0, 0.0001, 0.0002, 0.0003]],
  [1, [0, 0.5, 1]],
  [7.3, [0, 2, 4, 6, 8]],
  [412e6, [0, 2e8, 4e8, 6e8]],
])('the axis up to %d has round numbers, the last one not below it', (most, wanted) => {
  const found = roundNumbers(most);
  expect(found).toHaveLength(wanted.length);
  for (const [i, number] of found.entries()) expect(number).toBeCloseTo(wanted[i] ?? -1, 9);
});

test('a rate is drawn at the end of its interval', () => {
  expect(ratePoints({ interval: 5, rates: [7, 9] })).toEqual([
    [5, 7],
    [10, 9],
  ]);
});
