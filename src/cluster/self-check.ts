import { knownCount } from '../board/known-counts.js';
import type { Executor } from '../executors/executor.js';
import { choosePlan } from '../plan/choose-plan.js';
import type { Algorithm } from '../plan/subproblem.js';

/** A small board. Each of its plans has a few subproblems, which take less than a millisecond. */
const N = 8;

/**
 * Counts a small board with both kernels in each thread. A machine that cannot count must find out before it takes a job:
 * it would fail at once, and be the first to take the next job.
 *
 * @throws Error if a count is wrong; the errors of `Executor.run`.
 */
export async function checkMachine(executor: Executor, signal: AbortSignal): Promise<void> {
  for (const algorithm of ['bitmask', 'meet'] as const) await checkKernel(executor, algorithm, signal);
}

async function checkKernel(executor: Executor, algorithm: Algorithm, signal: AbortSignal): Promise<void> {
  const { subproblems } = choosePlan(N, { algorithm, depth: algorithm === 'bitmask' ? 1 : undefined });
  const everywhere = Array.from({ length: executor.threads }, () => subproblems).flat();
  let count = 0;
  await executor.run(
    everywhere,
    ({ weight }, partial) => {
      count += weight * partial.count;
    },
    signal,
  );
  const known = Number(knownCount(N)) * executor.threads;
  if (count !== known) throw new Error(`this machine miscounts: ${count} solutions instead of ${known}`);
}
