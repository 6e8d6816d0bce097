import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { ObservedRun } from '../../src/runs/observed-run.js';
import { WatchedRun } from '../../src/runs/watched-run.js';
import { makeKernel } from '../../workers/kernels.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const kernel = makeKernel({ kind: 'readable' });

function countAll(run: WatchedRun): void {
  for (const partial of run.share.subproblems.map(kernel)) {
    run.ledger.add(partial);
    run.add(partial);
  }
}

const plan = planBitmask(6, 2);

test('an update has the whole state of the run', () => {
  const run = new WatchedRun(plan);
  const first = run.update();
  expect(first.header).toEqual({ perTile: 1, clock: 'run' });
  expect(first.figures).toMatchObject({ n: 6, subproblems: plan.subproblems.length, finished: 0 });
  countAll(run);
  expect(run.update().tiles.map(([finished]) => finished)).toEqual(plan.subproblems.map(() => 1));
});

test('an update has a total after a whole run has finished, but not after a part', () => {
  const run = new WatchedRun(plan);
  countAll(run);
  run.setState('finished');
  expect(run.update().figures).toMatchObject({ state: 'finished', count: '4', agreement: 'agrees' });
  const part = new WatchedRun(plan, { part: { k: 1, m: 2 }, command: 'queens-par 4' });
  countAll(part);
  part.setState('finished');
  expect(part.update().header.part).toBe('1/2');
  expect(part.update().figures).not.toHaveProperty('count');
});

test.each(['before', 'after'])('an update has no total if a conflict is found %s the run has finished', (when) => {
  const run = new WatchedRun(plan);
  countAll(run);
  if (when === 'after') run.setState('finished');
  run.setState('conflict', 'counted twice');
  run.setState('finished');
  expect(run.update().figures).toMatchObject({ state: 'conflict', problem: 'counted twice' });
  expect(run.update().figures).not.toHaveProperty('count');
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

describe('a run that is observed through its ledger', () => {
  const plan = planBitmask(8, 1);
  const found = plan.subproblems.map(({ id }, i) => ({
    partial: { id, count: 1, work: 6000, milliseconds: 3000 },
    where: `line ${i + 2}`,
  }));
  const [first, second, third] = found;
  if (!first || !second || !third) throw new Error('the plan is too small');

  test('the times come from the ledger, even if it is read late', () => {
    const observed = new ObservedRun(plan, { part: undefined, command: 'queens-par 9' });
    for (const one of found) observed.takeEarlier(one);
    vi.advanceTimersByTime(500_000);
    observed.updateState();
    const { header, figures, history } = observed.update();
    expect(header).toMatchObject({ clock: 'threads' });
    expect(figures).toMatchObject({ state: 'finished', seconds: 12, threadSeconds: 12, work: 24_000, threads: 0 });
    expect(figures.workPerSecond).toBeUndefined(); // the number of threads is unknown
    expect(history.rates).toEqual(history.rates.map(() => 2000));
  });

  test('the rate and the time left are for the number of threads that the results show', () => {
    const observed = new ObservedRun(plan, { part: undefined, command: 'queens-par 9' });
    observed.takeEarlier(first);
    observed.updateState();
    vi.advanceTimersByTime(2000);
    observed.take(second, 2);
    observed.take(third, 2);
    observed.updateState();
    const { figures } = observed.update();
    expect(figures).toMatchObject({ state: 'counting', finished: 3, threads: 2, workPerSecond: 2000 });
    const left = plan.subproblems[3]?.cost ?? 0; // only one thread can count the last subproblem
    expect(figures.secondsLeft).toBeCloseTo((left * 9) / (plan.cost - left));
  });

  test('a run is idle if no result comes for twice the time of its longest subproblem', () => {
    const observed = new ObservedRun(plan, { part: undefined, command: 'queens-par 9' });
    observed.take({ ...first, partial: { ...first.partial, milliseconds: 20_000 } }, 1);
    for (const [seconds, state] of [
      [39, 'counting'],
      [2, 'idle'],
    ] as const) {
      vi.advanceTimersByTime(1000 * seconds);
      observed.updateState();
      expect(observed.state).toBe(state);
    }
    expect(observed.progress().secondsLeft).toBeUndefined();
  });

  test('a run reports its first problem and the number of others, and adds each result once', () => {
    const observed = new ObservedRun(plan, { part: undefined, command: 'queens-par 9' });
    observed.takeEarlier(first);
    observed.takeEarlier(first);
    observed.addProblem('line 7 is damaged');
    observed.takeEarlier({ partial: { ...second.partial, id: 'nobody' }, where: 'line 8' });
    observed.updateState();
    expect(observed.update().figures).toMatchObject({ finished: 1, problem: 'line 7 is damaged, and 1 more like it' });
    observed.takeEarlier({ ...first, partial: { ...first.partial, count: 2 } });
    expect(observed.state).toBe('conflict');
  });
});
