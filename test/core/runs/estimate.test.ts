import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createShare } from '../../../src/core/plan/plan.js';
import {
  estimateProgress,
  estimateThreadSeconds,
  forecastSeconds,
  measureRates,
} from '../../../src/core/runs/estimate.js';
import { choosePlan } from '../plan/plans.js';

/** A run of ten subproblems with the cost 100 each, of which two are finished. A thread counts 10 a second. */
const run = {
  cost: 1000,
  subproblems: 10,
  finishedCost: 200,
  finished: 2,
  rate: { speed: 10, workPerSecond: 500 },
  threads: 2,
};
const unmeasured = { speed: undefined, workPerSecond: undefined };

/** Estimates the run while its threads have counted two subproblems for these seconds. */
function estimateAfter(...seconds: readonly number[]) {
  return estimateProgress({ ...run, running: seconds.map((passed) => ({ cost: 100, seconds: passed })) });
}

describe('the estimate between two ends of subproblems', () => {
  test('counts running subproblems by their elapsed time', () => {
    const left = { secondsLeft: 36, isBehind: false, isAssumed: false };
    const stats = { ...left, fraction: 0.28, workPerSecond: 1000, threads: 2 };
    expect(estimateAfter(3, 5)).toEqual(stats);
  });

  test('is a bound while all running subproblems take longer than estimated, which shows a slower thread', () => {
    expect(estimateAfter(12, 5).isBehind).toBe(false);
    const [late, later] = [estimateAfter(12, 12), estimateAfter(60, 60)];
    expect([late.isBehind, later.isBehind]).toEqual([true, true]);
    expect(later.fraction).toBe(late.fraction);
    expect(late.fraction).toBeLessThan(0.4);
    expect(later.secondsLeft).toBeGreaterThan(2 * (late.secondsLeft ?? 0));
  });

  test('does not jump when a subproblem becomes overdue', () => {
    expect(estimateAfter(9.501, 9.501).secondsLeft).toBeCloseTo(estimateAfter(9.499, 9.499).secondsLeft ?? 0, 1);
  });

  test('is that of the reference machine, and has no rate, if the speed is unknown', () => {
    const unknown = { ...run, rate: unmeasured, running: [{ cost: 100, seconds: 0.02 }] };
    const estimated = { isAssumed: true, secondsLeft: 0.39, workPerSecond: undefined };
    expect(estimateProgress(unknown)).toMatchObject({ ...estimated, fraction: 0.22, isBehind: false, threads: 2 });
  });

  test('takes the speed of each thread, where it is known, and a hung thread does not stop the others', () => {
    const running = [
      { cost: 100, seconds: 1, speed: 30 },
      { cost: 100, seconds: 1e9, speed: 10 },
    ];
    const { secondsLeft, isBehind } = estimateProgress({ ...run, running });
    expect(secondsLeft).toBeGreaterThan(1e6); // the hung subproblem itself
    expect(isBehind).toBe(false);
    expect(estimateProgress({ ...run, running: running.slice(0, 1) }).secondsLeft).toBeCloseTo(770 / 40);
  });

  test('counts only as many threads as there are subproblems left', () => {
    const last = { ...run, finished: 9, finishedCost: 900, running: [] };
    expect(estimateProgress(last)).toMatchObject({ threads: 1, workPerSecond: 500, secondsLeft: expect.closeTo(10) });
  });

  test('has no time left and no rate if no thread is counting, and 0 seconds at the end', () => {
    const stopped = { ...run, threads: 0, running: [] };
    const { secondsLeft, workPerSecond, ...stats } = estimateProgress(stopped);
    expect([secondsLeft, workPerSecond]).toEqual([undefined, undefined]);
    expect(stats).toEqual({ fraction: 0.2, isBehind: false, isAssumed: false, threads: 0 });
    expect(estimateProgress({ ...stopped, finished: 10 })).toMatchObject({ fraction: 1, secondsLeft: 0 });
  });

  test('does not fall below the fraction that was shown, and is then a bound', () => {
    const after = { ...run, running: [], shown: 0.5 };
    expect(estimateProgress(after)).toMatchObject({ fraction: 0.5, isBehind: true });
    expect(estimateProgress({ ...after, shown: 0.205 })).toMatchObject({ fraction: 0.205, isBehind: false });
  });

  test('consists of finite numbers, whatever is finished, left, running or unknown', () => {
    const amount = fc.constantFrom(0, 1e-9, 1, 1e6);
    const timed = fc.record({ cost: amount, seconds: amount });
    const input = fc.record({
      cost: amount,
      subproblems: fc.constantFrom(0, 1, 5),
      finishedCost: amount,
      finished: fc.constantFrom(0, 1, 5),
      running: fc.array(timed, { maxLength: 3 }),
      rate: fc.record({
        speed: fc.constantFrom(undefined, 1e-9, 1e6),
        workPerSecond: fc.constantFrom(undefined, 0, 1e9),
      }),
      threads: fc.constantFrom(0, 1, 8),
      shown: fc.constantFrom(0, 0.5, 1),
    });
    fc.assert(
      fc.property(input, (known) => {
        const { isBehind, isAssumed, ...numbers } = estimateProgress(known);
        for (const number of Object.values(numbers)) expect(number ?? 0).toSatisfy(Number.isFinite);
        expect(numbers.fraction).toBeGreaterThanOrEqual(0);
        expect(numbers.fraction).toBeLessThanOrEqual(1);
      }),
    );
  });
});

test('the thread time that is left is unknown before the first result', () => {
  expect(estimateThreadSeconds(0, 0)).toBeUndefined();
  expect(estimateThreadSeconds(0.25, 10)).toBe(30);
  expect(estimateThreadSeconds(1, 10)).toBe(0);
});

test('a forecast is never shorter than the time of the most expensive subproblem', () => {
  const plan = choosePlan(16, { algorithm: 'bitmask', threads: 2 });
  expect(forecastSeconds(plan, 2, 3)).toBeCloseTo((3 * plan.cost) / 2000);
  const costs = plan.subproblems.map(({ cost }) => cost);
  expect(forecastSeconds(plan, 1000, 3)).toBeCloseTo((3 * Math.max(...costs)) / 1000);
  expect(forecastSeconds(createShare(plan, []), 2, 3)).toBe(0);
});

test('each worker has the rate of its own results', () => {
  const result = { work: 1, milliseconds: 1000, cost: 10 };
  const { all, byWorker } = measureRates([
    { ...result, worker: 1, ended: 1000 },
    { ...result, worker: 2, ended: 1000, cost: 30 },
  ]);
  expect([all.speed, byWorker.get(1)?.speed, byWorker.get(2)?.speed]).toEqual([20, 10, 30]);
});
