import { describe, expect, test } from 'vitest';
import { ConflictError, record, sum } from '../../src/ledger/ledger.js';
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

describe('record', () => {
  test('enters a subproblem once, and passes over an equal double', async () => {
    const ledger = new MemoryLedger();
    expect(await record(ledger, subproblem('a'), partial('a', 7))).toBe(true);
    expect(await record(ledger, subproblem('a'), partial('a', 7))).toBe(false);
    expect([...ledger.finished()]).toEqual([partial('a', 7)]);
  });

  test('stops at a double that differs, naming both counts', async () => {
    const ledger = new MemoryLedger();
    await record(ledger, subproblem('a'), partial('a', 7));
    const conflict = record(ledger, subproblem('a'), partial('a', 8));
    await expect(conflict).rejects.toThrow(ConflictError);
    await expect(conflict).rejects.toThrow('subproblem a was counted twice: 7 and 8');
    expect(ledger.get('a')?.count).toBe(7);
  });

  test('enters nothing impossible', async () => {
    const ledger = new MemoryLedger();
    await expect(record(ledger, subproblem('a', 2, 3), partial('a', 7))).rejects.toThrow(ImpossibleCountError);
    expect(ledger.get('a')).toBeUndefined();
  });
});

describe('sum', () => {
  test('weighs, and is exact past 2^53 and 2^64', async () => {
    const ids = Array.from({ length: 4096 }, (_, i) => `s${i}`);
    const plan = makePlan(
      recipe,
      ids.map((id) => subproblem(id)),
    );
    const ledger = new MemoryLedger();
    for (const id of ids) await record(ledger, subproblem(id), partial(id, Number.MAX_SAFE_INTEGER));
    expect(sum(plan, ledger).count).toBe(2n * 4096n * (2n ** 53n - 1n));
    expect(sum(plan, ledger).count).toBeGreaterThan(2n ** 64n);
  });

  test('never gives a part for the whole', async () => {
    const ledger = new MemoryLedger();
    await record(ledger, subproblem('a'), partial('a', 7));
    expect(() => sum(makePlan(recipe, [subproblem('a'), subproblem('b')]), ledger)).toThrow('b is not counted');
  });
});
