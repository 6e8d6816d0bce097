import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import type { PartialCount } from '../../src/plan/partial-count.js';
import { mostExpensiveFirst, type Plan } from '../../src/plan/plan.js';
import { ObservedRun } from '../../src/runs/observed-run.js';
import { makeKernel } from '../../workers/kernels.js';

const START = 1e12;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: START }));
afterEach(() => void vi.useRealTimers());

/** Makes a run, and a function that adds results as another process would. */
function observe(plan: Plan) {
  const run = new ObservedRun(plan);
  return { run, add: (...partials: readonly PartialCount[]) => run.add(partials) };
}

/** Returns a result that took 3 s and ended some seconds after the start. */
function partial({ id }: { readonly id: string }, end: number): PartialCount {
  return { id, count: 1, work: 6000, milliseconds: 3000, ended: START + 1000 * end };
}

const plan = planBitmask(8, 1); // four subproblems
const [first, second, third, fourth] = mostExpensiveFirst(plan.subproblems);
if (!first || !second || !third || !fourth) throw new Error('the plan is too small');

describe('a run in another process', () => {
  test('has the times of its results, even if they are read late and in another order', () => {
    const { run, add } = observe(plan);
    add(partial(second, 6), partial(first, 3), partial(fourth, 109), partial(third, 9)); // a pause of 97 seconds
    vi.advanceTimersByTime(500_000);
    const figures = run.figures('finished');
    expect(figures).toMatchObject({
      seconds: 12,
      threadSeconds: 12,
      work: 24_000,
      threads: 0,
      latest: START + 109_000,
    });
    expect(figures.workPerSecond).toBeUndefined(); // nobody counts
  });

  test('has the number of threads that its results show, and their rate', () => {
    const { run, add } = observe(plan);
    add(partial(first, 3), partial(second, 3), partial(third, 6));
    vi.setSystemTime(START + 6000);
    const figures = run.figures('counting');
    expect(figures).toMatchObject({ finished: 3, threads: 1, workPerSecond: 2000 }); // one subproblem is left
    expect(figures.secondsLeft).toBeCloseTo((fourth.cost * 9) / (plan.cost - fourth.cost));
  });

  test('counts its running subproblems by the time since the latest results', () => {
    const large = planBitmask(12, 2);
    const { run, add } = observe(large);
    const sorted = mostExpensiveFirst(large.subproblems);
    sorted.slice(0, 8).forEach((subproblem, i) => {
      add(partial(subproblem, 3 * (1 + Math.floor(i / 2)))); // two threads
    });
    vi.setSystemTime(START + 12_000);
    const before = run.figures('counting');
    vi.setSystemTime(START + 13_000);
    const after = run.figures('counting');
    expect(before.threads).toBe(2);
    expect(after.fraction).toBeGreaterThan(before.fraction);
    expect((before.secondsLeft ?? 0) - (after.secondsLeft ?? 0)).toBeCloseTo(1);
    vi.setSystemTime(START + 1e9);
    expect(before.isBehind || after.isBehind).toBe(false);
    expect(run.figures('counting')).toMatchObject({ finished: 8, isBehind: true });
    expect(run.figures('counting').fraction).toBeLessThan((10 / 8) * before.fraction); // at most two more
  });

  test('is idle if no result comes for twice the time of its longest subproblem', () => {
    const { run, add } = observe(plan);
    add({ ...partial(first, 0), milliseconds: 20_000 });
    vi.setSystemTime(START + 39_000);
    expect(run.estimatedState(START)).toBe('counting');
    vi.setSystemTime(START + 41_000);
    expect(run.estimatedState(START)).toBe('idle');
    expect(run.figures('idle').secondsLeft).toBeUndefined();
  });

  test('has a total when all subproblems are finished, unless it is a part', () => {
    const counted = plan.subproblems.map(makeKernel({ kind: 'readable' }));
    const { run, add } = observe(plan);
    add(...counted);
    expect(run.isFinished).toBe(true);
    expect(run.figures('finished')).toMatchObject({ count: '92', agreement: 'agrees', fraction: 1 });
    const part = new ObservedRun(plan, { k: 1, m: 2 });
    part.add(counted);
    expect(part.update('finished', 'queens-par 8').header).toMatchObject({ part: '1/2', command: 'queens-par 8' });
    expect(part.figures('finished')).toMatchObject({ finished: 2, subproblems: 2 });
    expect(part.figures('finished')).not.toHaveProperty('count');
  });
});
