import { describe, expect, test } from 'vitest';
import { busyThreads, calibrate, forecastMemory, forecastSeconds } from '../../src/count/forecast.js';
import { choosePlan } from '../../src/plan/choose-plan.js';
import { largestCost } from '../../src/plan/plan.js';

/** Seconds of one thread of a 2.4 GHz server; from n = 20 extrapolated from a random sample of subproblems. 2026-11-21.
 *  n = 19, 21 and 23 were timed on a quieter machine and are scaled by the times of other boards. */
const MEASURED: readonly [n: number, threads: number, seconds: number][] = [
  [14, 1, 0.009],
  [15, 1, 0.018],
  [16, 1, 0.106],
  [16, 8, 0.177],
  [16, 64, 0.304],
  [17, 1, 0.379],
  [17, 8, 0.494],
  [17, 64, 0.619],
  [18, 1, 3.35],
  [18, 64, 3.71],
  [19, 1, 16.2],
  [19, 64, 18.4],
  [20, 1, 151],
  [21, 1, 870],
  [23, 1, 62_800],
];

describe('costs of meet are microseconds', () => {
  test.each(MEASURED)('n = %i, cut for %i threads: %d s', (n, threads, seconds) => {
    const estimated = choosePlan(n, { algorithm: 'meet', threads }).cost / 1e6;
    expect(estimated / seconds).toBeGreaterThan(0.83);
    expect(estimated / seconds).toBeLessThan(1.2);
  });
});

describe('forecast', () => {
  test('work over threads, but never less than the most expensive subproblem', () => {
    const plan = choosePlan(18, { threads: 2 });
    expect(forecastSeconds(plan, 2, 1e-6)).toBeCloseTo(plan.cost / 2e6);
    expect(forecastSeconds(plan, 1000, 1e-6)).toBeCloseTo(largestCost(plan) / 1e6);
  });

  test('a small board keeps one thread busy, a large one all', () => {
    expect([8, 13, 15].map((n) => busyThreads(choosePlan(n, { threads: 4 }), 4))).toEqual([1, 1, 1]);
    expect([16, 17, 20].map((n) => busyThreads(choosePlan(n, { threads: 4 }), 4))).toEqual([4, 4, 4]);
  });

  test('memory grows with the threads, each with the most that a subproblem may take', () => {
    const plan = choosePlan(19, { threads: 4 });
    const [one, two, four] = [1, 2, 4].map((threads) => forecastMemory(plan, threads));
    const each = Math.max(
      ...[...plan.subproblems].map((subproblem) => ('memory' in subproblem ? subproblem.memory : 0)),
    );
    expect((two ?? 0) - (one ?? 0)).toBeGreaterThan(each);
    expect((four ?? 0) - (two ?? 0)).toBe(2 * ((two ?? 0) - (one ?? 0)));
  });

  test.each([1, 2])('measures this machine on %i threads, for either algorithm', async (threads) => {
    for (const algorithm of ['bitmask', 'meet'] as const) {
      const secondsPerCost = await calibrate(algorithm, { threads, kernel: 'fast' });
      expect(secondsPerCost).toBeGreaterThan(0);
      expect(secondsPerCost).toBeLessThan(1e-3); // per queen placed, or per microsecond of a server of 2026
    }
  });

  test('stops measuring when its signal says so', async () => {
    const machine = { threads: 2, kernel: 'fast' } as const;
    await expect(calibrate('meet', machine, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });
});
