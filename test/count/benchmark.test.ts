import { expect, test } from 'vitest';
import { benchmarkBoards, measureBoard, median } from '../../src/count/benchmark.js';

const signal = new AbortController().signal;

test('boards up to n, none of them empty', () => {
  expect(benchmarkBoards(16)).toEqual([12, 14, 15, 16]);
  expect(benchmarkBoards(3)).toEqual([1, 2, 3]);
});

test('a median for each way, and the count they agree on', async () => {
  const { n, count, seconds } = await measureBoard(11, ['kernel', 1, 2], signal);
  expect({ n, count }).toEqual({ n: 11, count: 2680n });
  expect(seconds).toHaveLength(3);
  for (const time of seconds) expect(time).toBeGreaterThan(0);
});

test('stops when its signal says so', async () => {
  await expect(measureBoard(11, [1], AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
});

test('the median is the middle one', () => {
  expect(median([9, 1, 2])).toBe(2);
  expect(median([5])).toBe(5);
});
