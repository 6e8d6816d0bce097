import { describe, expect, test } from 'vitest';
import { calibrate, forecastLedger, forecastMemory, forecastSeconds } from '../../src/count/forecast.js';
import { choosePlan } from '../../src/plan/choose-plan.js';
import { largestCost } from '../../src/plan/plan.js';
import { compileKernel } from '../../workers/compile-kernel.js';
import { makeKernel } from '../../workers/kernels.js';
import { ledgerText } from '../ledger/ledger-text.js';

/**
 * CPU seconds of one thread, warm, of two busy cores; from n = 19 on in a fresh process, for n = 21 from a sample.
 * 2026-11-22, with the wide variant.
 */
const MEASURED: readonly [n: number, threads: number, seconds: number][] = [
  [14, 1, 0.009],
  [15, 1, 0.021],
  [16, 1, 0.105],
  [16, 8, 0.132],
  [17, 1, 0.313],
  [17, 8, 0.406],
  [16, 64, 0.251],
  [17, 64, 0.609],
  [18, 1, 2.5],
  [18, 64, 4.38],
  [19, 1, 18],
  [20, 1, 140],
  [21, 1, 750],
];

describe('costs of meet are microseconds, more or less', () => {
  test.each(MEASURED)('n = %i, cut for %i threads: %d s', (n, threads, seconds) => {
    const estimated = choosePlan(n, { algorithm: 'meet', threads }).cost / 1e6;
    expect(estimated / seconds).toBeGreaterThan(1 / 1.75);
    expect(estimated / seconds).toBeLessThan(1.75);
  });
});

describe('forecast', () => {
  test('work over threads, but never less than the most expensive subproblem', () => {
    const plan = choosePlan(18, { threads: 2 });
    expect(forecastSeconds(plan, { threads: 2 }, 1e-6)).toBeCloseTo(plan.cost / 2e6);
    expect(forecastSeconds(plan, { threads: 1000 }, 1e-6)).toBeCloseTo(largestCost(plan) / 1e6);
  });

  test('memory grows with the threads, each with the most that a subproblem may take', () => {
    const plan = choosePlan(19, { threads: 4 });
    const [one, two, four] = [1, 2, 4].map((threads) => forecastMemory(plan, { threads }));
    const each = Math.max(
      ...[...plan.subproblems].map((subproblem) => ('memory' in subproblem ? subproblem.memory : 0)),
    );
    expect(one?.thread).toBeGreaterThan(each);
    expect((two?.machine ?? 0) - (one?.machine ?? 0)).toBe(one?.thread);
    expect((four?.machine ?? 0) - (two?.machine ?? 0)).toBe(2 * (one?.thread ?? 0));
  });

  test('a checkpoint is about as large as forecast', () => {
    const plan = choosePlan(15, { algorithm: 'meet', threads: 1 });
    const kernel = makeKernel(compileKernel('meet', 'fast'));
    const text = ledgerText(plan, Array.from(plan.subproblems, kernel));
    expect(forecastLedger(plan) / text.length).toBeGreaterThan(0.8);
    expect(forecastLedger(plan) / text.length).toBeLessThan(1.25);
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
