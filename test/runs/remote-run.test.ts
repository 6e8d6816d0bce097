import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Results } from '../../src/ledger/results.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { mostExpensiveFirst } from '../../src/plan/plan.js';
import { RemoteRun } from '../../src/runs/remote-run.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('a run on other machines makes progress between two results, until they are overdue', () => {
  const plan = planBitmask(12, 2);
  const run = new RemoteRun(plan, new Results(plan));
  run.threads = 2;
  run.setState('counting');
  for (const { id } of mostExpensiveFirst(plan.subproblems).slice(0, 4)) {
    run.add({ id, count: 0, work: 1, milliseconds: 10_000, ended: 0 });
  }
  const figures = [0, 4, 4, 400].map((seconds) => {
    vi.advanceTimersByTime(1000 * seconds);
    return run.progress();
  });
  const fractions = figures.map(({ fraction }) => fraction);
  expect(fractions).toEqual([...new Set(fractions)].toSorted((a, b) => a - b));
  expect(figures.map(({ isBehind }) => isBehind)).toEqual([false, false, false, true]);
});
