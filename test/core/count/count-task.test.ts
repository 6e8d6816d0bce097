import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CountTask } from '../../../src/core/count/count-task.js';
import { Results } from '../../../src/core/results/results.js';
import { Run } from '../../../src/core/runs/run.js';
import { planBitmask } from '../plan/plans.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a slow onProgress misses calls, rather than getting them all once it is ready', async () => {
  const plan = planBitmask(6, 1);
  const onProgress = vi.fn(() => Promise.resolve());
  onProgress.mockReturnValueOnce(new Promise((resolve) => setTimeout(resolve, 60_100)));
  const run = () => new Promise<void>((resolve) => setTimeout(resolve, 61_450));
  const task = new CountTask(Run.local(plan, new Results(plan)), () => ({ threads: 1, run, close: async () => {} }));
  const end = task.count({ onProgress });
  await vi.advanceTimersByTimeAsync(60_400);
  expect(onProgress).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1000); // two reports a second
  expect(onProgress).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(1000);
  await end;
  expect(onProgress).toHaveBeenCalledTimes(3);
});
