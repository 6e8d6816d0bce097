import { expect, test } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { compileKernel } from '../../workers/compile-kernel.js';
import { makeKernel } from '../../workers/kernels.js';
import { A000170 } from '../vectors/a000170.js';
import { A319284 } from '../vectors/a319284.js';

test('16 queens: each of the first five rows, and the rest together, have the queens of A319284', () => {
  const kernel = makeKernel(compileKernel('bitmask', 'fast'));
  const profile = A319284[16] ?? [];
  const below = [0, 1, 2, 3, 4, 5].map((depth) => {
    let count = 0n;
    let work = 0;
    for (const subproblem of planBitmask(16, depth).subproblems) {
      const partial = kernel(subproblem);
      count += BigInt(subproblem.weight) * BigInt(partial.count);
      work += subproblem.weight * partial.work;
    }
    return { count, work };
  });
  for (let row = 1; row <= 5; row++) {
    expect((below[row - 1]?.work ?? 0) - (below[row]?.work ?? 0), `row ${row}`).toBe(profile[row]);
  }
  expect(below[5]?.work).toBe(profile.slice(6).reduce((sum, queens) => sum + queens, 0));
  expect(below.map(({ count }) => count)).toEqual(Array(6).fill(A000170[16]));
});
