import { expect, test } from 'vitest';
import { UsageError } from '../../src/errors/errors.js';
import { chooseAlgorithm, choosePlan } from '../../src/plan/choose-plan.js';

test.each([
  [13, 'bitmask'],
  [14, 'meet'],
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
  [{ memory: 0 }, 'memory must be a whole number from 2097152 to 9007199254740991, not 0'],
  [{ threads: 1025 }, 'threads must be a whole number from 1 to 1024, not 1025'],
  [{ threads: 0 }, 'threads must be a whole number from 1 to 1024, not 0'],
  [{ algorithm: 'meet', depth: 2 }, 'meet has no option depth, only memory'],
] as const)('choosePlan refuses %o', (options, message) => {
  expect(() => choosePlan(16, options)).toThrow(new UsageError(message));
});

test('a machine without SIMD counts by bitmask, unless the user wants meet', () => {
  expect(chooseAlgorithm(16, { lacksSimd: true })).toBe('bitmask');
  expect(chooseAlgorithm(16, { lacksSimd: true, algorithm: 'meet' })).toBe('meet');
});

test('a plan for a small machine has less memory, but not less than a kernel needs', () => {
  const memoryOf = (memoryAtHand?: number) => choosePlan(19, { memoryAtHand }).options.memory;
  expect(memoryOf()).toBe(256 * 2 ** 20);
  expect(memoryOf(300 * 2 ** 20)).toBe(256 * 2 ** 20);
  expect(memoryOf(190 * 2 ** 20)).toBe(180 * 2 ** 20);
  expect(memoryOf(-1)).toBe(2 * 2 ** 20);
  expect(() => choosePlan(19, { memory: 2 * 2 ** 20 - 1 })).toThrow('memory must be');
});
