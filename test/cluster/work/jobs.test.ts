import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createJobs, planForCluster } from '../../../src/cluster/work/jobs.js';
import { simulateHandOut } from '../../../src/core/plan/hand-out.js';
import type { Plan } from '../../../src/core/plan/plan.js';
import { runSteps } from '../../../src/core/plan/steps.js';
import { sum } from '../../../src/core/runs/estimate.js';
import { planBitmask } from '../../core/plan/plans.js';

const SECOND = 1000;

/** Returns the jobs of a plan whose subproblems have these costs, in milliseconds. */
function jobsOf(costs: readonly number[]) {
  const [sample] = planBitmask(4, 1).subproblems;
  const subproblems = costs.map((cost) => ({ ...sample, cost })) as unknown as Plan['subproblems'];
  return createJobs({ subproblems, cost: sum(costs) });
}

test('jobs contain each subproblem once, in descending order of cost, and only a single one costs over 5 s', () => {
  const cost = fc.oneof(fc.double({ min: 0, max: 50, noNaN: true }), fc.double({ min: 0, max: 20_000, noNaN: true }));
  fc.assert(
    fc.property(fc.array(cost, { maxLength: 300 }), (costs) => {
      const jobs = jobsOf(costs);
      const covered = jobs.flatMap(({ first, end }) => Array.from({ length: end - first }, (_, i) => first + i));
      expect(covered.sort((a, b) => a - b)).toEqual(costs.map((_, index) => index));
      for (const job of jobs) {
        expect(job.cost).toBeCloseTo(sum(costs.slice(job.first, job.end)));
        expect(job.end - job.first === 1 || job.cost <= 5 * SECOND).toBe(true);
      }
      expect(jobs.map((job) => job.cost)).toEqual(jobs.map((job) => job.cost).toSorted((a, b) => b - a));
    }),
  );
});

test('a run has 64 jobs, or those of 100 ms, 1/2000 of its cost or 5 s, or one for each subproblem', () => {
  expect(jobsOf(Array(1024).fill(1))).toHaveLength(64);
  expect(jobsOf(Array(20_000).fill(1))).toHaveLength(200);
  expect(jobsOf(Array(36_000).fill(100))).toHaveLength(2000);
  expect(jobsOf(Array(3_000).fill(4 * SECOND))).toHaveLength(3000);
  expect(jobsOf([])).toEqual([]);
});

const planOf24 = runSteps(planForCluster(24, {}));

test.each([10, 100, 1000, 4000])(
  '%i threads of mixed speed count 24 queens within 1.05 of the ideal time',
  (threads) => {
    const speeds = Array.from({ length: threads }, (_, thread) => (thread % 2 === 0 ? 1 : 0.5));
    expect(
      simulateHandOut(
        createJobs(planOf24).map(({ cost }) => cost),
        speeds,
      ),
    ).toBeLessThan((1.05 * planOf24.cost) / sum(speeds));
  },
);
