import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createShare, mostExpensiveFirst, type Plan } from '../../../src/core/plan/plan.js';
import type { Subproblem } from '../../../src/core/plan/subproblem.js';
import { Results } from '../../../src/core/results/results.js';
import { Run } from '../../../src/core/runs/run.js';
import { createKernel } from '../../../workers/kernels.js';
import { choosePlan, planBitmask } from '../plan/plans.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'], now: 1e12 }));
afterEach(() => void vi.useRealTimers());

/** Starts a run on two threads. */
function startRun(plan: Plan, slowdown?: number, results = new Results(plan)): Run {
  const run = Run.local(plan, results);
  if (slowdown !== undefined) run.expect(slowdown);
  run.start();
  run.threads = 2;
  return run;
}
/** Adds the result of a subproblem that ends now. */
function finish({ results }: Pick<Run, 'results'>, subproblem: Subproblem, seconds: number, work = 1): void {
  results.add(createResult(subproblem, seconds, work));
}
function createResult({ id }: Subproblem, seconds: number, work = 1) {
  return { id, count: 0, work, milliseconds: 1000 * seconds, ended: Date.now() };
}
function pass(seconds: number): void {
  vi.advanceTimersByTime(1000 * seconds);
}

const large = choosePlan(16, { algorithm: 'bitmask', threads: 2 });

describe('the time left', () => {
  /**
   * Simulates a count on two threads. A unit of cost takes `secondsPerCost`, multiplied or divided by 1 + `error`.
   *
   * @returns `left`: each estimate of the time left, divided by the real one. `falls`: decrease of the estimate
   *   per second while no subproblem ends.
   */
  function ratios(run: Run, secondsPerCost: number, error: number): { left: number[]; falls: number[] } {
    const estimates: { time: number; left: number }[] = [];
    const free = [0, 0];
    const ends = mostExpensiveFirst(large.subproblems).map((subproblem, i) => {
      const seconds = subproblem.cost * secondsPerCost * (i % 2 === 0 ? 1 + error : 1 / (1 + error));
      const thread = (free[0] ?? 0) <= (free[1] ?? 0) ? 0 : 1;
      const start = free[thread] ?? 0;
      free[thread] = start + seconds;
      return { subproblem, thread, seconds, start, end: start + seconds };
    });
    const total = Math.max(...free);
    const falls: number[] = [];
    let now = 0;
    /** Advances the clock to a time, unless it has passed. @returns the estimate of the time left. */
    function estimateAt(time: number): number | undefined {
      for (const { subproblem, thread, start } of ends) {
        if (start >= now && start <= time) run.started(subproblem.id, thread);
      }
      pass(Math.max(0, time - now));
      now = Math.max(now, time);
      const left = run.progress().secondsLeft;
      if (left !== undefined && now < 0.95 * total) estimates.push({ time: now, left });
      return left;
    }
    for (const { subproblem, seconds, end } of ends.sort((a, b) => a.end - b.end)) {
      const before = now;
      const left = estimateAt(now);
      const later = estimateAt((now + end) / 2);
      if (left !== undefined && later !== undefined && now > before) falls.push((left - later) / (now - before));
      estimateAt(end);
      finish(run, subproblem, seconds);
    }
    return { left: estimates.map(({ time, left }) => left / (total - time)), falls };
  }

  test('the first estimate of the time left is the forecast', () => {
    const run = startRun(large, 200);
    expect(run.progress().secondsLeft).toBeCloseTo((large.cost * 0.2) / 2);
  });

  test('a correct forecast stays correct, and counts down while no subproblem ends', () => {
    const { left, falls } = ratios(startRun(large, 200), 0.2, 0.3);
    expect(Math.min(...left)).toBeGreaterThan(1 / 1.5);
    expect(Math.max(...left)).toBeLessThan(1.5);
    expect(falls.filter((fall) => fall > 0.2).length).toBeGreaterThan(falls.length / 2);
  });

  test.each([
    ['a long count, which three times the time was forecast for', 600, 0.2],
    ['a short count, which a third of the time was forecast for', 1, 0.003],
  ])('measurements correct a wrong forecast of %s', (_, slowdown, secondsPerCost) => {
    const { left } = ratios(startRun(large, slowdown), secondsPerCost, 0.3);
    expect(left[0]).toBeCloseTo(slowdown / (1000 * secondsPerCost), 0);
    const middle = left[Math.floor(left.length / 2)] ?? 0;
    expect(Math.max(middle, 1 / middle)).toBeLessThan(1.5);
  });

  test('without a forecast, the time left is that of the reference machine until the first subproblem ends', () => {
    const run = startRun(large);
    const progress = run.progress();
    expect(progress).toMatchObject({ isAssumed: true, secondsLeft: large.cost / 2000, workPerSecond: undefined });
    ratios(run, 0.2, 0.1);
    expect(run.progress()).toMatchObject({ finished: large.subproblems.length, fraction: 1, secondsLeft: 0 });
  });

  test('the time left of a resumed run is estimated from its earlier results', () => {
    const [first, ...others] = large.subproblems;
    if (!first) throw new Error('the plan is too small');
    const results = new Results(large);
    finish({ results }, first, first.cost * 0.2, 1000);
    const run = startRun(large, undefined, results);
    const cost = others.reduce((sum, other) => sum + other.cost, 0);
    expect(run.progress()).toMatchObject({ finished: 1, fraction: first.cost / large.cost });
    expect(run.progress().secondsLeft).toBeCloseTo((cost * 0.2) / 2);
  });

  test('an hour during which the process was stopped shows in the rate, until later results outweigh it', () => {
    const run = startRun(large, 200);
    const [first, second, ...others] = mostExpensiveFirst(large.subproblems);
    if (!first || !second) throw new Error('the plan is too small');
    pass(first.cost * 0.2);
    finish(run, first, first.cost * 0.2, 1000);
    const before = run.progress();
    pass(3600);
    finish(run, second, 3600, 1000);
    const after = run.progress();
    expect(after.seconds).toBeCloseTo(before.seconds + 3600);
    expect(after.secondsLeft).toBeGreaterThan(10 * (before.secondsLeft ?? 0));
    expect(after.workPerSecond).toBeLessThan((before.workPerSecond ?? 0) / 10);
    for (const other of others.slice(0, -10)) {
      pass(20);
      finish(run, other, 20, 20_000);
    }
    expect(run.progress().workPerSecond).toBeGreaterThan(0.9 * 2000);
  });
});

