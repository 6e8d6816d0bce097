import { expect, test } from 'vitest';
import { ConflictError, isNew, sum } from '../../src/ledger/ledger.js';
import { MemoryLedger } from '../../src/ledger/memory.js';
import { ImpossibleCountError } from '../../src/plan/partial-count.js';
import { makePlan } from '../../src/plan/plan.js';
import type { BitmaskSubproblem } from '../../src/plan/subproblem.js';

const recipe = { n: 30, algorithm: 'bitmask', options: {} } as const;

function subproblem(id: string, weight = 2, n = 30): BitmaskSubproblem {
  return { algorithm: 'bitmask', id, n, weight, cost: 1, prefix: [] };
}

function partial(id: string, count: number) {
  return { id, count, work: count, milliseconds: 1 };
}

test('a second, different count of a subproblem is a conflict, and an impossible count is refused', () => {
  const ledger = new MemoryLedger();
  expect(isNew(ledger, subproblem('a'), partial('a', 7))).toBe(true);
  ledger.add(partial('a', 7));
  expect(isNew(ledger, subproblem('a'), partial('a', 7))).toBe(false);
  const differing = () => isNew(ledger, subproblem('a'), partial('a', 8));
  expect(differing).toThrow(ConflictError);
  expect(differing).toThrow('subproblem a was counted twice: 7 and 8');
  expect(() => isNew(ledger, subproblem('b', 2, 3), partial('b', 7))).toThrow(ImpossibleCountError);
});

test('sum multiplies counts by weights, and is exact above 2^53 and 2^64', () => {
  const subproblems = Array.from({ length: 4096 }, (_, i) => subproblem(`s${i}`));
  const plan = makePlan(recipe, subproblems);
  const ledger = new MemoryLedger();
  for (const { id } of subproblems) ledger.add(partial(id, Number.MAX_SAFE_INTEGER));
  expect(sum(plan, ledger).count).toBe(2n * 4096n * (2n ** 53n - 1n));
  expect(sum(plan, ledger).count).toBeGreaterThan(2n ** 64n);
});

test('sum refuses an incomplete ledger', () => {
  const ledger = new MemoryLedger();
  ledger.add(partial('a', 7));
  expect(() => sum(makePlan(recipe, [subproblem('a'), subproblem('b')]), ledger)).toThrow('b is not counted');
});
