import { afterEach, expect, test, vi } from 'vitest';
import type { Executor } from '../../../src/core/executors/executor.js';
import { calibrate } from '../../../src/node/count/calibrate.js';

afterEach(() => void vi.useRealTimers());

test('a measurement leaves out the first quarter, in which the engine optimizes the kernel', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let sinceFirst = 0;
  let fast = 0;
  const executor: Executor = {
    threads: 1,
    async run(subproblems, finished) {
      for (const subproblem of subproblems) {
        const milliseconds = sinceFirst < 250 ? 40 : 10;
        if (milliseconds === 10) fast++;
        vi.advanceTimersByTime(milliseconds);
        await finished(subproblem, { id: subproblem.id, count: 0, work: 0, milliseconds, ended: 0 });
        sinceFirst += milliseconds;
      }
    },
    async close() {},
  };
  const cpuClock = () => performance.now() / 1000;
  const sample = await calibrate(executor, 'bitmask', 'fast', undefined, cpuClock);
  expect(sample.cost).toBeGreaterThan(0);
  // The clock starts at the end of the first subproblem of the warm-up, and the CPU clock at the end of a fast one.
  expect(sample.elapsed).toBe(10 * (fast - 1));
  expect(sample.cpu).toBeCloseTo(sample.elapsed);
});
