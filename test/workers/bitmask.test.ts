import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count } from '../../src/index.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import type { Plan } from '../../src/plan/plan.js';
import type { BitmaskSubproblem } from '../../src/plan/subproblem.js';
import { compileKernel } from '../../workers/compile-kernel.js';
import { type Kernel, makeKernel } from '../../workers/kernels.js';
import { A000170 } from '../vectors/a000170.js';
import { A319283, A319284 } from '../vectors/a319284.js';

const kernels: [string, Kernel][] = [
  ['fast', makeKernel(compileKernel('bitmask', 'fast'))],
  ['readable', makeKernel(compileKernel('bitmask', 'readable'))],
];

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

describe.each(kernels)('the %s bitmask kernel', (_, kernel) => {
  test.each(Array.from({ length: 15 }, (_, n) => n))('counts %i queens', (n) => {
    expect(total(planBitmask(n, 2), kernel).count).toBe(A000170[n]);
  });

  test.each(Array.from({ length: 15 }, (_, n) => n))('places as many queens on %i rows as A319283 says', (n) => {
    // The empty board is not a placement; depth 0 has no symmetry, so nothing is missed by halving.
    expect(total(planBitmask(n, 0), kernel).work).toBe((A319283[n] ?? Number.NaN) - 1);
  });

  test.each([8, 10, 12])('places as many queens in each row of %i as A319284 says', (n) => {
    const profile = A319284[n] ?? [];
    for (let row = 1; row <= n; row++) {
      const below = total(planBitmask(n, row), kernel).work;
      const fromHere = total(planBitmask(n, row - 1), kernel).work;
      expect(fromHere - below, `row ${row}`).toBe(profile[row]);
    }
  });

  test('tells nothing apart at the ends: a full board is one solution, a dead end none', () => {
    const full: BitmaskSubproblem = { algorithm: 'bitmask', id: 'x', n: 4, weight: 1, cost: 1, prefix: [1, 3, 0, 2] };
    expect(kernel(full)).toMatchObject({ count: 1, work: 0 });
    expect(kernel({ ...full, prefix: [0, 2] })).toMatchObject({ count: 0, work: 0 });
  });
});

test('both kernels report the same of any prefix, and of its mirror image, up to n = 32', () => {
  const [[, fast], [, readable]] = kernels as [[string, Kernel], [string, Kernel]];
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 32 }), fc.infiniteStream(fc.nat()), (n, choices) => {
      const prefix = randomPrefix(n, Math.max(0, n - 9), choices);
      const subproblem: BitmaskSubproblem = { algorithm: 'bitmask', id: 'x', n, weight: 1, cost: 1, prefix };
      const { count, work } = readable(subproblem);
      expect(fast(subproblem)).toMatchObject({ count, work });
      const mirrored = prefix.map((column) => n - 1 - column);
      expect(fast({ ...subproblem, prefix: mirrored })).toMatchObject({ count, work });
    }),
  );
});

/** Up to `rows` queens that do not attack each other; it stops early at a dead end. */
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

// A subproblem whose rows leave no free cell, but are not the whole board, has no solutions. It is met in plans that
// are deep for their board.
test.each([3, 4, 5, 6, 7, 8])('counts %i queens right at every depth, dead ends included', async (n) => {
  const expected = { 3: 0n, 4: 2n, 5: 10n, 6: 4n, 7: 40n, 8: 92n }[n];
  for (let depth = 0; depth <= n; depth++) {
    for (const kernel of ['fast', 'readable'] as const) {
      expect(await count(n, { depth, kernel })).toMatchObject({ count: expected, agreement: 'agrees' });
    }
  }
});
