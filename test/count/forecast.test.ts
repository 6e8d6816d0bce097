import { expect, test } from 'vitest';
import { forecastLedger, forecastMemory, forecastSeconds, threadsAtOnce } from '../../src/count/forecast.js';
import { LocalCounting } from '../../src/count/local-counting.js';
import { cores } from '../../src/executors/machine.js';
import { Results } from '../../src/ledger/results.js';
import { choosePlan } from '../../src/plan/choose-plan.js';
import { largestCost, type Plan } from '../../src/plan/plan.js';
import type { KernelKind } from '../../src/plan/subproblem.js';
import { Run } from '../../src/runs/run.js';
import { compileKernel } from '../../workers/compile-kernel.js';
import { makeKernel } from '../../workers/kernels.js';
import { ledgerText } from '../ledger/ledger-text.js';
import { PLAN_COSTS } from '../vectors/plan-costs.js';

/** Maximum error of an estimated cost, as a factor. Errors matter less for n = 16 and for plans for many threads. */
const WITHIN_FOR_FEW_THREADS = 1.15;
const WITHIN = 1.3;

/** The board size and the number of threads of the plan that `calibrate` measures. */
const SAMPLE = [17, 16] as const;

/** Divides the estimated cost of a plan by the measured seconds. */
function costPerSecond([n, threads, seconds]: (typeof PLAN_COSTS)[number]): number {
  return choosePlan(n, { algorithm: 'meet', threads }).cost / seconds;
}

/** Makes a count of a plan. */
function countingOf(plan: Plan, threads: number, kernel: KernelKind = 'fast'): LocalCounting {
  return new LocalCounting({ plan, run: new Run(plan, new Results(plan)), machine: { threads }, kernel });
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

test('a forecast is the cost divided by the threads, but at least the cost of the most expensive subproblem', () => {
  const plan = choosePlan(18, { threads: 2 });
  expect(forecastSeconds(plan, 2, 1)).toBeCloseTo(plan.cost / 2e3);
  expect(forecastSeconds(plan, 1000, 1)).toBeCloseTo(largestCost(plan) / 1e3);
});

test('a forecast uses no more threads than this machine has cores', () => {
  expect(threadsAtOnce({ threads: 1000 })).toBe(cores());
  expect(threadsAtOnce({ threads: 0 })).toBe(1);
});

test('a plan without subproblems takes 0 seconds', () => {
  expect(forecastSeconds(choosePlan(2), 1, 1)).toBe(0);
});

test('a thread needs more memory than the limit of its kernel', () => {
  const [one, two] = [1, 2].map((threads) => countingOf(choosePlan(19, { threads: 4 }), threads)).map(forecastMemory);
  expect(one?.thread).toBeGreaterThan(2 ** 30);
  expect((two?.machine ?? 0) - (one?.machine ?? 0)).toBe(one?.thread);
});

test('the readable kernel needs more memory, and uses all threads for a short count', () => {
  const plan = choosePlan(17, { threads: 2, threadsAreDefault: true });
  const [fast, readable] = (['fast', 'readable'] as const).map((kernel) => forecastMemory(countingOf(plan, 2, kernel)));
  expect(readable?.thread).toBeGreaterThan(10 * (fast?.thread ?? Number.NaN));
  expect(countingOf(choosePlan(10), 2, 'readable').threads).toBe(2);
});

test('the forecast size of a checkpoint is close to its real size', () => {
  const plan = choosePlan(15, { algorithm: 'meet', threads: 1 });
  const kernel = makeKernel(compileKernel('meet', 'fast'));
  const text = ledgerText(plan, Array.from(plan.subproblems, kernel));
  expect(forecastLedger(plan) / text.length).toBeGreaterThan(0.8);
  expect(forecastLedger(plan) / text.length).toBeLessThan(1.25);
});
