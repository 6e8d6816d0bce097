import { expect, test } from 'vitest';
import { DEFAULT_MEMORY, planMeet } from '../../src/plan/meet-plan.js';
import { A000170 } from '../vectors/a000170.js';
import { countMeet } from '../workers/meet-modules.js';

test('n = 19, within 256 MB', () => {
  const { subproblems } = planMeet(19);
  let sum = 0;
  for (const subproblem of subproblems) {
    if (subproblem.algorithm === 'meet') expect(subproblem.memory).toBeLessThanOrEqual(DEFAULT_MEMORY);
    sum += countMeet(subproblem).count;
  }
  expect(sum).toBe(Number(A000170[19]));
});
