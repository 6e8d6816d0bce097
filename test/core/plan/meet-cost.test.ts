import { expect, test } from 'vitest';
import { emptyBoard } from '../../../src/core/meet/smaller-boards.js';
import { workAmounts } from '../../../src/core/plan/meet-cost.js';
import { PLAN_COSTS } from '../../vectors/plan-costs.js';
import { choosePlan } from './plans.js';

/** Maximum error of an estimated cost, as a factor. Errors matter less for n = 16 and for plans for many threads. */
const WITHIN_FOR_FEW_THREADS = 1.15;
const WITHIN = 1.3;

/** The board size and the number of threads of the plan that `calibrate` measures. */
const SAMPLE = [17, 16] as const;

/** Divides the estimated cost of a plan by the measured seconds. */
function costPerSecond([n, threads, seconds]: (typeof PLAN_COSTS)[number]): number {
  return choosePlan(n, { algorithm: 'meet', threads }).cost / seconds;
}

const sample = PLAN_COSTS.find(([n, threads]) => n === SAMPLE[0] && threads === SAMPLE[1]);
test.each(PLAN_COSTS)('the cost for n = %i and %i threads is proportional to the measured time of %d s', (...plan) => {
  const [n, threads] = plan;
  const off = costPerSecond(plan) / costPerSecond(sample ?? [NaN, NaN, NaN]);
  const most = n >= 17 && threads <= 2 ? WITHIN_FOR_FEW_THREADS : WITHIN;
  expect(off).toBeGreaterThan(1 / most);
  expect(off).toBeLessThan(most);
});

test('costs are milliseconds, within a factor of two', () => {
  for (const plan of PLAN_COSTS) {
    expect(costPerSecond(plan) / 1e3).toBeGreaterThan(1 / 2);
    expect(costPerSecond(plan) / 1e3).toBeLessThan(2);
  }
});

test('the random walks of an estimate are the same on every machine', () => {
  const [ways, ...lists] = workAmounts(emptyBoard({ n: 21, rowsAbove: 9, bandRows: 3, lastRow: 9 }));
  expect([ways, ...lists.map(Math.round)]).toEqual([192.5, 7_979_084, 7_699_116, 2_105_511]);
});
