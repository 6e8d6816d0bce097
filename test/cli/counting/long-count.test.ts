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

test('a count that would take more than a year because of --memory starts only with --force', async () => {
  const open = (megabytes: number) => LocalCountTask.open(26, { threads: 1, memory: megabytes * 2 ** 20 });
  const [much, little] = [await open(1024), await open(64)];
  expect(() => assertShortEnough(much, false)).not.toThrow();
  expect(() => assertShortEnough(little, false)).toThrow('counting 26 queens by meet would take about 2y');
});

test.each([1, 16, 21])('a count of %i queens needs no --force', async (n) => {
  const counting = await LocalCountTask.open(n, {});
  expect(() => assertShortEnough(counting, false)).not.toThrow();
});
