import { type Plan, type Share, shareOf } from './plan.js';
import { pick, placesWhere } from './subproblem-list.js';
import { MOST_THREADS } from './threads.js';

/** Part k of m, both from 1: a slice of a plan to be counted by itself. */
export interface Part {
  readonly k: number;
  readonly m: number;
}

/** More parts than any plan has use for. */
export const MOST_PARTS = 100_000;

/** A part is cut finely enough for this number of threads: a fixed one, because every machine must make the same plan. */
const THREADS_OF_A_PART = 8;

/** A part as the user writes it. */
export function partName({ k, m }: Part): string {
  return `${k}/${m}`;
}

/** Every m-th subproblem, from the k-th on: neighbours cost much the same, so parts do too. */
export function partOf(plan: Plan, { k, m }: Part): Share {
  const places = placesWhere(plan.subproblems, (place) => place % m === k - 1);
  return shareOf(plan, pick(plan.subproblems, places));
}

/** The number of subproblems in a part, from the number in the whole plan. */
export function sizeOfPart(subproblems: number, { k, m }: Part): number {
  return Math.max(0, Math.ceil((subproblems - k + 1) / m));
}

/** The number of threads to cut a plan for that is counted in m parts, whatever machines will count them. */
export function threadsOfParts(m: number): number {
  return Math.min(MOST_THREADS, THREADS_OF_A_PART * m);
}
