import { afterEach, expect, test, vi } from 'vitest';
import { createKernel } from '../../workers/kernels.js';
import { planBitmask } from '../core/plan/plans.js';

afterEach(() => void vi.useRealTimers());

test.each([
  [1_800_000_000_000, 1_800_000_000_000],
  [-5000, 0], // ledgers have no negative numbers
])('at %i ms since 1970, the end of a subproblem is %i', (now, ended) => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  const [subproblem] = planBitmask(4, 0).subproblems;
  if (!subproblem) throw new RangeError('an empty plan');
  expect(createKernel({ kind: 'reference' })(subproblem)).toMatchObject({ id: 'board', count: 2, ended });
});
