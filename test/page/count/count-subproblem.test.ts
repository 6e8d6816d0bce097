import { expect, test, vi } from 'vitest';
import { compileKernel } from '../../../src/node/threads/compile-kernel.js';
import { count } from '../../../src/page/worker/count-subproblem.js';
import { planBitmask } from '../../core/plan/plans.js';

test('a web worker whose kernel gets no memory replies with advice, so the subproblem is not tried again', () => {
  const memory = new WebAssembly.Memory({ initial: 0 });
  vi.spyOn(WebAssembly, 'Instance').mockImplementation(function refuse() {
    return { exports: { memory } };
  });
  const [subproblem] = planBitmask(12, 2).subproblems;
  if (!subproblem) throw new Error('the plan is empty');
  expect(count({ subproblem, modules: compileKernel('bitmask', 'fast') })).toEqual({
    outOfMemory: 'this browser has too little memory: choose fewer threads, or close other tabs and programs',
  });
});
