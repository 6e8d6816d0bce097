import { expect, test } from 'vitest';
import { choosePlan } from '../../src/plan/choose-plan.js';
import { plannedThreads, threadBytes, workerThreads } from '../../src/plan/thread-count.js';
import { LEAST_DEFAULT_MEMORY } from '../../src/plan/thread-memory.js';

test.each([
  [13, { threads: 2 }, 0],
  [15, { threads: 4 }, 0],
  [16, { threads: 2 }, 2], // no faster with threads, but the user requested them
  [16, { threads: 2, requested: 0 }, 0],
  [16, { threads: 1 }, 0],
  [17, { threads: 2 }, 2],
  [18, { threads: 2, requested: 0 }, 2],
  [18, { threads: 1 }, 1], // a count of more than a second must be interruptible
])('n = %i with %j is counted by %i worker threads', (n, choice, threads) => {
  expect(workerThreads(choosePlan(n, choice), choice)).toBe(threads);
});

test('a count has no more worker threads than subproblems', () => {
  const plan = choosePlan(17, { threads: 1 });
  expect(workerThreads(plan, { threads: 1000 })).toBe(plan.subproblems.length);
});

/** The default of a machine with many cores. */
const MANY = { threads: 64, requested: 0 };

test('the default number of threads grows with the square root of the cost, up to the number of cores', () => {
  const threads = [14, 17, 18, 19, 20].map((n) => plannedThreads(choosePlan(n), MANY));
  expect(threads).toEqual(threads.toSorted((a, b) => a - b));
  const [, seventeen = 0, eighteen = 0, , twenty] = threads;
  expect(seventeen).toBeGreaterThanOrEqual(5);
  expect(seventeen).toBeLessThanOrEqual(12);
  expect(eighteen).toBeLessThanOrEqual(24);
  expect(twenty).toBe(64);
});

test('the default number of threads fits the memory, and is at least one', () => {
  const plan = choosePlan(20);
  const each = threadBytes(plan, LEAST_DEFAULT_MEMORY);
  const fitting = (threads: number) => plannedThreads(plan, { ...MANY, memoryAtHand: threads * each });
  expect([0.5, 1, 2.5, 1000].map(fitting)).toEqual([1, 1, 2, 64]);
});

test('a plan for a default number of threads is made for the threads that count', () => {
  const plan = choosePlan(18, MANY);
  expect(plan.hash).toBe(choosePlan(18, { threads: plannedThreads(choosePlan(18), MANY) }).hash);
});

test('a number of threads from the user is taken as it is', () => {
  expect(plannedThreads(choosePlan(17), { threads: 64, memoryAtHand: 1 })).toBe(64);
});

test('a thread needs more memory than the limit of its kernel, and far more with the readable kernel', () => {
  expect(threadBytes({ n: 19, algorithm: 'meet' }, 2 ** 30)).toBeGreaterThan(2 ** 30);
  const [fast, readable] = (['fast', 'readable'] as const).map((kernel) => {
    return threadBytes({ n: 17, algorithm: 'meet' }, LEAST_DEFAULT_MEMORY, kernel);
  });
  expect(readable).toBeGreaterThan(10 * (fast ?? Number.NaN));
});
