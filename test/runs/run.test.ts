import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryLedger } from '../../src/ledger/memory.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { choosePlan } from '../../src/plan/choose-plan.js';
import { mostExpensiveFirst } from '../../src/plan/plan.js';
import type { Subproblem } from '../../src/plan/subproblem.js';
import { Run } from '../../src/runs/run.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function pass(seconds: number): void {
  vi.advanceTimersByTime(1000 * seconds);
}
function partialOf({ id }: Subproblem, seconds: number, work = 1) {
  return { id, count: 1, work, milliseconds: 1000 * seconds };
}

describe('the time left', () => {
  const plan = choosePlan(16, { algorithm: 'bitmask', threads: 2 });

  /**
   * Simulates a count on two threads. A unit of cost takes `secondsPerCost`, multiplied or divided by 1 + `error`.
   *
   * @returns `left`: estimated by real time left, at each estimate; `falls`: how much the estimate falls, by the time that
   *   passes, while no subproblem ends.
   */
  function ratios(run: Run, secondsPerCost: number, error: number): { left: number[]; falls: number[] } {
    const estimates: { at: number; left: number }[] = [];
    const free = [0, 0];
    const ends = mostExpensiveFirst(plan.subproblems).map((subproblem, i) => {
      const seconds = subproblem.cost * secondsPerCost * (i % 2 === 0 ? 1 + error : 1 / (1 + error));
      const thread = (free[0] ?? 0) <= (free[1] ?? 0) ? 0 : 1;
      const start = free[thread] ?? 0;
      free[thread] = start + seconds;
      return { subproblem, thread, seconds, start, end: start + seconds };
    });
    const total = Math.max(...free);
    const falls: number[] = [];
    let now = 0;
    function at(time: number): number | undefined {
      for (const { subproblem, thread, start } of ends) {
        if (start >= now && start <= time) run.started(subproblem.id, thread);
      }
      pass(Math.max(0, time - now));
      now = Math.max(now, time);
      const left = run.progress().secondsLeft;
      if (left !== undefined && now < 0.95 * total) estimates.push({ at: now, left });
      return left;
    }
    run.knownThreads = 2;
    run.setState('counting');
    for (const { subproblem, seconds, end } of ends.sort((a, b) => a.end - b.end)) {
      const before = now;
      const left = at(now);
      const later = at((now + end) / 2);
      if (left !== undefined && later !== undefined && now > before) falls.push((left - later) / (now - before));
      at(end);
      run.add(partialOf(subproblem, seconds));
    }
    return { left: estimates.map(({ at, left }) => left / (total - at)), falls };
  }

  test('is the forecast in the first second', () => {
    const run = new Run(plan, new MemoryLedger(), { slowdown: 200 });
    run.knownThreads = 2;
    run.setState('counting');
    expect(run.progress().secondsLeft).toBeCloseTo((plan.cost * 0.2) / 2);
  });

  test('stays right to the end if the forecast was right, and counts down while nothing ends', () => {
    const { left, falls } = ratios(new Run(plan, new MemoryLedger(), { slowdown: 200 }), 0.2, 0.3);
    expect(Math.min(...left)).toBeGreaterThan(1 / 1.5);
    expect(Math.max(...left)).toBeLessThan(1.5);
    expect(falls.filter((fall) => fall > 0.2).length).toBeGreaterThan(falls.length / 2);
  });

  test('is corrected by measurements if the forecast was wrong', () => {
    const { left } = ratios(new Run(plan, new MemoryLedger(), { slowdown: 600 }), 0.2, 0.3);
    expect(left[0]).toBeCloseTo(3, 0);
    expect(left[Math.floor(left.length / 2)]).toBeLessThan(1.5);
  });

  test('is corrected in a short count on a machine that is slower than the reference', () => {
    const { left } = ratios(new Run(plan, new MemoryLedger(), { slowdown: 1 }), 0.003, 0.3);
    expect(left[0]).toBeCloseTo(1 / 3, 0);
    expect(left[Math.floor(left.length / 2)]).toBeGreaterThan(1 / 1.5);
  });

  test('is unknown without a forecast, until the first subproblem has ended', () => {
    const run = new Run(plan, new MemoryLedger());
    expect(run.progress().secondsLeft).toBeUndefined();
    expect(run.progress().workPerSecond).toBeUndefined();
    expect(Math.max(...ratios(run, 0.2, 0.1).left)).toBeLessThan(1.5);
    expect(run.progress()).toMatchObject({ finished: plan.subproblems.length, fraction: 1, secondsLeft: 0 });
  });

  test('of a resumed run follows from its earlier results', () => {
    const [first, ...others] = plan.subproblems;
    if (!first) throw new Error('the plan has subproblems');
    const ledger = new MemoryLedger();
    ledger.add(partialOf(first, first.cost * 0.2, 1000));
    const run = new Run(plan, ledger);
    run.knownThreads = 2;
    run.setState('counting');
    const cost = others.reduce((sum, other) => sum + other.cost, 0);
    expect(run.progress()).toMatchObject({ finished: 1, fraction: first.cost / plan.cost });
    expect(run.progress().secondsLeft).toBeCloseTo((cost * 0.2) / 2);
  });

  test('is hardly changed by an hour in which the process was stopped', () => {
    const run = new Run(plan, new MemoryLedger(), { slowdown: 200 });
    const [first, second] = mostExpensiveFirst(plan.subproblems);
    if (!first || !second) throw new Error('the plan has two subproblems');
    run.knownThreads = 2;
    run.setState('counting');
    pass(5);
    run.add(partialOf(first, first.cost * 0.2, 1000));
    const before = run.progress();
    pass(3600);
    run.skip(3600); // the count's timer did not fire
    run.add(partialOf(second, 3600, 1000));
    const after = run.progress();
    expect(after.seconds).toBe(before.seconds);
    expect(after.secondsLeft).toBeLessThan(2 * (before.secondsLeft ?? 0));
    expect(after.workPerSecond).toBeGreaterThan((before.workPerSecond ?? 0) / 6);
  });
});

