import { expect, test } from 'vitest';
import { chooseMeetCut, MAX_MEET_N, MIN_MEET_N } from '../../../src/core/plan/meet-plan.js';
import { MAX_SUBPROBLEMS, MAX_THREADS } from '../../../src/core/plan/plan.js';
import { createMeetKernel, MIN_MEMORY } from '../../../workers/meet.js';
import { A000170 } from '../../vectors/a000170.js';
import { countMeet, meetModule } from '../../workers/meet-modules.js';
import { isBand } from '../meet/bands.js';
import { planMeet } from './plans.js';

/** A kernel with the least memory that a user can allow. */
const leastKernel = createMeetKernel(meetModule, MIN_MEMORY);

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

test('a plan is reproducible, and its subproblems are small JSON values with unique ids', () => {
  for (let n = MIN_MEET_N; n <= 21; n++) {
    for (const threads of [1, 2, 64]) {
      const plan = planMeet(n, { threads });
      expect(plan).toEqual(planMeet(n, { threads }));
      expect(new Set(plan.subproblems.map(({ id }) => id)).size).toBe(plan.subproblems.length);
      const wrong = plan.subproblems.filter(
        (subproblem) =>
          !/^[\w.-]+$/.test(subproblem.id) ||
          JSON.stringify(subproblem).length >= 300 ||
          !(subproblem.cost > 0) ||
          [subproblem.algorithm, subproblem.n, subproblem.weight].join() !== `meet,${n},1`,
      );
      expect(wrong).toEqual([]);
    }
  }
});

test('a plan for n below 5 or above 28 is refused', () => {
  for (const n of [4, 29, 8.5, Number.NaN]) expect(() => planMeet(n)).toThrow(RangeError);
});

for (let n = MIN_MEET_N; n <= MAX_MEET_N; n++) {
  test(`n = ${n}: the band contains the middle rows, and the sides differ by at most one row`, () => {
    const { bandRows, rowsAbove, lastRow } = chooseMeetCut(n, 0);
    expect(isBand({ n, bandRows, rowsAbove, lastRow })).toBe(true);
    expect(rowsAbove - (n - rowsAbove - bandRows)).toBe((n - bandRows) % 2);
  });
}

test('the plan of 22 queens for the most threads has at most as many subproblems as a plan may have', () => {
  expect(planMeet(22, { threads: MAX_THREADS }).subproblems.length).toBeLessThanOrEqual(MAX_SUBPROBLEMS);
});

// The plans for one thread are counted in test/node/count/work.test.ts.
test.each([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16])(
  'the plan for 64 threads has the published count with the default memory and with the least, for n = %i',
  (n) => {
    for (const kernel of [countMeet, leastKernel]) {
      const counts = planMeet(n, { threads: 64 }).subproblems.map((subproblem) => kernel(subproblem).count);
      expect(sum(counts)).toBe(Number(A000170[n]));
    }
  },
);
