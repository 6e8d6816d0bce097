import { expect, test } from 'vitest';
import { UsageError } from '../../src/errors/errors.js';
import { chooseAlgorithm, choosePlan, workerThreads } from '../../src/plan/choose-plan.js';

test.each([
  [13, { threads: 2 }, 0],
  [15, { threads: 4 }, 0],
  [16, { threads: 2 }, 2], // no faster with threads, but the user requested them
  [16, { threads: 2, threadsAreDefault: true }, 0],
  [16, { threads: 1 }, 0],
  [17, { threads: 2 }, 2],
  [18, { threads: 2, threadsAreDefault: true }, 2],
  [18, { threads: 1 }, 1], // a count of more than a second must be interruptible
])('n = %i with %j is counted by %i worker threads', (n, choice, threads) => {
  expect(workerThreads(choosePlan(n, choice), choice)).toBe(threads);
});

test('a count has no more worker threads than subproblems', () => {
  const plan = choosePlan(17, { threads: 1 });
  expect(workerThreads(plan, { threads: 1000 })).toBe(plan.subproblems.length);
});

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
  [{ memory: 0 }, 'memory must be a whole number from 1 to 9007199254740991, not 0'],
  [{ threads: 1025 }, 'threads must be a whole number from 1 to 1024, not 1025'],
  [{ threads: 0 }, 'threads must be a whole number from 1 to 1024, not 0'],
  [{ algorithm: 'meet', depth: 2 }, 'meet has no option depth, only memory'],
] as const)('choosePlan refuses %o', (options, message) => {
  expect(() => choosePlan(16, options)).toThrow(new UsageError(message));
});