describe('a run that is counted here', () => {
  const plan = planBitmask(8, 1); // four subproblems
  const [a, b, c, d] = plan.subproblems;
  if (!a || !b || !c || !d) throw new Error('the plan is too small');

  function counting(): Run {
    const run = new Run(plan, new MemoryLedger());
    run.knownThreads = 2;
    run.setState('counting');
    return run;
  }

  test('has done nothing of a subproblem that begins right after a pause', () => {
    const run = counting();
    pass(4);
    run.started(a.id, 1); // its message comes before the report that notices the pause
    run.skip(5); // the report before came earlier than the run
    expect(run.progress()).toMatchObject({ fraction: 0, seconds: 0 });
  });

  test('has done in a pause nothing of a subproblem that began before', () => {
    const run = counting();
    run.started(a.id, 1);
    pass(2);
    pass(3600);
    run.skip(3600);
    expect(run.progress().seconds).toBeCloseTo(2);
    expect(run.workers.all()[0]?.seconds).toBeCloseTo(2);
  });

  test('has the time that its source says, and goes on from there', () => {
    const run = counting();
    pass(10);
    run.setSeconds(100);
    pass(5);
    expect(run.progress().seconds).toBe(105);
  });

  test('has times from the first second on, before any subproblem ends', () => {
    const run = counting();
    run.started(a.id, 1);
    run.started(b.id, 2);
    pass(2);
    run.setState('counting'); // again, as the threads have started
    pass(4);
    const { fraction, ...figures } = run.progress();
    expect(figures).toMatchObject({ finished: 0, seconds: 6, threads: 2, workPerSecond: undefined });
    expect(fraction).toBeGreaterThan(0);
  });

  test('has the rate of all threads', () => {
    const run = counting();
    run.started(a.id, 1);
    run.started(b.id, 2);
    pass(10);
    run.add(partialOf(a, 10, 10_000));
    run.started(c.id, 1);
    expect(run.progress().workPerSecond).toBe(2000); // 1,000 for each of two threads
    expect(run.history().rates.at(-1)).toBeCloseTo(2000);
  });

  test('leaves the pauses between a stop and its resumption out of every figure', () => {
    const run = counting();
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
    expect(run.history().rates.length * run.history().interval).toBeCloseTo(22.5, 0);
  });

  test('spreads work over the time that it took, and assumes that running subproblems are as fast as finished ones', () => {
    const run = counting();
    pass(10);
    run.add(partialOf(a, 10, 10_000));
    const { interval, rates } = run.history();
    expect(rates.length * interval).toBe(10);
    expect(rates.map((rate) => Math.round(rate))).toEqual(rates.map(() => 1000));
    run.started(b.id, 1);
    run.started(c.id, 2);
    pass(10);
    expect(run.history().rates.at(-1)).toBeCloseTo(2000);
  });
});

describe('a run that is counted elsewhere', () => {
  const plan = choosePlan(16, { algorithm: 'bitmask', threads: 2 });

  test.each([1, 2, 7])('has %i threads by its results, in spite of a pause', (threads) => {
    const run = new Run(plan, new MemoryLedger());
    let end = 0;
    for (const [i, subproblem] of plan.subproblems.entries()) {
      if (i === 40) end += 10_000;
      end += 6 / threads;
      run.add(partialOf(subproblem, 6), end);
    }
    expect(run.threads).toBe(threads);
  });
});
