import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ProgressAccount } from '../../src/count/progress.js';
import { choosePlan } from '../../src/plan/choose-plan.js';
import { mostExpensiveFirst } from '../../src/plan/plan.js';

const plan = choosePlan(16, { algorithm: 'bitmask', threads: 2 });
const inOrder = [...mostExpensiveFirst(plan.subproblems)];

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/**
 * Counts on two threads in made-up time: a unit of cost takes `secondsPerCost`, times up to `error` more or less.
 *
 * @returns what the account said would be left, over what really was, before each subproblem.
 */
function ratios(account: ProgressAccount, secondsPerCost: number, error: number): number[] {
  const said: { at: number; left: number }[] = [];
  const free = [0, 0];
  const ends = inOrder.map((subproblem, i) => {
    const seconds = subproblem.cost * secondsPerCost * (i % 2 === 0 ? 1 + error : 1 / (1 + error));
    const thread = (free[0] ?? 0) <= (free[1] ?? 0) ? 0 : 1;
    const end = (free[thread] ?? 0) + seconds;
    free[thread] = end;
    return { subproblem, seconds, end };
  });
  let now = 0;
  for (const { subproblem, seconds, end } of ends.sort((a, b) => a.end - b.end)) {
    for (const at of [now, (now + end) / 2]) {
      vi.advanceTimersByTime(1000 * Math.max(0, at - now));
      const left = account.now().secondsLeft;
      if (left !== undefined) said.push({ at, left });
    }
    vi.advanceTimersByTime(1000 * (end - (now + end) / 2));
    now = end;
    account.finished(subproblem, { id: subproblem.id, count: 1, work: 1, milliseconds: 1000 * seconds });
  }
  const total = Math.max(...free);
  return said.filter(({ at }) => at < 0.95 * total).map(({ at, left }) => left / (total - at));
}

test('the time left is right from the first second, if the forecast was', () => {
  const account = new ProgressAccount(plan, { threads: 2 }, 1e-6);
  const all = ratios(account, 1e-6, 0.3);
  expect(Math.min(...all)).toBeGreaterThan(1 / 1.5);
  expect(Math.max(...all)).toBeLessThan(1.5);
});

test('a wrong forecast is corrected by what is measured', () => {
  const account = new ProgressAccount(plan, { threads: 2 }, 3e-6);
  const all = ratios(account, 1e-6, 0.3);
  expect(all[0]).toBeCloseTo(3, 0);
  expect(all[Math.floor(all.length / 2)]).toBeLessThan(1.5);
});

test('without a forecast the first subproblem tells', () => {
  const account = new ProgressAccount(plan, { threads: 2 });
  expect(account.now().secondsLeft).toBeUndefined();
  const all = ratios(account, 1e-6, 0.1);
  expect(Math.max(...all)).toBeLessThan(1.5);
  expect(account.now()).toMatchObject({ finished: plan.subproblems.length, part: 1, secondsLeft: 0 });
});

test('an hour in which the process was stopped changes neither the rate nor the time left for long', () => {
  const account = new ProgressAccount(plan, { threads: 2 }, 1e-6);
  const [first, second] = inOrder;
  if (!first || !second) throw new Error('the plan has two subproblems');
  const milliseconds = first.cost * 1e-3;
  account.finished(first, { id: first.id, count: 1, work: 1000, milliseconds });
  const before = account.now();
  vi.advanceTimersByTime(3_600_000);
  account.finished(second, { id: second.id, count: 1, work: 1000, milliseconds: 3_600_000 + milliseconds });
  const after = account.now();
  expect(after.secondsLeft).toBeLessThan(2 * (before.secondsLeft ?? 0));
  expect(after.workPerSecond).toBeGreaterThan(before.workPerSecond / 6);
});
