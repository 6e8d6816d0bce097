import { expect, test } from 'vitest';
import { UsageError } from '../../../src/core/errors/errors.js';
import { chooseAlgorithm } from '../../../src/core/plan/choose-plan.js';
import { choosePlan } from './plans.js';

test.each([
  [14, 'bitmask'],
  [15, 'meet'],
  [24, 'meet'],
  [28, 'meet'],
  [29, 'bitmask'],
])('the algorithm for n = %i is %s', (n, algorithm) => {
  expect(chooseAlgorithm(n, {})).toBe(algorithm);
});

test('a plan depends on the number of threads only if n is large', () => {
  expect(choosePlan(15, { threads: 64 }).hash).toBe(choosePlan(15, { threads: 1 }).hash);
  expect(choosePlan(18, { threads: 64 }).subproblems.length).toBeGreaterThan(3 * 64);
});

test.each([
  [{ depth: -1 }, 'depth must be a whole number from 0 to 32, not -1'],
  [{ threads: 1025 }, 'threads must be a whole number from 1 to 1024, not 1025'],
  [{ threads: 0 }, 'threads must be a whole number from 1 to 1024, not 0'],
  [{ algorithm: 'meet', depth: 2 }, 'meet has no depth option; use bitmask, or leave the option out'],
] as const)('choosePlan refuses %o', (options, message) => {
  expect(() => choosePlan(16, options)).toThrow(new UsageError(message));
});
