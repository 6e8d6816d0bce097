import { describe, expect, test } from 'vitest';
import { calibrate, measurementOf, takenByOthers } from '../../src/count/measurement.js';

describe('a measurement', () => {
  const cost = 500;

  test('of threads that had the whole processor is that of an idle machine', () => {
    expect(measurementOf({ cost, elapsed: 1000, cpu: 960 }, 1)).toEqual({ slowdown: 2, idleSlowdown: 2 });
    expect(measurementOf({ cost, elapsed: 1000, cpu: 1100 }, 1)).toEqual({ slowdown: 2, idleSlowdown: 2 }); // with GC
  });

  test('shows how much of the processor other programs took', () => {
    const measured = measurementOf({ cost, elapsed: 4000, cpu: 1000 }, 1);
    expect(measured).toEqual({ slowdown: 8, idleSlowdown: 2 });
    expect(takenByOthers(measured)).toBe(0.75);
  });

  test('does not take the quota of a container for other programs, whose part of the quota it shows', () => {
    expect(takenByOthers(measurementOf({ cost, elapsed: 2000, cpu: 1000 }, 0.5))).toBe(0);
    expect(measurementOf({ cost, elapsed: 4000, cpu: 1000 }, 0.5)).toEqual({ slowdown: 8, idleSlowdown: 4 });
  });
});

test.each([1, 2])('calibrate measures this machine with %i threads, for both algorithms', async (threads) => {
  for (const algorithm of ['bitmask', 'meet'] as const) {
    const { slowdown, idleSlowdown } = await calibrate(algorithm, { threads, kernel: 'fast' });
    expect(idleSlowdown).toBeGreaterThan(0);
    expect(idleSlowdown).toBeLessThanOrEqual(slowdown);
    expect(slowdown).toBeLessThan(Number.POSITIVE_INFINITY);
  }
});

test('calibrate stops when its signal is aborted', async () => {
  const machine = { threads: 2, kernel: 'fast' } as const;
  await expect(calibrate('meet', machine, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
});