describe('a run in this process', () => {
  const plan = planBitmask(8, 1); // four subproblems
  const [a, b, c] = plan.subproblems;
  if (!a || !b || !c) throw new Error('the plan is too small');

  test('the elapsed time and the fraction are known before any subproblem ends', () => {
    const run = startRun(plan);
    run.started(a.id, 1);
    run.started(b.id, 2);
    pass(2);
    run.start(); // a second time, when the threads have started
    pass(4);
    const { fraction, ...stats } = run.progress();
    expect(stats).toMatchObject({ finished: 0, seconds: 6, threads: 2, workPerSecond: undefined });
    expect(fraction).toBeGreaterThan(0);
  });

  test('the fraction does not fall, and is a bound, if a result shows slower threads than expected', () => {
    for (const [factor, isBehind] of [
      [1, false],
      [1e6, true],
    ] as const) {
      const run = startRun(plan, 1);
      const sorted = mostExpensiveFirst(plan.subproblems);
      const [first, second, cheapest] = [sorted[0], sorted[1], sorted.at(-1)];
      if (!first || !second || !cheapest) throw new RangeError('an empty plan');
      run.started(first.id, 1);
      run.started(second.id, 2);
      pass(first.cost / 2000);
      const { fraction } = run.progress();
      finish(run, cheapest, (factor * cheapest.cost) / 1000);
      expect(run.progress().isBehind).toBe(isBehind);
      expect(run.progress().fraction).toBeGreaterThanOrEqual(fraction);
    }
  });

  test('the rate is the sum over all threads', () => {
    const run = startRun(plan);
    run.started(a.id, 1);
    run.started(b.id, 2);
    pass(10);
    finish(run, a, 10, 10_000);
    run.started(c.id, 1);
    expect(run.progress().workPerSecond).toBe(2000); // 1,000 for each of two threads
  });

  test('no figure includes the time between a stop and the next start', () => {
    const run = startRun(plan);
    run.started(a.id, 1);
    pass(20);
    finish(run, a, 20, 2000);
    run.started(b.id, 1);
    run.started(c.id, 2);
    const before = run.progress();
    run.setState('stopped');
    pass(3600);
    const stopped = { state: 'stopped', threads: 0, seconds: 20, threadSeconds: 20, workPerSecond: 100 };
    expect(run.stats()).toMatchObject({ ...stopped, fraction: a.cost / plan.cost, isBehind: false });
    expect(run.stats().secondsLeft).toBeUndefined();
    run.start();
    run.started(b.id, 1);
    run.started(c.id, 2);
    expect(run.progress()).toEqual(before);
    pass(2.5);
    expect(run.progress().seconds).toBe(22.5);
  });

  test('a stop loses the progress of running subproblems', () => {
    const run = startRun(plan, 1);
    run.started(a.id, 1);
    pass(a.cost / 2000);
    expect(run.progress().fraction).toBeGreaterThan(0);
    run.setState('stopped');
    expect(run.progress()).toMatchObject({ fraction: 0, isBehind: false });
  });

  test('a failure has its reason, which a new start removes', () => {
    const run = startRun(plan);
    run.setState('failed', 'a reason');
    expect(run.stats()).toMatchObject({ state: 'failed', problem: 'a reason' });
    run.start();
    expect(run.stats()).toMatchObject({ state: 'counting', problem: undefined });
  });

  test('the total is known when a whole plan is finished, and not that of a part', () => {
    const results = new Results(plan);
    const run = startRun(plan, undefined, results);
    const part = Run.local(createShare(plan, plan.subproblems.slice(1)), results);
    for (const partial of plan.subproblems.map(createKernel({ kind: 'reference' }))) results.add(partial);
    expect(run.stats().count).toBeUndefined();
    run.setState('finished');
    part.setState('finished');
    expect(run.stats()).toMatchObject({ state: 'finished', count: '92', agreement: 'agrees', fraction: 1 });
    expect(part.stats()).toMatchObject({ finished: 3, subproblems: 3, fraction: 1 });
    expect(part.stats()).not.toHaveProperty('count');
  });

  test('that was resumed has the rate of its new results', () => {
    const results = new Results(plan);
    const [earlier, later] = plan.subproblems;
    if (!earlier || !later) throw new RangeError('the plan is too small');
    finish({ results }, earlier, 10, 7000);
    pass(3600);
    const run = startRun(plan, undefined, results);
    pass(10);
    finish(run, later, 10, 500);
    run.setState('stopped');
    expect(run.stats().workPerSecond).toBe(50);
  });

  test('reads results in the order in which they ended', () => {
    const results = new Results(plan);
    const [first, second] = plan.subproblems;
    if (!first || !second) throw new RangeError('the plan is too small');
    results.add({ ...createResult(second, 3), ended: 1e12 + 60_000, work: 12 });
    results.add({ ...createResult(first, 3), ended: 1e12 + 3000, work: 3 });
    const run = new Run(plan, results);
    run.setState('counting');
    expect(run.threadSeconds).toBe(6);
    expect(run.progress().workPerSecond).toBe(4); // since the pause
  });

  test('with nothing to count is finished at once', () => {
    const empty = createShare(plan, []);
    const run = Run.local(empty, new Results(plan));
    run.start();
    expect(run.progress()).toMatchObject({ finished: 0, subproblems: 0, fraction: 1, secondsLeft: 0, isBehind: false });
    expect(run.isFinished).toBe(true);
  });
});

describe('a run on other machines', () => {
  const plan = planBitmask(12, 2);
  const sorted = mostExpensiveFirst(plan.subproblems);

  test('makes progress between two results while it is known what they count, until that is overdue', () => {
    const run = new Run(plan, new Results(plan));
    run.start();
    run.threads = 2;
    pass(10);
    for (const subproblem of sorted.slice(0, 4)) finish(run, subproblem, 10);
    const stats = [0, 4, 8, 400].map((seconds) => {
      run.elsewhere = sorted.slice(4, 6).map(({ cost }) => ({ cost, seconds }));
      return run.progress();
    });
    const fractions = stats.map(({ fraction }) => fraction);
    expect(fractions).toEqual([...new Set(fractions)].toSorted((a, b) => a - b));
    expect(stats.map(({ isBehind }) => isBehind)).toEqual([false, false, false, true]);
  });

  test('has a fraction only from results, and no rate before the first, if nothing else is known', () => {
    const run = new Run(plan, new Results(plan));
    run.start();
    run.threads = 2;
    pass(4);
    expect(run.running).toEqual([]);
    expect(run.progress()).toMatchObject({ fraction: 0, isAssumed: true, workPerSecond: undefined });
  });
});
