import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Results } from '../../src/ledger/results.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { choosePlan } from '../../src/plan/choose-plan.js';
import { mostExpensiveFirst, type Plan } from '../../src/plan/plan.js';
import type { Subproblem } from '../../src/plan/subproblem.js';
import { RemoteRun, Run } from '../../src/runs/run.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Starts a run on two threads. */
function startRun(plan: Plan, slowdown?: number, results = new Results(plan)): Run {
  const run = new Run(plan, results);
  if (slowdown !== undefined) run.slowdown = slowdown;
  run.threads = 2;
  run.setState('counting');
  return run;
}
function pass(seconds: number): void {
  vi.advanceTimersByTime(1000 * seconds);
}
function partialOf({ id }: Subproblem, seconds: number, work = 1) {
  return { id, count: 1, work, milliseconds: 1000 * seconds, ended: 0 };
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
      run.add(partialOf(subproblem, seconds));
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

  test('without a forecast, the time left is unknown until the first subproblem ends', () => {
    const run = startRun(large);
    expect(run.progress().secondsLeft).toBeUndefined();
    expect(run.progress().workPerSecond).toBeUndefined();
    expect(Math.max(...ratios(run, 0.2, 0.1).left)).toBeLessThan(1.5);
    expect(run.progress()).toMatchObject({ finished: large.subproblems.length, fraction: 1, secondsLeft: 0 });
  });

  test('the time left of a resumed run is estimated from its earlier results', () => {
    const [first, ...others] = large.subproblems;
    if (!first) throw new Error('the plan is too small');
    const results = new Results(large);
    results.add(partialOf(first, first.cost * 0.2, 1000));
    const run = startRun(large, undefined, results);
    const cost = others.reduce((sum, other) => sum + other.cost, 0);
    expect(run.progress()).toMatchObject({ finished: 1, fraction: first.cost / large.cost });
    expect(run.progress().secondsLeft).toBeCloseTo((cost * 0.2) / 2);
  });

  test('an hour during which the process was stopped hardly changes the time left', () => {
    const run = startRun(large, 200);
    const [first, second] = mostExpensiveFirst(large.subproblems);
    if (!first || !second) throw new Error('the plan is too small');
    pass(5);
    run.add(partialOf(first, first.cost * 0.2, 1000));
    const before = run.progress();
    pass(3600);
    run.skip(3600); // a count does this when its timer fires late
    run.add(partialOf(second, 3600, 1000));
    const after = run.progress();
    expect(after.seconds).toBe(before.seconds);
    expect(after.secondsLeft).toBeLessThan(2 * (before.secondsLeft ?? 0));
    expect(after.workPerSecond).toBeGreaterThan((before.workPerSecond ?? 0) / 6);
  });
});

describe('a run in this process', () => {
  const plan = planBitmask(8, 1); // four subproblems
  const [a, b, c] = plan.subproblems;
  if (!a || !b || !c) throw new Error('the plan is too small');

  test('a subproblem that starts right after a pause has no progress', () => {
    const run = startRun(plan);
    pass(4);
    run.started(a.id, 1); // this message arrives before the pause is noticed
    run.skip(5); // the pause is measured from a report before the run
    expect(run.progress()).toMatchObject({ fraction: 0, seconds: 0 });
  });

  test('a subproblem that started before a pause makes no progress during the pause', () => {
    const run = startRun(plan);
    run.started(a.id, 1);
    pass(2);
    pass(3600);
    run.skip(3600);
    expect(run.progress().seconds).toBeCloseTo(2);
    expect(run.running.all()[0]?.seconds).toBeCloseTo(2);
  });

  test('the elapsed time and the fraction are known before any subproblem ends', () => {
    const run = startRun(plan);
    run.started(a.id, 1);
    run.started(b.id, 2);
    pass(2);
    run.setState('counting'); // a second time, when the threads have started
    pass(4);
    const { fraction, ...figures } = run.progress();
    expect(figures).toMatchObject({ finished: 0, seconds: 6, threads: 2, workPerSecond: undefined });
    expect(fraction).toBeGreaterThan(0);
  });

  test('the fraction does not fall, and is a bound, if a result shows that the threads are slower than expected', () => {
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
      run.add(partialOf(cheapest, (factor * cheapest.cost) / 1000));
      expect(run.progress().isBehind).toBe(isBehind);
      expect(run.progress().fraction).toBeGreaterThanOrEqual(fraction);
    }
  });

  test('the rate is the sum over all threads', () => {
    const run = startRun(plan);
    run.started(a.id, 1);
    run.started(b.id, 2);
    pass(10);
    run.add(partialOf(a, 10, 10_000));
    run.started(c.id, 1);
    expect(run.progress().workPerSecond).toBe(2000); // 1,000 for each of two threads
  });

  test('no figure includes the time between a stop and the next start', () => {
    const run = startRun(plan);
    run.started(a.id, 1);
    pass(20);
    run.add(partialOf(a, 20, 2000));
    run.started(b.id, 1);
    run.started(c.id, 2);
    const before = run.progress();
    run.setState('stopped');
    pass(3600);
    expect(run.progress()).toMatchObject({ seconds: 20, secondsLeft: undefined, workPerSecond: 100 });
    expect(run.progress().fraction).toBe(a.cost / plan.cost);
    run.setState('counting');
    run.started(b.id, 1);
    run.started(c.id, 2);
    expect(run.progress()).toEqual(before);
    pass(2.5);
    expect(run.progress().seconds).toBe(22.5);
  });
});

test('a run on other machines makes progress between two results, until they are overdue', () => {
  const plan = planBitmask(12, 2);
  const run = new RemoteRun(plan, new Results(plan));
  run.threads = 2;
  run.setState('counting');
  for (const subproblem of mostExpensiveFirst(plan.subproblems).slice(0, 4)) {
    run.add(partialOf(subproblem, 10));
  }
  const figures = [0, 4, 4, 400].map((seconds) => {
    pass(seconds);
    return run.progress();
  });
  const fractions = figures.map(({ fraction }) => fraction);
  expect(fractions).toEqual([...new Set(fractions)].toSorted((a, b) => a - b));
  expect(figures.map(({ isBehind }) => isBehind)).toEqual([false, false, false, true]);
});
