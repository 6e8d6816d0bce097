import { describe, expect, test } from 'vitest';
import { createJobs, planForCluster } from '../../../src/cluster/work/jobs.js';
import { simulateHandOut } from '../../../src/core/plan/hand-out.js';
import { runSteps } from '../../../src/core/plan/steps.js';
import { sum } from '../../../src/core/runs/estimate.js';

describe.each([24, 25, 26, 27, 28])('%i queens', (n) => {
  const plan = runSteps(planForCluster(n, {}));
  const jobs = createJobs(plan);

  test.each([10, 100, 1000, 4000])('are counted by %i threads within 1.05 of the ideal time', (threads) => {
    for (const others of [1, 0.5]) {
      const speeds = Array.from({ length: threads }, (_, thread) => (thread % 2 === 0 ? 1 : others));
      expect(
        simulateHandOut(
          jobs.map(({ cost }) => cost),
          speeds,
        ),
      ).toBeLessThan((1.05 * plan.cost) / sum(speeds));
    }
  });

  test('have no job of more than 5 seconds, except single subproblems', () => {
    for (const { first, end, cost } of jobs) expect(cost <= 5000 || end - first === 1).toBe(true);
  });
});
