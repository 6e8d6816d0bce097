import { expect, test } from 'vitest';
import { fitToMachine } from '../../../src/node/machine/fit.js';
import { inspectMachine } from '../../../src/node/machine/machine.js';
import { defaultMemory, MIN_DEFAULT_MEMORY, memorySlowdown, threadBytes } from '../../../src/node/machine/memory.js';
import { memoryNeed } from '../../../workers/meet.js';
import { choosePlan } from '../../core/plan/plans.js';

const MB = 2 ** 20;

test.each([
  [1, Number.POSITIVE_INFINITY, 1024],
  [2, 24_000, 1024],
  [4, 4000, 600],
  [8, 1000, 75],
  [8, 100, 64], // a thread needs this much
])('each of %i threads with %s MB at hand may use %i MB by default', (threads, available, megabytes) => {
  expect(defaultMemory(threads, available * MB)).toBe(megabytes * MB);
});

test('the limit of the user is taken as it is', () => {
  const machine = { ...inspectMachine(8, 2000 * MB), availableMemory: 1000 * MB };
  expect(fitToMachine(choosePlan(20), machine, 'fast')).toMatchObject({ threads: 8, memory: 2000 * MB });
});

test('small boards need little memory, and large boards may need any amount', () => {
  const needs = [5, 13, 16, 18, 19].map(memoryNeed);
  expect(needs).toEqual(needs.toSorted((a, b) => a - b));
  expect(needs.slice(3)).toEqual([69 * MB, Number.POSITIVE_INFINITY]);
});

test('a thread needs more memory than the limit of its kernel, and far more with the reference kernel', () => {
  expect(threadBytes({ n: 19, algorithm: 'meet' }, 2 ** 30)).toBeGreaterThan(2 ** 30);
  const fast = threadBytes({ n: 17, algorithm: 'meet' }, MIN_DEFAULT_MEMORY);
  expect(threadBytes({ n: 17, algorithm: 'meet' }, MIN_DEFAULT_MEMORY, 'reference')).toBeGreaterThan(10 * fast);
});

test('less memory slows large boards, but hardly affects smaller ones', () => {
  expect(memorySlowdown(24, 1024 * MB)).toBe(1);
  expect(memorySlowdown(24, 2048 * MB)).toBe(1);
  expect(memorySlowdown(18, 64 * MB)).toBe(1);
  expect(memorySlowdown(25, 256 * MB)).toBeGreaterThan(memorySlowdown(22, 256 * MB));
  const slowdowns = [1024, 512, 256, 128, 64, 2].map((megabytes) => memorySlowdown(25, megabytes * MB));
  expect(slowdowns).toEqual(slowdowns.toSorted((a, b) => a - b));
  for (const n of [27, 28]) expect(memorySlowdown(n, 64 * MB)).toBe(memorySlowdown(26, 64 * MB));
});
