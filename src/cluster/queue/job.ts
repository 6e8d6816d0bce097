import { z } from 'zod';
import { LARGEST_BOARD } from '../../board/masks.js';
import type { Plan } from '../../plan/plan.js';
import { remakePlan } from '../../plan/remake-plan.js';

const wholeNumber = z.int().nonnegative();

/** What a job says: which subproblems of which plan to count, for which run. */
export const clusterJob = z.strictObject({
  /** The run's number in the ledger, and its name. */
  run: wholeNumber,
  name: z.string(),
  n: wholeNumber.max(LARGEST_BOARD),
  algorithm: z.enum(['bitmask', 'meet']),
  options: z.record(z.string(), wholeNumber),
  planHash: z.string(),
  kernel: z.string(),
  /** Places of the subproblems in the plan, from 0. */
  subproblems: z.array(wholeNumber),
});

export type ClusterJob = z.infer<typeof clusterJob>;

/** A job that this program must not count: another version of it made the job. */
export class RefusedJobError extends Error {
  override readonly name = 'RefusedJobError';
}

/**
 * Makes the plan that a job is of, and makes sure that it is the same here.
 *
 * @param known a plan that was made before: if the job is of it, it is not made again.
 * @throws RefusedJobError if this program would count something else, or with other kernels.
 */
export function planOfJob({ name, kernel, ...plan }: ClusterJob, own: string, known?: Plan): Plan {
  if (kernel !== own)
    throw new RefusedJobError(`run ${name} is counted with kernel ${kernel}, and this worker has ${own}`);
  try {
    return remakePlan(plan, known);
  } catch (cause) {
    throw new RefusedJobError(`run ${name}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}
