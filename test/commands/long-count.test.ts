import { expect, test } from 'vitest';
import { refuseLongCount } from '../../src/commands/long-count.js';
import { LocalCounting } from '../../src/count/local-counting.js';

test('a count that would take years starts only with --force', async () => {
  const counting = await LocalCounting.open(29, {});
  expect(() => refuseLongCount(counting, false)).toThrow(/^counting 29 queens by bitmask would take about .* years on/);
  expect(() => refuseLongCount(counting, true)).not.toThrow();
});

test.each([1, 16, 21])('a count of %i queens needs no --force', async (n) => {
  const counting = await LocalCounting.open(n, {});
  expect(() => refuseLongCount(counting, false)).not.toThrow();
});
