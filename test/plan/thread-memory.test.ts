import { expect, test } from 'vitest';
import { memoryLimit, memoryNeed, memorySlowdown } from '../../src/plan/thread-memory.js';

const MB = 2 ** 20;

test.each([
  [1, undefined, 1024], // the memory at hand is unlimited
  [2, 24_000, 1024],
  [4, 4000, 600],
  [8, 1000, 75],
  [8, 100, 64], // a thread needs this much
])('each of %i threads with %s MB at hand may use %i MB', (threads, atHand, megabytes) => {
  const memoryAtHand = atHand && atHand * MB;
  expect(memoryLimit(threads, { memoryAtHand })).toBe(megabytes * MB);
});

test('the limit of the user is taken as it is', () => {
  expect(memoryLimit(8, { memoryAtHand: 1000 * MB, memory: 2000 * MB })).toBe(2000 * MB);
});

test('small boards need little memory, and large boards may need any amount', () => {
  const needs = [5, 13, 16, 18, 19].map(memoryNeed);
  expect(needs).toEqual(needs.toSorted((a, b) => a - b));
  expect(needs.slice(3)).toEqual([69 * MB, Number.POSITIVE_INFINITY]);
});

test('less memory makes large boards slower, and smaller boards hardly', () => {
  expect(memorySlowdown(24, 1024 * MB)).toBe(1);
  expect(memorySlowdown(24, 2048 * MB)).toBe(1);
  expect(memorySlowdown(18, 64 * MB)).toBe(1);
  expect(memorySlowdown(25, 256 * MB)).toBeGreaterThan(memorySlowdown(22, 256 * MB));
  const slowdowns = [1024, 512, 256, 128, 64, 2].map((megabytes) => memorySlowdown(25, megabytes * MB));
  expect(slowdowns).toEqual(slowdowns.toSorted((a, b) => a - b));
});
