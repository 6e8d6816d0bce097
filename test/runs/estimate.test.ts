import { describe, expect, test } from 'vitest';
import { estimate } from '../../src/runs/estimate.js';

/** A run of ten subproblems with the cost 100 each, of which two are finished. A thread counts 10 a second. */
const run = {
  ...{ cost: 1000, subproblems: 10, finishedCost: 200, finished: 2 },
  ...{ pace: { cost: 200, seconds: 20 }, threads: 2 },
};

/** Estimates the run while its threads have counted two subproblems for these seconds. */
function estimateAfter(...seconds: readonly number[]) {
  return estimate({ ...run, running: seconds.map((passed) => ({ cost: 100, seconds: passed })) });
}

describe('the estimate between two ends of subproblems', () => {
  test('counts running subproblems by their elapsed time', () => {
    expect(estimateAfter(3, 5)).toEqual({ fraction: 0.28, secondsLeft: 36, isBehind: false });
  });

  test('is a bound while all running subproblems take longer than estimated, and their time shows a slower thread', () => {
    expect(estimateAfter(12, 5).isBehind).toBe(false);
    const [late, later] = [estimateAfter(12, 12), estimateAfter(60, 60)];
    expect([late.isBehind, later.isBehind]).toEqual([true, true]);
    expect(later.fraction).toBe(late.fraction);
    expect(late.fraction).toBeLessThan(0.4);
    expect(later.secondsLeft).toBeGreaterThan(2 * (late.secondsLeft ?? 0));
  });

  test('does not jump when a subproblem becomes overdue', () => {
    expect(estimateAfter(9.501, 9.501).secondsLeft).toBeCloseTo(estimateAfter(9.499, 9.499).secondsLeft ?? 0, 1);
  });

  test('has a fraction by the reference machine, and no time, if the speed is unknown', () => {
    const unknown = { ...run, pace: { cost: 0, seconds: 0 }, running: [{ cost: 100, seconds: 0.02 }] };
    expect(estimate(unknown)).toEqual({ fraction: 0.22, secondsLeft: undefined, isBehind: false });
  });

  test('has no time left if nobody counts, and 0 seconds at the end', () => {
    expect(estimate({ ...run, threads: 0, running: [] }).secondsLeft).toBeUndefined();
    expect(estimate({ ...run, finished: 10, threads: 0, running: [] })).toMatchObject({ fraction: 1, secondsLeft: 0 });
  });
});
