import { describe, expect, test } from 'vitest';
import {
  describeProgress,
  formatPercent,
  formatProgress,
  formatTimeLeft,
  type Progress,
} from '../../../src/core/runs/progress.js';

const stats: Progress = {
  n: 18,
  algorithm: 'meet',
  finished: 45,
  subproblems: 50_137,
  fraction: 0.437,
  isBehind: false,
  isAssumed: false,
  seconds: 72.9,
  secondsLeft: 89.2,
  workPerSecond: 412e6,
  threads: 2,
};

describe('a progress line', () => {
  const all = '1m 30s left, 1m 12s gone, 45/50,137 subproblems, 412M pairs/s, 2 threads';

  test('has the board size, the time left and the elapsed time', () => {
    expect(formatProgress(stats)).toBe(`18 queens: 43%, ${all}`);
    expect(formatProgress({ ...stats, seconds: 0.4, secondsLeft: undefined, workPerSecond: undefined })).toBe(
      '18 queens: 43%, time left unknown, 0s gone, 45/50,137 subproblems, 2 threads',
    );
  });

  test.each([
    [120, `18 queens: [####......] 43%, ${all}`],
    [90, `18 queens: 43%, ${all}`],
    [70, '18 queens: 43%, 1m 30s left, 1m 12s gone, 45/50,137 subproblems'],
    [50, '18 queens: 43%, 1m 30s left, 1m 12s gone'],
    [20, '43%, 1m 30s left'],
    [5, '43%'],
  ])('fits %d columns', (columns, line) => {
    expect(formatProgress(stats, columns)).toBe(line);
  });

  test('has no bar before the first rate if the rate would not fit beside the bar', () => {
    const line = formatProgress({ ...stats, workPerSecond: undefined }, 90);
    expect(line).toBe(`18 queens: 43%, ${all.replace(' 412M pairs/s,', '')}`);
  });

  test('says where its statistics are only bounds', () => {
    const line = formatProgress({ ...stats, isBehind: true }, 70);
    expect(line).toBe('18 queens: at most 44%, at least 1m 29s left, 1m 12s gone');
  });

  test('says before the first result that the time left comes from the plan', () => {
    const line = formatProgress({ ...stats, isAssumed: true }, 70);
    expect(line).toBe('18 queens: 43%, 1m 30s left by the plan, 1m 12s gone');
  });

  test('never says that at least no time is left, or that at most everything is finished', () => {
    expect(formatTimeLeft({ secondsLeft: 0.2, isBehind: true, isAssumed: false })).toBe('at least 1s');
    expect(formatPercent({ fraction: 0.995, isBehind: true })).toBe('at most 99');
  });

  test('of a run without threads and results has no rate, and no time left', () => {
    const nothing = { ...stats, finished: 0, fraction: 0, seconds: 0, threads: 0 };
    const line = formatProgress({ ...nothing, secondsLeft: undefined, workPerSecond: undefined }, 120);
    expect(line).toBe('18 queens: [..........] 0%, time left unknown, 0s gone, 0/50,137 subproblems, 0 threads');
  });

  test('has a full bar at the end', () => {
    const line = formatProgress({ ...stats, fraction: 1, secondsLeft: 0 }, 120);
    expect(line).toContain(`[${'#'.repeat(10)}] 100%, 0s left`);
  });

  test('has a short form for a stopped run', () => {
    expect(describeProgress({ ...stats, seconds: 3 })).toBe('45 of 50,137 subproblems counted in 3s');
  });
});
