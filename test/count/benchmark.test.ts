import { expect, test } from 'vitest';
import { benchmarkBoards, measureBoard, median } from '../../src/count/benchmark.js';

const signal = new AbortController().signal;

test('benchmarkBoards chooses boards up to n, from 1', () => {
  expect(benchmarkBoards(16)).toEqual([12, 14, 15, 16]);
  expect(benchmarkBoards(3)).toEqual([1, 2, 3]);
});

test('measureBoard returns a median for each way, and the count', async () => {
  const { n, count, seconds } = await measureBoard(11, ['kernel', 1, 2], signal);
  expect({ n, count }).toEqual({ n: 11, count: 2680n });
  expect(seconds).toHaveLength(3);
  for (const time of seconds) expect(time).toBeGreaterThan(0);
});

test('measureBoard stops when its signal is aborted', async () => {
  const stopped = AbortSignal.abort(new Error('enough'));
  for (const way of ['kernel', 1] as const) await expect(measureBoard(11, [way], stopped)).rejects.toThrow('enough');
});

test('median returns the middle value', () => {
  expect(median([9, 1, 2])).toBe(2);
  expect(median([5])).toBe(5);
});
