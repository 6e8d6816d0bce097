import { getEventListeners } from 'node:events';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { OperationalError, OutOfMemoryError } from '../../../src/core/errors/errors.js';
import { Abandoned, type Executor, type OnStart } from '../../../src/core/executors/executor.js';
import type { Plan } from '../../../src/core/plan/plan.js';
import type { Subproblem } from '../../../src/core/plan/subproblem.js';
import { compileKernel } from '../../../src/node/threads/compile-kernel.js';
import { createPoolExecutor } from '../../../src/node/threads/pool.js';
import { createInlineExecutor } from '../../../src/node/threads/start-threads.js';
import { planBitmask, planMeet } from '../../core/plan/plans.js';
import { has } from '../../machine.js';

const modules = compileKernel('bitmask', 'fast');
const plan = planBitmask(9, 2);

/** Counts a plan, and checks that the results of all subproblems are received. @returns the total. */
async function total(executor: Executor, { subproblems }: Plan, signal?: AbortSignal): Promise<number> {
  const seen = new Set<string>();
  let count = 0;
  try {
    await executor.run(
      subproblems,
      (subproblem, partial) => {
        expect(partial.id).toBe(subproblem.id);
        seen.add(subproblem.id);
        count += subproblem.weight * partial.count;
      },
      signal,
    );
  } finally {
    await executor.close();
  }
  expect(seen.size).toBe(subproblems.length);
  return count;
}

describe.each<[string, (onStart?: OnStart) => Executor]>([
  ['the calling thread', (onStart) => createInlineExecutor(modules, onStart)],
  ['a pool of one thread', (onStart) => createPoolExecutor({ threads: 1, modules, onStart })],
  ['a pool of three threads', (onStart) => createPoolExecutor({ threads: 3, modules, onStart })],
])('%s', (_, executor) => {
  test('every subproblem is counted once, and the signal has no listeners afterwards', async () => {
    const { signal } = new AbortController();
    expect(await total(executor(), plan, signal)).toBe(352);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(await total(executor(), planBitmask(2, 2))).toBe(0);
  });

  test('a run rejects with an error that `finished` throws, or with the reason of an aborted signal', async () => {
    const failing = executor();
    const run = failing.run(plan.subproblems, async () => {
      throw new Error('ledger is full');
    });
    await expect(run).rejects.toThrow('ledger is full');
    const refuse = (): never => expect.unreachable('a subproblem was taken');
    const subproblems = { [Symbol.iterator]: () => ({ next: refuse }) };
    const late = failing.run(subproblems, () => {}, AbortSignal.abort(new Error('too late')));
    await expect(late).rejects.toThrow('too late');
    await failing.close();
  });

  test('an error of onStart ends the run', async () => {
    const failing = executor(() => {
      throw new Error('thrown on purpose');
    });
    await expect(total(failing, planBitmask(18, 3))).rejects.toThrow('thrown on purpose');
  });

  test('no result is received after a run is stopped', async () => {
    const stop = new AbortController();
    const stopped = executor();
    let received = 0;
    const run = stopped.run(
      planBitmask(12, 2).subproblems,
      () => {
        received++;
        stop.abort(new Error('enough'));
      },
      stop.signal,
    );
    await expect(run).rejects.toThrow('enough');
    await delay(300); // the other threads finish their subproblems
    await stopped.close();
    expect(received).toBe(1);
  });
});

describe('the calling thread', () => {
  const { Instance } = WebAssembly;
  afterEach(() => vi.restoreAllMocks());

  /** Breaks new kernels. The first `failures` kernels throw at their `from`-th subproblem, and miscount after that. */
  function breakKernels(from: number, failures: number): void {
    let left = failures;
    function brokenInstance(module: WebAssembly.Module): WebAssembly.Instance {
      const { exports } = new Instance(module);
      let subproblems = 0;
      let hasFailed = false;
      function count(...args: unknown[]): unknown {
        if (hasFailed) return 1n;
        hasFailed = ++subproblems >= from && left-- > 0;
        if (hasFailed) throw new WebAssembly.RuntimeError('unreachable');
        return (exports.count as typeof count)(...args); // exports of a module have no types
      }
      return { exports: { ...exports, count } };
    }
    vi.spyOn(WebAssembly, 'Instance').mockImplementation(brokenInstance);
  }

  test('a new kernel recounts a failed subproblem, and failures of ten different ones do not add up', async () => {
    breakKernels(2, 10);
    expect(await total(createInlineExecutor(modules), plan)).toBe(352);
  });

  test('a subproblem that fails three times ends the run, and the error has its id', async () => {
    breakKernels(1, 3);
    const run = total(createInlineExecutor(modules), plan);
    await expect(run).rejects.toThrow(OperationalError);
    await expect(run).rejects.toThrow('subproblem 0.2 of n = 9 failed 3 times. Last error: unreachable');
  });

  test('a subproblem that lacks memory is not tried again', async () => {
    const started: string[] = [];
    const executor = createInlineExecutor(compileKernel('meet', 'fast', 2 ** 17), (id) => started.push(id));
    const run = executor.run(planMeet(16).subproblems, () => {});
    await expect(run).rejects.toThrow(OutOfMemoryError);
    expect(started).toHaveLength(1);
  });

  test('timers and signals are handled between subproblems, and onStart gets the ids in order', async () => {
    const stop = new AbortController();
    const started: string[] = [];
    const executor = createInlineExecutor(modules, (id) => {
      started.push(id);
      if (started.length === 3) setImmediate(() => stop.abort(new Error('enough')));
    });
    await expect(total(executor, plan, stop.signal)).rejects.toThrow('enough');
    expect(started).toEqual(plan.subproblems.slice(0, 3).map(({ id }) => id));
  });
});

