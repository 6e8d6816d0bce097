import { expect, test } from 'vitest';
import { benchmarkBoards, measureBoard, median } from '../../src/count/benchmark.js';

const signal = new AbortController().signal;

test('benchmarkBoards returns the board sizes to measure, up to n', () => {
  expect(benchmarkBoards(16)).toEqual([12, 14, 15, 16]);
  expect(benchmarkBoards(3)).toEqual([1, 2, 3]);
});

test('measureBoard returns the count and a median time for each way of counting', async () => {
  const { n, count, times } = await measureBoard(11, 2, signal);
  expect({ n, count }).toEqual({ n: 11, count: 2680n });
  expect(times.map(({ way, threads }) => [way, threads])).toEqual([
    ['kernel', 1],
    ['count', 1],
    ['count', 2],
  ]);
  for (const { seconds } of times) expect(seconds).toBeGreaterThan(0);
});

test('measureBoard stops when its signal is aborted', async () => {
  const stopped = AbortSignal.abort(new Error('enough'));
  await expect(measureBoard(11, 1, stopped)).rejects.toThrow('enough');
});

test('median returns the middle value', () => {
  expect(median([9, 1, 2])).toBe(2);
  expect(median([5])).toBe(5);
});
