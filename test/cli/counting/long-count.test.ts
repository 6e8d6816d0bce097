import { expect, test } from 'vitest';
import { refuseLongCount } from '../../../src/cli/counting/long-count.js';
import { LocalCountTask } from '../../../src/node/count/local-count-task.js';

test('a count that would take years starts only with --force', async () => {
  const counting = await LocalCountTask.open(29, {});
  expect(() => refuseLongCount(counting, false)).toThrow(/^counting 29 queens by bitmask would take about .* years on/);
  expect(() => refuseLongCount(counting, true)).not.toThrow();
});

test.each([1, 16, 21])('a count of %i queens needs no --force', async (n) => {
  const counting = await LocalCountTask.open(n, {});
  expect(() => refuseLongCount(counting, false)).not.toThrow();
});
