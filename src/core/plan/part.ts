import { createShare, MAX_THREADS, type Plan, type Share } from './plan.js';

/** Part k of m of a plan, with 1 <= k <= m. Parts can be counted separately. */
export interface Part {
  readonly k: number;
  readonly m: number;
}

/** Number of threads to plan for in each part. It is fixed, because every machine must build the same plan. */
const THREADS_PER_PART = 8;

/** Formats a part as on the command line: 3/16. */
export function partName({ k, m }: Part): string {
  return `${k}/${m}`;
}

/** Returns every m-th subproblem from the k-th on. Neighboring subproblems have similar costs, so parts do as well. */
export function partOf(plan: Plan, { k, m }: Part): Share {
  return createShare(
    plan,
    plan.subproblems.filter((_, index) => index % m === k - 1),
  );
}

export function threadsOfParts(m: number): number {
  return Math.min(MAX_THREADS, THREADS_PER_PART * m);
}
