import { expect, test } from 'vitest';
import { assertShortEnough } from '../../../src/cli/counting/long-count.js';
import { LocalCountTask } from '../../../src/node/count/local-count-task.js';

test('a count that would take years starts only with --force', async () => {
  const counting = await LocalCountTask.open(29, {});
  expect(() => assertShortEnough(counting, false)).toThrow(
    /^counting 29 queens by bitmask would take about .* years on/,
  );
  expect(() => assertShortEnough(counting, true)).not.toThrow();
});

test.each([1, 16, 21])('a count of %i queens needs no --force', async (n) => {
  const counting = await LocalCountTask.open(n, {});
  expect(() => assertShortEnough(counting, false)).not.toThrow();
});
