import { expect, test } from 'vitest';
import { UsageError } from '../../../src/core/errors/errors.js';
import { placementsPerMillisecond, refineBitmask } from '../../../src/core/plan/bitmask-plan.js';
import { largestCost, mostExpensiveFirst } from '../../../src/core/plan/plan.js';
import { runSteps } from '../../../src/core/plan/steps.js';
import { estimatePlacements } from '../../../src/core/plan/tree-size.js';
import { A319283, A319284 } from '../../vectors/a319284.js';
import { planBitmask } from './plans.js';

/** Hashes for n = 8, depth 2 and n = 16, depth 3. A change makes old checkpoints invalid. */
const HASHES = [
  '0adf82f010a9cc3fc3f8ff585187d4d86e3073d31524ca795232bb83c6be8c1d',
  '8f9d4586acc1a172c6cc21658304cf38ce87aa6d1096478e14e41d01171a7104',
];

test('the first queen is in the left half, or in the middle column with the second queen in the left half', () => {
  const weights = (depth: number) => planBitmask(5, depth).subproblems.map(({ id, weight }) => [id, weight]);
  expect(weights(2)).toEqual([
    ['0.2', 2],
    ['0.3', 2],
    ['0.4', 2],
    ['1.3', 2],
    ['1.4', 2],
    ['2.0', 2],
  ]);
  expect(weights(1)).toEqual([
    ['0', 2],
    ['1', 2],
    ['2', 1],
  ]);
  expect(weights(0)).toEqual([['board', 1]]);
});

test.each([8, 12, 16])('the estimated cost of n = %i is within 5 % of the known number of placements', (n) => {
  expect((2 * placementsPerMillisecond(n) * planBitmask(n, 2).cost) / (A319283[n] ?? 0)).toBeCloseTo(1, 1);
});

test('the estimated cost of very many subproblems is within 10 % of the known number of placements', () => {
  const { cost, subproblems } = planBitmask(16, 5);
  const above = (A319284[16] ?? []).slice(0, 6).reduce((sum, placements) => sum + placements);
  expect(subproblems.length).toBe((A319284[16]?.[5] ?? 0) / 2);
  const ratio = (2 * placementsPerMillisecond(16) * cost) / ((A319283[16] ?? 0) - above);
  expect(ratio).toBeGreaterThan(0.9);
  expect(ratio).toBeLessThan(1.1);
});

test('an estimate is exact if each row has only one free column', () => {
  expect(estimatePlacements(1, [], 1)).toBe(1);
  expect(estimatePlacements(4, [1], 10)).toBe(3); // after column 1 every row has one free column: 3, 0, 2
});

test('the estimate for a dead end is 1, not 0', () => {
  expect(estimatePlacements(4, [0, 2], 10)).toBe(1);
});

test('a depth with too many subproblems is refused, and the error names the largest allowed depth', () => {
  const refusal = new UsageError('depth must be at most 3 for n = 32, because depth 4 gives over 200,000 subproblems');
  for (const depth of [4, 32]) expect(() => planBitmask(32, depth)).toThrow(refusal);
  expect(planBitmask(32, 3).subproblems).toHaveLength(12_238);
});

test('the hashes of plans have not changed', () => {
  expect([planBitmask(8, 2).hash, planBitmask(16, 3).hash]).toEqual(HASHES);
});

test.each([1, 2, 7, 64])('%i threads get at least 16 subproblems each, and none is too expensive', (threads) => {
  const plan = runSteps(refineBitmask(planBitmask(16, 2), threads));
  expect(plan.subproblems.length).toBeGreaterThanOrEqual(16 * threads);
  expect(largestCost(plan)).toBeLessThanOrEqual(plan.cost / threads / 4);
});

test('a plan is not refined beyond full boards', () => {
  const { subproblems } = runSteps(refineBitmask(planBitmask(6, 2), 1000));
  expect(subproblems.every(({ prefix }) => prefix.length === 6)).toBe(true);
});

test('mostExpensiveFirst returns the same subproblems, sorted by cost', () => {
  const { subproblems } = planBitmask(9, 2);
  const sorted = mostExpensiveFirst(subproblems);
  expect([...sorted].map(({ cost }) => cost)).toEqual(subproblems.map(({ cost }) => cost).sort((a, b) => b - a));
  expect(new Set(sorted)).toEqual(new Set(subproblems));
});
