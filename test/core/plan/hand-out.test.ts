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
