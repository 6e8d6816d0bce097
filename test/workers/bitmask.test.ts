import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Plan } from '../../src/core/plan/plan.js';
import type { BitmaskSubproblem } from '../../src/core/plan/subproblem.js';
import { compileKernel } from '../../src/node/threads/compile-kernel.js';
import { createKernel, type Kernel } from '../../workers/kernels.js';
import { planBitmask } from '../core/plan/plans.js';
import { A000170 } from '../vectors/a000170.js';
import { A319283 } from '../vectors/a319284.js';

const kernels: [string, Kernel][] = [
  ['fast', createKernel(compileKernel('bitmask', 'fast'))],
  ['reference', createKernel(compileKernel('bitmask', 'reference'))],
];

const [[, fast], [, reference]] = kernels as [[string, Kernel], [string, Kernel]];

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
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 32 }), fc.infiniteStream(fc.nat()), (n, choices) => {
      const prefix = randomPrefix(n, Math.max(0, n - 9), choices);
      const { count, work } = reference(after(n, prefix));
      expect(fast(after(n, prefix))).toMatchObject({ count, work });
      const mirrored = prefix.map((column) => n - 1 - column);
      expect(fast(after(n, mirrored))).toMatchObject({ count, work });
    }),
  );
});

/** Boards whose queens may attack each other, even in one column. No plan contains the masks that they leave. */
const attackedBoards = fc.integer({ min: 1, max: 32 }).chain((n) => {
  const columns = Array.from({ length: n }, (_, column) => column);
  return fc.shuffledSubarray(columns, { minLength: Math.max(0, n - 10) }).chain((queens) => {
    return fc.shuffledSubarray(queens).map((more) => after(n, [...queens, ...more]));
  });
});

test('both kernels return the same count and work with any attacks from above and any number of rows left', () => {
  fc.assert(
    fc.property(attackedBoards, (subproblem) => {
      const { count, work } = reference(subproblem);
      expect(fast(subproblem)).toMatchObject({ count, work });
    }),
    { numRuns: 500 },
  );
});

// n = 16 is the largest n with lanes of 16 bits.
test.each([15, 16])('the fast kernel returns the published count and number of placements of n = %i', (n) => {
  const work = (A319283[n] ?? Number.NaN) - 1;
  expect(total(planBitmask(n, 0), fast)).toEqual({ count: A000170[n], work });
});

/** Returns the subproblem after a prefix of n queens. */
function after(n: number, prefix: readonly number[]): BitmaskSubproblem {
  return { algorithm: 'bitmask', id: 'x', n, weight: 1, cost: 1, prefix };
}

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
