import { getEventListeners } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { WorkerDeathError } from '../../src/errors/errors.js';
import type { Executor } from '../../src/executors/executor.js';
import { poolExecutor } from '../../src/executors/pool.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { compileKernel } from '../../workers/compile-kernel.js';
import { total } from './total.js';

const modules = compileKernel('bitmask', 'fast');
const plan = planBitmask(9, 2);

test.each([1, 2, 5])('%i threads count every subproblem once', async (threads) => {
  expect(await total(poolExecutor({ threads, modules }), plan)).toBe(352);
});

test('a pool that has counted leaves nothing at the signal: a worker of a cluster has one for all its jobs', async () => {
  const { signal } = new AbortController();
  await total(poolExecutor({ threads: 2, modules }), plan, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a pool without work ends', async () => {
  expect(await total(poolExecutor({ threads: 2, modules }), planBitmask(2, 2))).toBe(0);
});

describe('threads that die', () => {
  const workerFile = fileURLToPath(new URL('mortal-worker.mjs', import.meta.url));

  function mortalPool(way: string, deaths: number, victim?: string): Executor {
    const left = new SharedArrayBuffer(4);
    new Int32Array(left)[0] = deaths;
    // mortal-worker.mjs finds its orders beside the modules.
    return poolExecutor({ threads: 2, workerFile, modules: { ...modules, ...{ deaths: left, way, victim } } });
  }

  test.each(['throw', 'exit'])('%s: are replaced, and the count is right', async (way) => {
    expect(await total(mortalPool(way, 2), plan)).toBe(352);
  });

  test.each(['throw', 'exit'])('%s: after the third death of one subproblem the run ends and names it', async (way) => {
    const run = total(mortalPool(way, 1000, '2.6'), plan);
    await expect(run).rejects.toThrow(WorkerDeathError);
    await expect(run).rejects.toThrow('subproblem 2.6 of n = 9 failed 3 times');
  });

  test('a pool whose threads cannot even start ends with an error', async () => {
    const executor = poolExecutor({ threads: 2, modules, workerFile: '/nonexistent/worker.js' });
    await expect(total(executor, plan)).rejects.toThrow(WorkerDeathError);
  });
});

describe('stopping', () => {
  test('an abort ends the run with the reason, in the middle of a subproblem', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('enough')), 200);
    const run = total(poolExecutor({ threads: 2, modules }), planBitmask(20, 1), controller.signal);
    await expect(run).rejects.toThrow('enough');
  });

  test('what the receiver throws ends the run', async () => {
    const executor = poolExecutor({ threads: 2, modules });
    const run = executor.run(plan.subproblems, () => {
      throw new Error('ledger is full');
    });
    await expect(run).rejects.toThrow('ledger is full');
    await executor.close();
  });
});
