import { expect, test, vi } from 'vitest';
import { watched } from '../../src/commands/watched-count.js';
import type { ExecutionOptions } from '../../src/count/count.js';
import { choosePlan } from '../../src/plan/choose-plan.js';

test.each([true, false])(
  'the threads of a long count are as given, if it is quiet (%s) or announced',
  async (quiet) => {
    const threads = { threads: 7, threadsAreDefault: false, memoryAtHand: 2 ** 30 };
    const counting = { threads, kernel: 'fast', quiet, progress: 'never' } as const;
    const task = vi.fn(async ({ signal, onProgress, slowdown, warn, ...options }: ExecutionOptions) => options);
    const plan = choosePlan(22, { algorithm: 'bitmask' });
    expect(await watched(plan, counting, task)).toEqual({ ...threads, kernel: 'fast' });
    expect(task.mock.calls[0]?.[0].slowdown).toBeGreaterThan(0);
  },
);
