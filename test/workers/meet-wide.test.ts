import { expect, test } from 'vitest';
import { chooseMeetCut, subproblemsOfCut } from '../../src/core/plan/meet-plan.js';
import { runSteps } from '../../src/core/plan/steps.js';
import { createMeetKernel } from '../../workers/meet.js';
import { A000170 } from '../vectors/a000170.js';
import { wideMeetModule } from './meet-modules.js';
import { expectEqualTallies } from './wide-pieces.js';

test('the wide kernel has the tallies of the plain one for random pieces of n = 14 to 26', () => {
  expectEqualTallies(300);
});

test.each([5, 8, 12, 14, 15, 16])('the wide kernel counts the solutions for n = %i', (n) => {
  const kernel = createMeetKernel(wideMeetModule);
  const subproblems = runSteps(subproblemsOfCut(n, chooseMeetCut(n, 0)));
  expect(subproblems.reduce((sum, subproblem) => sum + kernel(subproblem).count, 0)).toBe(Number(A000170[n]));
});
