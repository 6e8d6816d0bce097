import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/errors/errors.js';
import { busyThreads, choosePlan, isWorthThreads } from '../../src/plan/choose-plan.js';

describe('isWorthThreads', () => {
  test.each([
    [13, 2, false],
    [15, 2, false],
    [16, 2, true], // as long as starting them takes, but they were asked for
    [16, 8, true],
    [16, 1, false],
    [17, 2, true],
    [18, 1, true], // more than a second, in which the calling thread could not be stopped
  ])('n = %i, %i threads: %s', (n, threads, isWorth) => {
    expect(isWorthThreads(choosePlan(n, { threads }), { threads })).toBe(isWorth);
  });

  test('where nobody asked, not for a count that is over sooner without', () => {
    expect(isWorthThreads(choosePlan(16), { threads: 8, threadsAreDefault: true })).toBe(false);
  });

  test.each(['bitmask', 'meet'] as const)('is never true of less work, and then false of more: %s', (algorithm) => {
    for (const choice of [1, 2, 64].flatMap((threads) => [{ threads }, { threads, threadsAreDefault: true }])) {
      const answers = [1e4, 1e5, 1e6, 1e7, 1e8, 1e9].map((cost) =>
        isWorthThreads({ n: 16, algorithm, subproblems: [], cost }, choice),
      );
      expect(answers).toEqual(answers.toSorted((a, b) => Number(a) - Number(b)));
      expect(new Set(answers).size).toBe(2);
    }
  });
});

describe('busyThreads', () => {
  test.each([
    [15, { threads: 4 }, 1],
    [16, { threads: 2 }, 2],
    [16, { threads: 2, threadsAreDefault: true }, 1], // as a count without --threads
    [18, { threads: 2, threadsAreDefault: true }, 2],
  ])('n = %i, %j: %i', (n, choice, busy) => {
    expect(busyThreads(choosePlan(n, choice), choice)).toBe(busy);
  });

  test('are never more than subproblems', () => {
    const plan = choosePlan(17, { threads: 1 });
    expect(busyThreads(plan, { threads: 1000 })).toBe(plan.subproblems.length);
  });
});

describe('choosePlan', () => {
  test.each([
    [13, 'bitmask'],
    [14, 'meet'],
    [24, 'meet'],
    [28, 'meet'],
    [29, 'bitmask'],
  ])('takes what is fastest for n = %i: %s', (n, algorithm) => {
    expect(choosePlan(n, { threads: 1 }).algorithm).toBe(algorithm);
  });

  test('cuts finely only for threads that are worth it', () => {
    expect(choosePlan(15, { threads: 64 }).hash).toBe(choosePlan(15, { threads: 1 }).hash);
    expect(choosePlan(18, { threads: 64 }).subproblems.length).toBeGreaterThan(3 * 64);
  });

  test.each([
    [{ depth: -1 }, 'depth must be a whole number from 0 to 32, not -1'],
    [{ memory: 0 }, 'memory must be a whole number from 1 to 9007199254740991, not 0'],
    [{ threads: 1025 }, 'threads must be a whole number from 1 to 1024, not 1025'],
    [{ threads: 0 }, 'threads must be a whole number from 1 to 1024, not 0'],
    [{ algorithm: 'meet', depth: 2 }, 'depth is for bitmask; meet has memory instead'],
  ] as const)('refuses %o', (options, message) => {
    expect(() => choosePlan(16, options)).toThrow(new UsageError(message));
  });
});
