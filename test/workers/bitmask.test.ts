import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planBitmask } from '../../src/core/plan/bitmask-plan.js';
import type { Plan } from '../../src/core/plan/plan.js';
import type { BitmaskSubproblem } from '../../src/core/plan/subproblem.js';
import { compileKernel } from '../../src/node/threads/compile-kernel.js';
import { type Kernel, makeKernel } from '../../workers/kernels.js';
import { A000170 } from '../vectors/a000170.js';
import { A319283 } from '../vectors/a319284.js';

const kernels: [string, Kernel][] = [
  ['fast', makeKernel(compileKernel('bitmask', 'fast'))],
  ['reference', makeKernel(compileKernel('bitmask', 'reference'))],
];

/** Adds up the weighted counts and work counters of a plan. */
function total(plan: Plan, kernel: Kernel): { count: bigint; work: number } {
  let count = 0n;
  let work = 0;
  for (const subproblem of plan.subproblems) {
    const partial = kernel(subproblem);
    count += BigInt(subproblem.weight) * BigInt(partial.count);
    work += subproblem.weight * partial.work;
  }
  return { count, work };
}

describe.each(kernels)('the %s kernel of bitmask', (_, kernel) => {
  test.each(Array.from({ length: 15 }, (_, n) => n))('n = %i has the published count and number of placements', (n) => {
    // A319283 also counts the empty board. A plan of depth 0 uses no symmetry, so the kernel makes all placements.
    const work = (A319283[n] ?? Number.NaN) - 1;
    expect(total(planBitmask(n, 0), kernel)).toEqual({ count: A000170[n], work });
  });

  // Deep plans have dead ends: subproblems that leave no free cell, but do not fill the board.
  test('the count is the same at every depth, and no two subproblems have the same id', () => {
    for (let n = 0; n <= 9; n++) {
      for (let depth = 0; depth <= n + 2; depth++) {
        const plan = planBitmask(n, depth);
        expect(new Set(plan.subproblems.map(({ id }) => id)).size).toBe(plan.subproblems.length);
        expect(total(plan, kernel).count).toBe(A000170[n]);
      }
    }
  });
});

test('both kernels return the same count and work for any prefix and its mirror image, up to n = 32', () => {
  const [[, fast], [, reference]] = kernels as [[string, Kernel], [string, Kernel]];
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 32 }), fc.infiniteStream(fc.nat()), (n, choices) => {
      const prefix = randomPrefix(n, Math.max(0, n - 9), choices);
      const subproblem: BitmaskSubproblem = { algorithm: 'bitmask', id: 'x', n, weight: 1, cost: 1, prefix };
      const { count, work } = reference(subproblem);
      expect(fast(subproblem)).toMatchObject({ count, work });
      const mirrored = prefix.map((column) => n - 1 - column);
      expect(fast({ ...subproblem, prefix: mirrored })).toMatchObject({ count, work });
    }),
  );
});

/** Places queens that do not attack each other in the first `rows` rows. Stops early if no column is free. */
function randomPrefix(n: number, rows: number, choices: Iterator<number>): number[] {
  const prefix: number[] = [];
  while (prefix.length < rows) {
    const free = Array.from({ length: n }, (_, column) => column).filter((column) =>
      prefix.every((other, row) => other !== column && Math.abs(other - column) !== prefix.length - row),
    );
    const column = free[choices.next().value % free.length];
    if (column === undefined) break;
    prefix.push(column);
  }
  return prefix;
}
