import { expect, test } from 'vitest';
import { ImpossibleCountError } from '../../../src/core/plan/partial-count.js';
import { buildPlan } from '../../../src/core/plan/plan.js';
import type { BitmaskSubproblem } from '../../../src/core/plan/subproblem.js';
import { ConflictError, Results, totalOf } from '../../../src/core/results/results.js';

const recipe = { n: 30, algorithm: 'bitmask', options: {} } as const;

function subproblem(id: string, weight = 2, n = 30): BitmaskSubproblem {
  return { algorithm: 'bitmask', id, n, weight, cost: 1, prefix: [] };
}

function partial(id: string, count: number) {
  return { id, count, work: count, milliseconds: 1, ended: 0 };
}

test('results refuse a second, different count of a subproblem, an impossible count and an unknown subproblem', () => {
  const results = new Results(buildPlan(recipe, [subproblem('a'), subproblem('b', 2, 3)]));
  expect(results.add(partial('a', 7))).toBe(true);
  expect(results.add(partial('a', 7))).toBe(false);
  for (const other of [6, 8]) expect(() => results.add(partial('a', other))).toThrow(ConflictError);
  expect(() => results.add(partial('a', 8))).toThrow('subproblem a was counted twice: 7 and 8');
  expect(() => results.add(partial('b', 7))).toThrow(ImpossibleCountError);
  expect(() => results.add(partial('c', 0))).toThrow('the plan contains no subproblem c');
  expect([...results.values()]).toEqual([partial('a', 7)]);
});

test('a reader of results continues where it stopped, and gets each result once', () => {
  const results = new Results(buildPlan(recipe, [subproblem('a'), subproblem('b'), subproblem('c')]));
  results.add(partial('b', 1));
  expect(results.since(0)).toEqual([partial('b', 1)]);
  results.add(partial('b', 1));
  results.add(partial('a', 2));
  expect(results.since(1)).toEqual([partial('a', 2)]);
  expect(results.since(2)).toEqual([]);
  const shared = new Results(results.plan, results);
  shared.add(partial('c', 3));
  expect([results.size, results.since(2)]).toEqual([3, [partial('c', 3)]]);
});

test('the total multiplies counts by weights, and is exact above 2^53 and 2^64', () => {
  const subproblems = Array.from({ length: 4096 }, (_, i) => subproblem(`s${i}`));
  const plan = buildPlan(recipe, subproblems);
  const results = new Results(plan);
  for (const { id } of subproblems) results.add(partial(id, Number.MAX_SAFE_INTEGER));
  expect(totalOf(plan, results).count).toBe(2n * 4096n * (2n ** 53n - 1n));
  expect(totalOf(plan, results).count).toBeGreaterThan(2n ** 64n);
});

test('there is no total of incomplete results', () => {
  const plan = buildPlan(recipe, [subproblem('a'), subproblem('b')]);
  const results = new Results(plan);
  results.add(partial('a', 7));
  expect(() => totalOf(plan, results)).toThrow('b has not been counted');
});