describe('a pool', () => {
  /** Returns a pool of two threads that run mortal-worker.cjs. */
  function mortalPool(way: string, deaths: number, victim?: string): Executor {
    const workerFile = fileURLToPath(new URL('mortal-worker.cjs', import.meta.url));
    const left = new SharedArrayBuffer(4);
    new Int32Array(left)[0] = deaths;
    const mortal = { ...modules, deaths: left, way, victim }; // mortal-worker.cjs reads its options from `modules`
    return createPoolExecutor({ threads: 2, workerFile, modules: mortal });
  }

  test.each(['throw', 'exit'])(
    'threads that %s are replaced, and a subproblem that kills three threads ends the run',
    async (way) => {
      expect(await total(mortalPool(way, 2), plan)).toBe(352);
      const run = total(mortalPool(way, 1000, '2.6'), plan);
      await expect(run).rejects.toThrow(OperationalError);
      await expect(run).rejects.toThrow('subproblem 2.6 of n = 9 failed 3 times');
    },
  );

  test('an abandoned run frees its thread at once, and the pool counts other runs', async () => {
    const days = planBitmask(24, 0); // its subproblem would take days
    const stop = new AbortController();
    const onStart = () => void setImmediate(() => stop.abort(new Abandoned()));
    const executor = createPoolExecutor({ threads: 1, modules, onStart });
    await expect(executor.run(days.subproblems, () => {}, stop.signal)).rejects.toThrow(Abandoned);
    expect(await total(executor, plan)).toBe(352);
  });

  test('threads that cannot start end the run with the reason', async () => {
    const run = total(createPoolExecutor({ threads: 2, modules, workerFile: '/nonexistent/worker.js' }), plan);
    await expect(run).rejects.toThrow(OperationalError);
    await expect(run).rejects.toThrow(/^could not start any thread: .*nonexistent/);
  });

  test.runIf(has('/proc/self/fd'))('a run that is stopped while threads start, starts no more of them', async () => {
    const tasks = () => readdirSync('/proc/self/task').length;
    const before = tasks();
    const stop = new AbortController();
    const executor = createPoolExecutor({ threads: 60, modules });
    const run = executor.run(planBitmask(12, 4).subproblems, () => {}, stop.signal);
    setImmediate(() => stop.abort(new Error('enough')));
    await expect(run).rejects.toThrow('enough');
    expect(tasks() - before).toBeLessThan(60);
    await executor.close();
  });

  test('a pool gives each thread two subproblems at a time, and calls onStart at most once for each', async () => {
    const { subproblems: all } = planBitmask(12, 2);
    const started: string[] = [];
    const executor = createPoolExecutor({ threads: 2, modules, onStart: (id) => started.push(id) });
    let taken = 0;
    let takenAtOnce = 0;
    function* subproblems(): Generator<Subproblem> {
      for (const subproblem of all) {
        taken++;
        yield subproblem;
      }
    }
    for (let run = 0; run < 2; run++) {
      await executor.run(subproblems(), () => {
        takenAtOnce ||= taken;
      });
    }
    await executor.close();
    expect(takenAtOnce).toBe(4);
    expect(started.length).toBeGreaterThan(0); // calls that arrive after the end of a run are lost
    const starts = all.map(({ id }) => started.filter((other) => other === id).length);
    expect(Math.max(...starts)).toBeLessThanOrEqual(2); // once in each run
  });

  test('closing a pool ends its run and its threads', async () => {
    const executor = createPoolExecutor({ threads: 2, modules });
    const countThreads = () => (has('/proc/self/fd') ? readdirSync('/proc/self/task').length : 0);
    const before = countThreads();
    const run = executor.run(planBitmask(18, 3).subproblems, () => executor.close());
    await expect(run).rejects.toThrow(OperationalError);
    await executor.close();
    expect(countThreads()).toBe(before);
  });

  test('a run that ends early gives no warning about its threads', async () => {
    const warn = vi.spyOn(process, 'emitWarning');
    const { subproblems } = planBitmask(12, 4);
    for (let run = 0; run < 20; run++) {
      const executor = createPoolExecutor({ threads: 2, modules });
      const failed = executor.run(subproblems, () => {
        throw new Error('disk is full');
      });
      await expect(failed).rejects.toThrow('disk is full');
      await executor.close();
    }
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  describe('whose threads the system refuses', () => {
    /** The module that piscina uses. */
    const threads = createRequire(import.meta.url)('node:worker_threads');
    const { Worker } = threads;
    afterEach(() => {
      threads.Worker = Worker;
    });

    /** Refuses all threads after the first `most`. */
    function refuseThreads(most: number): void {
      let started = 0;
      threads.Worker = class extends Worker {
        constructor(file: string, options: object) {
          if (started++ >= most) throw Object.assign(new Error('EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' });
          super(file, options);
        }
      };
    }

    test('counts with the others, and says how many there are', async () => {
      refuseThreads(2);
      const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
      const executor = createPoolExecutor({ threads: 4, modules });
      await executor.run(planBitmask(8, 1).subproblems, () => {});
      expect(executor.threads).toBe(2);
      await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
      expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^only 2 of 4 threads could be started: .*ulimit -u/));
      warn.mockRestore();
      expect(await total(executor, plan)).toBe(352);
    });

    test('ends with the reason if there is no thread', async () => {
      refuseThreads(0);
      const run = total(createPoolExecutor({ threads: 2, modules }), plan);
      await expect(run).rejects.toThrow(OperationalError);
      await expect(run).rejects.toThrow(/^could not start any thread: .*ulimit -u/);
    });

    test('ends with the reason if its only thread dies and is not replaced', async () => {
      refuseThreads(1);
      const run = total(mortalPool('exit', 1), plan);
      await expect(run).rejects.toThrow(/^could not start any thread/);
    });
  });
});
