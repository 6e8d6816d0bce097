import { describe, expect, test } from 'vitest';
import { mirrorOf, planBitmask } from '../../src/plan/bitmask-plan.js';
import { choosePlan } from '../../src/plan/choose-plan.js';
import { partOf } from '../../src/plan/part.js';
import { remakePlan } from '../../src/plan/remake-plan.js';

describe('parts', () => {
  test.each([1, 2, 7, 500])('%i parts make the whole, with each subproblem in one', (m) => {
    const plan = planBitmask(10, 3);
    const shares = Array.from({ length: m }, (_, index) => partOf(plan, { k: index + 1, m }));
    const ids = shares.flatMap(({ subproblems }) => subproblems.map(({ id }) => id));
    expect(ids.sort()).toEqual(plan.subproblems.map(({ id }) => id).sort());
    expect(shares.reduce((sum, { cost }) => sum + cost, 0)).toBeCloseTo(plan.cost);
  });
});

describe('remakePlan', () => {
  test.each([
    [8, {}],
    [16, { threads: 3 }],
    [18, { threads: 2, memory: 100 * 2 ** 20 }],
    [15, { algorithm: 'bitmask' as const, threads: 64 }],
    [9, { depth: 4 }],
  ])('makes the plan of n = %i, %j again', (n, options) => {
    const plan = choosePlan(n, options);
    const recipe = JSON.parse(JSON.stringify({ n: plan.n, algorithm: plan.algorithm, options: plan.options }));
    const other = planBitmask(5, 1);
    expect(remakePlan({ ...recipe, planHash: plan.hash }, 'it', 'wait', other)).toEqual(plan);
    expect(() => remakePlan({ ...recipe, planHash: 'f'.repeat(64) }, 'it', 'wait')).toThrow(
      `its plan is ${'f'.repeat(64)}; this version makes ${plan.hash} from the same options`,
    );
  });

  test('calls a plan that needs more memory now than its recipe has another one', () => {
    const recipe = { n: 22, algorithm: 'meet' as const, options: { threads: 2, memory: 2 * 2 ** 20 } };
    const remake = () => remakePlan({ ...recipe, planHash: 'f'.repeat(64) }, 'it', 'wait');
    expect(remake).toThrow(
      /^it: n = 22 needs at least \d+ megabytes of memory a thread, not 2\. Finish it .* began it, or wait$/,
    );
  });

  test('calls a plan that is cut finer than is allowed now another one', () => {
    const recipe = { n: 18, algorithm: 'bitmask' as const, options: { depth: 6 } };
    const remake = () => remakePlan({ ...recipe, planHash: 'f'.repeat(64) }, 'it', 'wait');
    expect(remake).toThrow(/^it: depth must be at most 5/);
  });

  test.each([
    { n: 33, algorithm: 'bitmask' as const, options: { depth: 2 } },
    { n: 8, algorithm: 'bitmask' as const, options: {} },
    { n: 8, algorithm: 'bitmask' as const, options: { depth: 0.5 } },
    { n: 4, algorithm: 'meet' as const, options: { threads: 1, memory: 1 } },
    { n: 16, algorithm: 'meet' as const, options: { threads: 0, memory: 1 } },
  ])('refuses %j', (recipe) => {
    expect(() => remakePlan({ ...recipe, planHash: 'f'.repeat(64) }, 'it', 'wait')).toThrow();
  });
});

test('a mirror image has the columns from the other side; its own image is none', () => {
  const [first] = planBitmask(6, 2).subproblems;
  expect(first && mirrorOf(first)).toMatchObject({ id: '5.3', prefix: [5, 3], weight: 2 });
  expect(planBitmask(5, 1).subproblems.map((subproblem) => mirrorOf(subproblem)?.id)).toEqual(['4', '3', undefined]);
  expect(planBitmask(5, 0).subproblems.map(mirrorOf)).toEqual([undefined]);
  expect(choosePlan(16, { threads: 1 }).subproblems.map(mirrorOf)).not.toContainEqual(expect.anything());
});
