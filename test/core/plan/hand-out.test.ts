import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simulateHandOut } from '../../../src/core/plan/hand-out.js';

test('the simulation gives each job to the thread that is free first', () => {
  const costs = [6, 5, 4, 3, 2, 1];
  expect(simulateHandOut(costs, [1])).toBe(21);
  expect(simulateHandOut(costs, [1, 1])).toBe(11); // 6 + 3 + 2 and 5 + 4 + 1
  expect(simulateHandOut(costs, [1, 0.5])).toBe(14); // 6 + 4 + 3 + 1 and 2 * (5 + 2)
  expect(simulateHandOut(costs, Array(9).fill(1))).toBe(6);
  expect(simulateHandOut([], [1])).toBe(0);
  expect(simulateHandOut(costs, [])).toBe(Number.POSITIVE_INFINITY);
});

/** Simulates the hand-out by looking at all threads for each job. */
function simulateSlowly(costs: readonly number[], speeds: readonly number[]): number {
  const freeAt = speeds.map(() => 0);
  for (const cost of costs) {
    const first = freeAt.indexOf(Math.min(...freeAt));
    freeAt[first] = (freeAt[first] ?? 0) + cost / (speeds[first] ?? 1);
  }
  return costs.length > 0 ? Math.max(...freeAt) : 0;
}

test('the simulation of any jobs on any number of equal threads finds the same time as a slow one', () => {
  const cost = fc.integer({ min: 1, max: 50 });
  fc.assert(
    fc.property(fc.array(cost, { maxLength: 60 }), fc.integer({ min: 1, max: 12 }), (costs, threads) => {
      const speeds = Array<number>(threads).fill(1);
      expect(simulateHandOut(costs, speeds)).toBe(simulateSlowly(costs, speeds));
    }),
  );
});
