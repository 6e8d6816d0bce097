import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { CountTask } from '../../../src/core/count/count-task.js';
import type { Executor } from '../../../src/core/executors/executor.js';
import { createShare, type Plan } from '../../../src/core/plan/plan.js';
import { Results } from '../../../src/core/results/results.js';
import { Run } from '../../../src/core/runs/run.js';
import { type CountOptions, count, LedgerFileError, type Progress, UsageError } from '../../../src/index.js';
import { LocalCountTask } from '../../../src/node/count/local-count-task.js';
import { inspectMachine } from '../../../src/node/machine/machine.js';
import { choosePlan, planBitmask } from '../../core/plan/plans.js';
import { has } from '../../machine.js';
import { A000170 } from '../../vectors/a000170.js';
import { temporaryFolder } from '../ledger/folder.js';

const path = temporaryFolder();

/** Makes a count of a plan. */
function countingOf(plan: Plan, results: Results, threads: number): LocalCountTask {
  return new LocalCountTask({ plan, run: Run.local(plan, results), machine: inspectMachine(threads) });
}

describe('count', () => {
  // work.test.ts counts larger boards.
  test.each([0, 1, 2, 3, 4, 5, 6, 7, 10])('one thread counts n = %i, and the count is as published', async (n) => {
    const result = { n, count: A000170[n], algorithm: 'bitmask', agreement: 'agrees', threads: 1 };
    expect(await count(n, { threads: 8 })).toMatchObject(result);
  });

  test.each([
    [15, 1, 'fast'],
    [13, 2, 'reference'],
    [16, 2, 'fast'],
  ] as const)('n = %i is counted by %i threads with the %s kernel', async (n, threads, kernel) => {
    expect(await count(n, { threads, algorithm: 'bitmask', kernel })).toMatchObject({ count: A000170[n], threads });
  });

  test('progress reports go from zero to all subproblems, and stop when the count ends', async () => {
    const reports: Progress[] = [];
    await count(16, { threads: 2, algorithm: 'bitmask', onProgress: (progress) => reports.push(progress) });
    expect(reports[0]).toMatchObject({ finished: 0, fraction: 0, isAssumed: true });
    expect(reports.at(-1)).toMatchObject({ finished: 105, subproblems: 105, fraction: 1, secondsLeft: 0 });
    const finished = reports.map((progress) => progress.finished);
    expect(finished).toEqual(finished.toSorted((a, b) => a - b));
    await delay(600);
    expect(reports).toHaveLength(finished.length); // no report comes after the end
  });

  test('an error of onProgress stops the count during its first subproblem', async () => {
    let reports = 0;
    const run = count(20, {
      depth: 0, // one subproblem, which takes hours
      threads: 1,
      async onProgress() {
        if (++reports === 2) throw new Error('thrown on purpose');
      },
    });
    await expect(run).rejects.toThrow('thrown on purpose');
  });

  test('a resumed count skips finished subproblems, and estimates the time left from them', async () => {
    const plan = choosePlan(14, { threads: 2, algorithm: 'bitmask' });
    const results = new Results(plan);
    const earlier = createShare(plan, plan.subproblems.slice(0, 60));
    await countingOf({ ...plan, ...earlier }, results, 1).count();
    const reports: Progress[] = [];
    const counting = countingOf(plan, results, 2);
    const stats = await counting.count({ onProgress: (progress) => reports.push(progress) });
    expect(counting.result(stats)).toMatchObject({ count: 365596n, resumed: 60, subproblems: 78 });
    expect(reports[0]).toMatchObject({ finished: 60, fraction: expect.closeTo(earlier.cost / plan.cost) });
    expect(reports[0]?.secondsLeft).toBeGreaterThan(0);
    expect(reports.at(-1)).toMatchObject({ finished: 78, fraction: 1, secondsLeft: 0 });
  });

  test('the seconds of a count are seconds of the clock, also while the process is stopped', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const plan = planBitmask(6, 1);
    const executor: Executor = {
      threads: 1,
      async run(subproblems, finished) {
        for (const [i, subproblem] of [...subproblems].entries()) {
          vi.advanceTimersByTime(i === 2 ? 3_600_000 : 1500);
          await finished(subproblem, { id: subproblem.id, count: 0, work: 0, milliseconds: 1500, ended: 0 });
        }
      },
      async close() {},
    };
    const counting = new CountTask(Run.local(plan, new Results(plan)), () => executor);
    const { seconds } = await counting.count();
    vi.useRealTimers();
    expect(seconds).toBeCloseTo(3603, 6);
  });

  test('the signal stops a count whose first call of onProgress never settles', async () => {
    const signal = AbortSignal.timeout(200);
    const stopped = count(12, { signal, onProgress: () => new Promise(() => {}) });
    await expect(stopped).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('a call of onProgress waits for the one before, and the count waits for all of them', async () => {
    const finished: number[] = [];
    let open = 0;
    let mostOpen = 0;
    await count(13, {
      threads: 2,
      algorithm: 'bitmask',
      async onProgress(progress) {
        mostOpen = Math.max(mostOpen, ++open);
        await delay(5);
        open--;
        finished.push(progress.finished);
      },
    });
    expect(mostOpen).toBe(1);
    expect([...new Set(finished)]).toEqual(Array.from({ length: 67 }, (_, i) => i));
    expect(open).toBe(0);
  });

  test('an error of onProgress is thrown, even if the last subproblem ended first', async () => {
    let calls = 0;
    async function onProgress(): Promise<void> {
      if (++calls < 2) return;
      await delay(400);
      throw new Error('thrown on purpose');
    }
    const executor: Executor = {
      threads: 1,
      // the second call comes after half a second
      run: () => vi.waitFor(() => expect(calls).toBe(2), { timeout: 60_000 }),
      async close() {},
    };
    const plan = planBitmask(6, 1);
    const counting = new CountTask(Run.local(plan, new Results(plan)), () => executor);
    await expect(counting.count({ onProgress })).rejects.toThrow('thrown on purpose');
  });

  test.each<[unknown, string]>([
    [-1, '-1'],
    [2.5, '2.5'],
    [33, '33'],
    [Number.NaN, 'NaN'],
    [8n, '8n'],
    ['8', '"8"'],
  ])('count refuses n = %o', async (n, name) => {
    await expect(count(n as number)).rejects.toThrow(
      new UsageError(`n must be a whole number from 0 to 32, not ${name}`),
    );
  });

  test.each<[unknown, string]>([
    [{ thread: 2 }, 'count has no option "thread"; did you mean threads?'],
    [{ onprogress: () => {} }, 'count has no option "onprogress"; did you mean onProgress?'],
    [{ executor: {} }, 'count has no option "executor"'],
    [{ toString: 1 }, 'count has no option "toString"'],
    [{ threads: '2' }, 'threads must be a whole number from 0 to 1024, not "2"'],
    [{ threads: 0.5 }, 'threads must be a whole number from 0 to 1024, not 0.5'],
    [{ memory: 2 ** 20 }, 'memory in bytes must be a whole number from 2097152 to 4294967296, not 1048576'],
    [{ memory: 1e15 }, 'memory in bytes must be a whole number from 2097152 to 4294967296, not 1000000000000000'],
    [{ algorithm: 'dancing links' }, 'algorithm must be auto, bitmask or meet, not "dancing links"'],
    [{ depth: null }, 'depth must be a whole number from 0 to 32, not null'],
    [{ kernel: null }, 'kernel must be fast or reference, not null'],
    [{ checkpoint: '' }, 'checkpoint must be a path or a file: URL of this machine, not ""'],
    [{ checkpoint: {} }, 'checkpoint must be a path or a file: URL of this machine, not an object'],
    ...['http://x/', 'file:///a%2Fb', ...(has('posix') ? ['file://x/8'] : [])].map((url): [unknown, string] => [
      { checkpoint: new URL(url) },
      `checkpoint must be a path or a file: URL of this machine, not ${url}`,
    ]),
    [{ repair: true }, 'repair needs a checkpoint'],
    [{ repair: true, checkpoint: path('none') }, `there is no file ${path('none')} to repair`],
    [{ signal: {} }, 'signal must be an AbortSignal, not an object'],
    [{ onProgress: 5n }, 'onProgress must be a function, not 5n'],
    ['quickly', 'the options of count must be an object, not "quickly"'],
    [[], 'the options of count must be an object, not an array'],
    [null, 'the options of count must be an object, not null'],
  ])('count refuses the options %o', async (options, message) => {
    await expect(count(8, options as CountOptions)).rejects.toThrow(new UsageError(message));
  });

  test('an option that is undefined has its default value', async () => {
    const options = { threads: undefined, checkpoint: undefined, signal: undefined };
    expect(await count(8, options)).toMatchObject({ count: 92n });
  });

  test('a checkpoint may be a file: URL', async () => {
    const checkpoint = pathToFileURL(path('url #1.ledger'));
    await count(10, { checkpoint, threads: 1 });
    expect(await count(10, { checkpoint: path('url #1.ledger'), threads: 1 })).toMatchObject({
      resumed: 36,
      count: 724n,
    });
  });

  test('a wrong depth creates no checkpoint', async () => {
    const checkpoint = path('depth.ledger');
    await expect(count(32, { depth: 32, checkpoint })).rejects.toThrow(UsageError);
    expect(existsSync(checkpoint)).toBe(false);
  });

  test('a checkpoint that cannot be written is not reported as a wrong argument', async () => {
    for (const checkpoint of [path('nowhere/file'), path(''), '/dev/null']) {
      await expect(count(8, { checkpoint })).rejects.toThrow(LedgerFileError);
    }
  });

  test('repair drops damaged lines of a checkpoint, and the error for them contains no command line', async () => {
    const options = { algorithm: 'bitmask', checkpoint: path('damaged.ledger') } as const;
    const { subproblems } = await count(9, options);
    writeFileSync(options.checkpoint, readFileSync(options.checkpoint, 'utf8').replace('\n0.2 ', '\n0.2  '));
    await expect(count(9, options)).rejects.toMatchObject({
      name: 'LedgerFileError',
      code: 'damaged',
      message: `${options.checkpoint}: line 23 is damaged`,
    });
    expect(await count(9, { ...options, repair: true })).toMatchObject({ count: 352n, resumed: subproblems - 1 });
  });

  test('an aborted count can be resumed from its checkpoint', async () => {
    const checkpoint = path('library.ledger');
    const options = { algorithm: 'bitmask', threads: 1, checkpoint } as const;
    const stop = new AbortController();
    const stopped = count(12, {
      ...options,
      signal: stop.signal,
      onProgress: ({ finished }) => finished === 10 && stop.abort(new Error('enough')),
    });
    await expect(stopped).rejects.toThrow('enough');
    expect(await count(12, options)).toMatchObject({ count: 14200n, resumed: 10 });
    await expect(count(11, options)).rejects.toThrow(UsageError);
    writeFileSync(checkpoint, '{"schema":"queens-par/ledger/1', { flag: 'r+' });
    await expect(count(12, options)).rejects.toThrow(LedgerFileError);
  });

  test.runIf(has('posix'))(
    'a checkpoint that is removed during the count is written again, and the process emits a warning',
    async () => {
      const options = { algorithm: 'bitmask', threads: 1, checkpoint: path('removed.ledger') } as const;
      const warned = once(process, 'warning');
      const onProgress = ({ finished }: Progress) => finished === 10 && rmSync(options.checkpoint, { force: true });
      const { subproblems } = await count(12, { ...options, onProgress });
      expect(String(await warned)).toContain(options.checkpoint);
      expect(await count(12, options)).toMatchObject({ count: 14200n, resumed: subproblems });
    },
  );

  test('the result has the number of threads that were started', async () => {
    expect(await count(2, { kernel: 'reference', threads: 6 })).toMatchObject({
      count: 0n,
      threads: 1,
      subproblems: 0,
    });
    const { threads, subproblems } = await count(5, { kernel: 'reference', threads: 1024 });
    expect(threads).toBe(subproblems);
    expect(await count(17, { threads: 2 })).toMatchObject({ threads: 2 });
  });

  test('a signal that is aborted before the count leaves no file', async () => {
    const checkpoint = path('aborted.ledger');
    await expect(count(12, { signal: AbortSignal.abort(), checkpoint })).rejects.toMatchObject({ name: 'AbortError' });
    expect(existsSync(checkpoint)).toBe(false);
  });

  test('a signal stops a count while it makes its plan, and leaves no file', async () => {
    const stop = new AbortController();
    const checkpoint = path('planned.ledger');
    setImmediate(() => stop.abort());
    // The plan is made in steps for about three seconds. The file would be opened with the finished plan.
    await expect(count(28, { signal: stop.signal, checkpoint })).rejects.toMatchObject({ name: 'AbortError' });
    expect(existsSync(checkpoint)).toBe(false);
  });

  test('a long subproblem does not block the calling thread', async () => {
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 1);
    const { subproblems } = await count(16, { depth: 0, threads: 1 }); // 0.3 s
    clearInterval(ticking);
    expect({ subproblems, ticked: ticks > 1 }).toEqual({ subproblems: 1, ticked: true });
  });
});
