import { expect, test } from 'vitest';
import { UsageError } from '../../../src/core/errors/errors.js';
import { partOf } from '../../../src/core/plan/part.js';
import type { StoredPlan } from '../../../src/core/plan/rebuild-plan.js';
import { choosePlan, planBitmask, rebuildPlan } from './plans.js';

test.each([1, 2, 7, 500])('each subproblem is in exactly one of %i parts', (m) => {
  const plan = planBitmask(10, 3);
  const shares = Array.from({ length: m }, (_, index) => partOf(plan, { k: index + 1, m }));
  const ids = shares.flatMap(({ subproblems }) => subproblems.map(({ id }) => id));
  expect(ids.sort()).toEqual(plan.subproblems.map(({ id }) => id).sort());
  expect(shares.reduce((sum, { cost }) => sum + cost, 0)).toBeCloseTo(plan.cost);
});

test.each([
  [8, {}],
  [16, { threads: 3 }],
  [18, { threads: 64 }],
  [15, { algorithm: 'bitmask' as const, threads: 64 }],
  [9, { depth: 4 }],
])('rebuildPlan makes the same plan for n = %i, %j', (n, options) => {
  const plan = choosePlan(n, options);
  const recipe = JSON.parse(JSON.stringify({ n: plan.n, algorithm: plan.algorithm, options: plan.options }));
  const known = planBitmask(5, 1); // another plan, which must not be used
  const named = { ...recipe, planHash: plan.hash, subproblems: plan.subproblems.length };
  expect(rebuildPlan(named, 'it', 'wait', known)).toEqual(plan);
});

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('rebuildPlan makes the plan of every depth for n = %i', (n) => {
  for (let depth = 0; depth <= n; depth++) {
    const { hash: planHash, subproblems, ...recipe } = planBitmask(n, depth);
    expect(rebuildPlan({ ...recipe, planHash, subproblems: subproblems.length }, 'it', 'wait').hash).toBe(planHash);
  }
});

test.each([
  [{ n: 33, algorithm: 'bitmask', options: { depth: 2 } }, 'n must be'],
  [{ n: 8, algorithm: 'bitmask', options: {} }, 'its plan has'],
  [{ n: 8, algorithm: 'bitmask', options: { depth: 0.5 } }, 'its plan has'],
  [{ n: 18, algorithm: 'bitmask', options: { depth: 6 } }, 'depth must be at most 5'],
  [{ n: 4, algorithm: 'meet', options: { splitColumns: 0 } }, 'n from 5 to 28'],
  [{ n: 16, algorithm: 'meet', options: { splitColumns: 9 } }, 'splitColumns must be from 0 to 8, not 9'],
  [{ n: 16, algorithm: 'meet', options: { splitColumns: -1 } }, 'splitColumns must be from 0 to 8, not -1'],
  [{ n: 16, algorithm: 'meet', options: { splitColumns: 0.5 } }, 'splitColumns must be from 0 to 8, not 0.5'],
  [{ n: 16, algorithm: 'meet', options: { threads: 2 } }, 'its plan has'],
] as const)('rebuildPlan refuses %j', (recipe, message) => {
  const rebuild = () => rebuildPlan({ ...recipe, planHash: 'f'.repeat(64), subproblems: 1e6 }, 'it', 'wait');
  expect(rebuild).toThrow(/^it: .*\. Finish it .* started it, or wait$/);
  expect(rebuild).toThrow(message);
});

test.each([
  ['bitmask', { depth: 2 }, { algorithm: 'meet' }],
  ['bitmask', { depth: 2 }, { algorithm: 'foo' }],
  ['bitmask', { depth: 2 }, { options: { depth: 3 } }],
  ['bitmask', { depth: 2 }, { n: 10 }],
  ['meet', {}, { algorithm: 'foo' }],
  ['meet', {}, { algorithm: 'bitmask' }],
  ['meet', {}, { options: { splitColumns: 0, depth: 2 } }],
  ['bitmask', { depth: 2 }, { subproblems: 29 }],
  ['meet', {}, { subproblems: 1e9 }],
] as const)('rebuildPlan refuses the hash of a plan of %s with %j and %j', (algorithm, options, wrong) => {
  const plan = choosePlan(9, { algorithm, ...options });
  const { length: subproblems } = plan.subproblems;
  const named = { ...plan, planHash: plan.hash, subproblems, ...wrong } as StoredPlan; // algorithms come from files
  for (const known of [undefined, plan]) expect(() => rebuildPlan(named, 'it', 'wait', known)).toThrow(UsageError);
});

test.each([
  ['bitmask', 32, { depth: 4 }, 'depth must be at most 3 for n = 32, because depth 4 gives over 200,000 subproblems'],
  ['meet', 28, { splitColumns: 8 }, 'the plan has over 600,000 subproblems'],
] as const)(
  'rebuildPlan refuses a plan of %s that would fill the memory: n = %i, %j',
  (algorithm, n, options, message) => {
    const recipe = { algorithm, n, options, planHash: 'f'.repeat(64), subproblems: 21 };
    expect(() => rebuildPlan(recipe, 'it', 'wait')).toThrow(`it: ${message}. Finish it`);
  },
);
