import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkPartialCount, ImpossibleCountError, largestPossibleCount } from '../../../src/core/plan/partial-count.js';
import type { BitmaskSubproblem, MeetSubproblem, Subproblem } from '../../../src/core/plan/subproblem.js';
import { planMeet } from './plans.js';

const subproblem: BitmaskSubproblem = { algorithm: 'bitmask', id: '0.2', n: 8, weight: 2, cost: 1, prefix: [0, 2] };
const ofMeet = { ...planMeet(8).subproblems[0], id: 'b', queens: [0, 2] } as MeetSubproblem; // a plan is never empty
const partial = { id: '0.2', count: 1, work: 10, milliseconds: 1, ended: 0 };

test.each<[bound: number, Subproblem]>([
  [720, subproblem], // 6! ways to fill the other rows with rooks
  [5760, ofMeet], // a kernel of meet multiplies by up to 8
])('a partial count is at most %i', (bound, subproblem) => {
  expect(largestPossibleCount(subproblem)).toBe(bound);
  expect(() => checkPartialCount({ ...partial, count: bound }, subproblem)).not.toThrow();
  expect(() => checkPartialCount({ ...partial, count: bound + 1 }, subproblem)).toThrow(
    `subproblem 0.2 reported ${bound + 1} solutions, but can have at most ${bound}`,
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
