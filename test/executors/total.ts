import { expect } from 'vitest';
import type { Executor } from '../../src/executors/executor.js';
import type { Plan } from '../../src/plan/plan.js';

/** Runs a plan and adds up what comes in, to see that each subproblem comes once. */
export async function total(executor: Executor, { subproblems }: Plan, signal?: AbortSignal): Promise<number> {
  const seen = new Set<string>();
  let count = 0;
  try {
    await executor.run(
      subproblems,
      (subproblem, partial) => {
        expect(partial.id).toBe(subproblem.id);
        expect(seen.has(subproblem.id)).toBe(false);
        seen.add(subproblem.id);
        count += subproblem.weight * partial.count;
      },
      signal,
    );
  } finally {
    await executor.close();
  }
  expect(seen.size).toBe(subproblems.length);
  return count;
}
