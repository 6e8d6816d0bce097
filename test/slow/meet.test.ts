import { expect, test } from 'vitest';
import { count } from '../../src/count/count.js';
import { DEFAULT_MEMORY, planMeet } from '../../src/plan/meet-plan.js';
import { A000170 } from '../vectors/a000170.js';

test.each([19, 20])('n = %i, within 256 MB a thread', async (n) => {
  for (const { memory } of planMeet(n, { threads: 2 }).subproblems) expect(memory).toBeLessThanOrEqual(DEFAULT_MEMORY);
  const result = await count(n, { threads: 2, algorithm: 'meet' });
  expect(result.count).toBe(A000170[n]);
});
