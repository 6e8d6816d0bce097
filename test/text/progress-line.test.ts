import { describe, expect, test } from 'vitest';
import { howFar, type ProgressFigures, progressLine } from '../../src/text/progress-line.js';

const figures: ProgressFigures = {
  algorithm: 'meet',
  finished: 45,
  subproblems: 50_137,
  part: 0.437,
  secondsLeft: 89.2,
  workPerSecond: 412e6,
  threads: 2,
};

describe('a progress line', () => {
  test('has the elapsed time and the time left', () => {
    expect(progressLine(figures, 72.9)).toBe(
      ' 43% 45/50,137 subproblems, 412M pairs/s, 1m 12s, 1m 30s left, 2 threads',
    );
    expect(progressLine({ ...figures, secondsLeft: undefined }, 0.4)).toBe(
      ' 43% 45/50,137 subproblems, 412M pairs/s, 0s, time left unknown, 2 threads',
    );
  });

  test.each([
    [120, '██████░░░░░░░░░░  43% 45/50,137 subproblems, 412M pairs/s, 1m 12s, 1m 30s left, 2 threads'],
    [80, ' 43% 45/50,137 subproblems, 412M pairs/s, 1m 12s, 1m 30s left, 2 threads'],
    [70, ' 43% 45/50,137 subproblems, 412M pairs/s, 1m 12s, 1m 30s left'],
    [50, ' 43% 45/50,137 subproblems, 1m 12s, 1m 30s left'],
    [20, ' 43% 1m 30s left'],
    [5, '43%'],
  ])('fits into %d columns', (columns, line) => {
    expect(progressLine(figures, 72.9, columns)).toBe(line);
  });

  test('has a full bar at the end', () => {
    const line = progressLine({ ...figures, part: 1, secondsLeft: 0 }, 72.9, 120);
    expect(line).toContain(`${'█'.repeat(16)} 100%`);
    expect(line).toContain(', 0s left');
  });

  test('says how far a stopped run got', () => {
    expect(howFar(figures, 3)).toBe('45 of 50,137 subproblems counted (43 %) in 3s');
  });
});
