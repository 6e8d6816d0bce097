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

test('an update has the subproblem of each worker that is alive', () => {
  const run = new WatchedRun(plan);
  const [a = '', b = '', c = ''] = plan.subproblems.map(({ id }) => id);
  run.setState('counting');
  run.started(a, 1);
  run.started(b, 2);
  vi.advanceTimersByTime(1500);
  run.started(c, 1);
  expect(run.update().workers).toMatchObject([
    { subproblem: c, tile: 2, finished: 1, milliseconds: 0 },
    { subproblem: b, tile: 1, finished: 0, milliseconds: 1500 },
  ]);
  run.started(b, 3); // worker 3 replaces worker 2
  expect(run.update().workers).toMatchObject([{ subproblem: c }, { subproblem: b, finished: 0 }]);
  expect(run.update().workers).toHaveLength(2);
});
