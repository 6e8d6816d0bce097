import { expect, test } from 'vitest';
import { Results } from '../../../src/core/results/results.js';
import { Recounter } from '../../../src/page/runs/recounter.js';
import { createKernel } from '../../../workers/kernels.js';
import { planBitmask } from '../../core/plan/plans.js';

const plan = planBitmask(8, 2);
const count = createKernel({ kind: 'reference' });

test('a recounter draws every subproblem once, in a random order, and counts it', () => {
  const results = new Results(plan);
  for (const subproblem of plan.subproblems) results.add(count(subproblem));
  const recounter = new Recounter(results, { kind: 'reference' });
  const indexes: number[] = [];
  for (let drawn = recounter.draw(); drawn; drawn = recounter.draw()) {
    indexes.push(drawn.index);
    expect(recounter.recount(drawn)).toEqual({ ...drawn, counted: drawn.recorded.count });
  }
  const inOrder = plan.subproblems.map((_, index) => index);
  expect(indexes).not.toEqual(inOrder);
  expect([...indexes].sort((a, b) => a - b)).toEqual(inOrder);
});
