import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Executor } from '../../../src/core/executors/executor.js';
import { LocalCountTask } from '../../../src/node/count/local-count-task.js';
import { calibrate, createMeasurement, measureSpeed } from '../../../src/node/count/measurement.js';

afterEach(() => void vi.useRealTimers());

describe('a measurement', () => {
  const cost = 500;

  test('of threads that had the whole processor is that of an idle machine', () => {
    expect(createMeasurement({ cost, elapsed: 1000, cpu: 960 }, 1)).toEqual({ slowdown: 2, busy: 0 });
    expect(createMeasurement({ cost, elapsed: 1000, cpu: 1100 }, 1)).toEqual({ slowdown: 2, busy: 0 }); // with GC
  });

  test('shows how much of the processor other programs took', () => {
    expect(createMeasurement({ cost, elapsed: 4000, cpu: 1000 }, 1)).toEqual({ slowdown: 8, busy: 0.75 });
  });

  test('does not mistake the quota of a container for other programs, and shows their share of the quota', () => {
    expect(createMeasurement({ cost, elapsed: 2000, cpu: 1000 }, 0.5)).toEqual({ slowdown: 4, busy: 0 });
    expect(createMeasurement({ cost, elapsed: 4000, cpu: 1000 }, 0.5)).toEqual({ slowdown: 8, busy: 0.5 });
  });
});

test.each([
  [1, 'bitmask'],
  [2, 'meet'],
] as const)('on %i threads of this machine, %s is measured', async (threads, algorithm) => {
  const { slowdown, busy } = await measureSpeed(await LocalCountTask.open(18, { algorithm, threads }));
  expect(slowdown).toBeGreaterThan(0);
  expect(slowdown).toBeLessThan(Number.POSITIVE_INFINITY);
  expect(busy).toBeGreaterThanOrEqual(0);
  expect(busy).toBeLessThan(1);
});

test('a measurement stops when its signal is aborted', async () => {
  const counting = await LocalCountTask.open(18);
  await expect(measureSpeed(counting, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
});

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
