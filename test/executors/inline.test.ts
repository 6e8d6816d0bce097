import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { WorkerDeathError } from '../../src/errors/errors.js';
import { inlineExecutor } from '../../src/executors/inline.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { planMeet } from '../../src/plan/meet-plan.js';
import { compileKernel } from '../../workers/compile-kernel.js';
import { OutOfMemoryError } from '../../workers/out-of-memory-error.js';
import { total } from './total.js';

const modules = compileKernel('bitmask', 'fast');
const plan = planBitmask(9, 2);

test('it counts every subproblem once, in the given order, and says when it begins one', async () => {
  const started: string[] = [];
  const executor = inlineExecutor(modules, (id, worker) => started.push(`${id} by ${worker}`));
  expect(await total(executor, plan)).toBe(352);
  expect(started).toEqual(Array.from(plan.subproblems, ({ id }) => `${id} by 1`));
});

test.each(['fast', 'readable'] as const)('it counts with the kernel it is given: %s', async (kind) => {
  expect(await total(inlineExecutor(compileKernel('meet', kind)), planMeet(10))).toBe(724);
});

test('without work it ends', async () => {
  expect(await total(inlineExecutor(modules), planBitmask(2, 2))).toBe(0);
});

describe('stopping', () => {
  test('timers and signals have their turn between two subproblems, and an abort ends the run there', async () => {
    const stop = new AbortController();
    const started: string[] = [];
    const executor = inlineExecutor(modules, (id) => {
      started.push(id);
      setImmediate(() => stop.abort(new Error('enough')));
    });
    await expect(total(executor, plan, stop.signal)).rejects.toThrow('enough');
    expect(started).toHaveLength(1);
  });

  test('a signal that is aborted before lets it count nothing', async () => {
    const started: string[] = [];
    const executor = inlineExecutor(modules, (id) => started.push(id));
    await expect(total(executor, plan, AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
    expect(started).toEqual([]);
  });

  test('it leaves nothing at the signal', async () => {
    const { signal } = new AbortController();
    await total(inlineExecutor(modules), plan, signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('what the receiver throws ends the run', async () => {
    const run = inlineExecutor(modules).run(plan.subproblems, async () => {
      throw new Error('ledger is full');
    });
    await expect(run).rejects.toThrow('ledger is full');
  });
});

describe('a subproblem that fails', () => {
  const { Instance } = WebAssembly;
  afterEach(() => vi.restoreAllMocks());

  /** Every kernel made from now on fails from one of its subproblems on (1 is its first); all together this often. */
  function breakKernels(from: number, failures: number): void {
    let left = failures;
    function brokenInstance(module: WebAssembly.Module): WebAssembly.Instance {
      const { exports } = new Instance(module);
      let subproblems = 0;
      function count(...args: unknown[]): unknown {
        if (++subproblems >= from && left-- > 0) throw new WebAssembly.RuntimeError('unreachable');
        return (exports.count as typeof count)(...args); // the types do not know what a module exports
      }
      return { exports: { ...exports, count } };
    }
    vi.spyOn(WebAssembly, 'Instance').mockImplementation(brokenInstance);
  }

  test('is counted again with a new kernel', async () => {
    breakKernels(10, 1);
    expect(await total(inlineExecutor(modules), plan)).toBe(352);
  });

  test('ends the run at the third time, and is named', async () => {
    breakKernels(1, 3);
    const run = total(inlineExecutor(modules), plan);
    await expect(run).rejects.toThrow(WorkerDeathError);
    await expect(run).rejects.toThrow('subproblem 0.2 of n = 9 failed 3 times, last with: unreachable');
  });

  test('for lack of memory it is tried once', async () => {
    const started: string[] = [];
    const small = Array.from(planMeet(16).subproblems, (subproblem) => ({ ...subproblem, memory: 2 ** 17 }));
    const run = inlineExecutor(compileKernel('meet', 'fast'), (id) => started.push(id)).run(small, () => {});
    await expect(run).rejects.toThrow(OutOfMemoryError);
    expect(started).toHaveLength(1);
  });
});
