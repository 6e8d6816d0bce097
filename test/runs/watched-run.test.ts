import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { WatchedRun } from '../../src/runs/watched-run.js';
import { makeKernel } from '../../workers/kernels.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const kernel = makeKernel({ kind: 'readable' });

function countAll(run: WatchedRun): void {
  for (const partial of run.share.subproblems.map(kernel)) {
    run.results.add(partial);
    run.add(partial);
  }
}

const plan = planBitmask(6, 2);

test('an update has the whole state of the run', () => {
  const run = new WatchedRun(plan);
  const first = run.update();
  expect(first.header).toEqual({ perTile: 1 });
  expect(first.figures).toMatchObject({ n: 6, subproblems: plan.subproblems.length, finished: 0 });
  countAll(run);
  expect(run.update().tiles.map(([finished]) => finished)).toEqual(plan.subproblems.map(() => 1));
});

test('an update has a total after the run has finished', () => {
  const run = new WatchedRun(plan);
  countAll(run);
  run.setState('finished');
  expect(run.update().figures).toMatchObject({ state: 'finished', count: '4', agreement: 'agrees' });
});

test('an update has the subproblem of each thread that is alive', () => {
  const run = new WatchedRun(plan);
  const [a = '', b = '', c = ''] = plan.subproblems.map(({ id }) => id);
  run.setState('counting');
  run.started(a, 0);
  run.started(b, 1);
  vi.advanceTimersByTime(1500);
  run.started(c, 0);
  expect(run.running.all()).toMatchObject([
    { id: b, seconds: 1.5 },
    { id: c, seconds: 0 },
  ]);
  expect(run.update().workers).toEqual([
    { name: 'thread 2', tile: 1 },
    { name: 'thread 1', tile: 2 },
  ]);
  run.started(b, 2); // this thread replaces thread 2
  expect(run.update().workers).toEqual([
    { name: 'thread 1', tile: 2 },
    { name: 'thread 3', tile: 1 },
  ]);
});
