import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { WatchedRun } from '../../src/runs/watched-run.js';
import { makeKernel } from '../../workers/kernels.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const plan = planBitmask(6, 2);

test('an update has the whole state of the run, and its total after it has finished', () => {
  const run = new WatchedRun(plan);
  const first = run.update();
  expect(first.header).toEqual({ perTile: 1 });
  expect(first.figures).toMatchObject({ n: 6, subproblems: plan.subproblems.length, finished: 0 });
  for (const partial of plan.subproblems.map(makeKernel({ kind: 'readable' }))) {
    run.results.add(partial);
    run.add(partial);
  }
  expect(run.update().tiles.map(([finished]) => finished)).toEqual(plan.subproblems.map(() => 1));
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
