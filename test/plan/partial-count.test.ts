import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkPartialCount, ImpossibleCountError, largestPossibleCount } from '../../src/plan/partial-count.js';
import type { BitmaskSubproblem } from '../../src/plan/subproblem.js';

const subproblem: BitmaskSubproblem = { algorithm: 'bitmask', id: '0.2', n: 8, weight: 2, cost: 1, prefix: [0, 2] };
const partial = { id: '0.2', count: 1, work: 10, milliseconds: 1, ended: 0 };

test('the upper bound of a partial count is the number of ways to complete the prefix with rooks', () => {
  expect(largestPossibleCount(subproblem)).toBe(720);
  expect(() => checkPartialCount({ ...partial, count: 720 }, subproblem)).not.toThrow();
  expect(() => checkPartialCount({ ...partial, count: 721 }, subproblem)).toThrow(
    'subproblem 0.2 reported 721 solutions, but can have at most 720',
  );
});

test('counts and work counters must be non-negative safe integers', () => {
  const wrong = fc.oneof(
    fc.integer({ max: -1 }),
    fc.double({ max: -Number.MIN_VALUE }),
    fc.double({ noInteger: true }),
    fc.double({ min: 2 ** 53, noNaN: true }),
    fc.constant(Number.NaN),
  );
  fc.assert(
    fc.property(wrong, fc.constantFrom('count', 'work'), (value, field) => {
      expect(() => checkPartialCount({ ...partial, [field]: value }, subproblem)).toThrow(ImpossibleCountError);
    }),
  );
});
