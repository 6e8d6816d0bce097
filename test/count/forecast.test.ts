import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { calibrate, forecastLedger, forecastMemory, forecastSeconds, threadsAtOnce } from '../../src/count/forecast.js';
import { choosePlan } from '../../src/plan/choose-plan.js';
import { largestCost } from '../../src/plan/plan.js';
import { compileKernel } from '../../workers/compile-kernel.js';
import { makeKernel } from '../../workers/kernels.js';
import { ledgerText } from '../ledger/ledger-text.js';
import { PLAN_COSTS } from '../vectors/plan-costs.js';

/** How far a forecast may be off by its estimated costs; the plan for 16 queens is over before it matters. */
const WITHIN_FOR_FEW_THREADS = 1.15;
const WITHIN = 1.3;

/** A forecast multiplies a plan's cost by what this one takes: see `calibrate`. */
const SAMPLE = [17, 16] as const;

/** How many times as much a plan is estimated to cost as its subproblems took. */
function overestimate([n, threads, seconds]: (typeof PLAN_COSTS)[number]): number {
  return choosePlan(n, { algorithm: 'meet', threads }).cost / seconds;
}

describe('costs of meet', () => {
  const sample = PLAN_COSTS.find(([n, threads]) => n === SAMPLE[0] && threads === SAMPLE[1]);
  test.each(PLAN_COSTS)('are in proportion to measured times: n = %i, cut for %i threads: %d s', (...plan) => {
    const [n, threads] = plan;
    const off = overestimate(plan) / overestimate(sample ?? [NaN, NaN, NaN]);
    const most = n >= 17 && threads <= 2 ? WITHIN_FOR_FEW_THREADS : WITHIN;
    expect(off).toBeGreaterThan(1 / most);
    expect(off).toBeLessThan(most);
  });

  test('are near milliseconds, which decide whether threads are worth it', () => {
    for (const plan of PLAN_COSTS) {
      expect(overestimate(plan) / 1e3).toBeGreaterThan(1 / 2);
      expect(overestimate(plan) / 1e3).toBeLessThan(2);
    }
  });
});

describe('forecast', () => {
  test('divides work by threads, but is never less than the most expensive subproblem', () => {
    const plan = choosePlan(18, { threads: 2 });
    expect(forecastSeconds(plan, 2, 1)).toBeCloseTo(plan.cost / 2e3);
    expect(forecastSeconds(plan, 1000, 1)).toBeCloseTo(largestCost(plan) / 1e3);
  });

  test('counts on no more threads at a time than this machine has cores', () => {
    const threads = 1000;
    expect(threadsAtOnce(choosePlan(20, { threads }), { threads })).toBe(availableParallelism());
  });

  test('is 0 seconds for a plan without subproblems', () => {
    const plan = choosePlan(2);
    expect(forecastSeconds(plan, 1, 1)).toBe(0);
  });

  test('has memory for each thread, as much as a subproblem may take', () => {
    const plan = choosePlan(19, { threads: 4 });
    const [one, two] = [1, 2].map((threads) => forecastMemory(plan, { threads }));
    const each = Math.max(...plan.subproblems.map((subproblem) => ('memory' in subproblem ? subproblem.memory : 0)));
    expect(one?.thread).toBeGreaterThan(each);
    expect((two?.machine ?? 0) - (one?.machine ?? 0)).toBe(one?.thread);
  });

  test('is near the size of a checkpoint', () => {
    const plan = choosePlan(15, { algorithm: 'meet', threads: 1 });
    const kernel = makeKernel(compileKernel('meet', 'fast'));
    const text = ledgerText(plan, Array.from(plan.subproblems, kernel));
    expect(forecastLedger(plan) / text.length).toBeGreaterThan(0.8);
    expect(forecastLedger(plan) / text.length).toBeLessThan(1.25);
  });

  test.each([1, 2])('measures this machine on %i threads, for either algorithm', async (threads) => {
    for (const algorithm of ['bitmask', 'meet'] as const) {
      const slowdown = await calibrate(algorithm, { threads, kernel: 'fast' });
      expect(slowdown).toBeGreaterThan(0);
      expect(slowdown).toBeLessThan(1000);
    }
  });

  test('stops measuring when its signal is aborted', async () => {
    const machine = { threads: 2, kernel: 'fast' } as const;
    await expect(calibrate('meet', machine, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });
});
