import { MOST_THREADS, type Plan, type Share, shareOf } from './plan.js';

/** Part k of m of a plan, both from 1. It can be counted by itself. */
export interface Part {
  readonly k: number;
  readonly m: number;
}

/** The limit of m. No plan needs as many parts. */
export const MOST_PARTS = 100_000;

/** Number of threads that a part is cut for. It is fixed, because every machine must make the same plan. */
const THREADS_OF_A_PART = 8;

/** Formats a part as on the command line: 3/16. */
export function partName({ k, m }: Part): string {
  return `${k}/${m}`;
}

/** Takes every m-th subproblem, from the k-th on. Neighbours have similar costs, so parts have, too. */
export function partOf(plan: Plan, { k, m }: Part): Share {
  return shareOf(
    plan,
    plan.subproblems.filter((_, place) => place % m === k - 1),
  );
}

/** Returns the number of subproblems in a part, from the number in the whole plan. */
export function sizeOfPart(subproblems: number, { k, m }: Part): number {
  return Math.max(0, Math.ceil((subproblems - k + 1) / m));
}

/** Returns the number of threads to cut a plan for if it is counted in m parts. */
export function threadsOfParts(m: number): number {
  return Math.min(MOST_THREADS, THREADS_OF_A_PART * m);
}
