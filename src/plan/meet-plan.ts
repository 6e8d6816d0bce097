import { MOST_SPLIT_COLUMNS, meetCut, subproblemsOfCut } from './meet-cuts.js';
import {
  largestCost,
  makePlan,
  mostExpensiveFirst,
  type Plan,
  type Share,
  shareOf,
  type ThreadChoice,
} from './plan.js';
import type { MeetSubproblem } from './subproblem.js';

/** The threads to plan for, and the memory that one thread may use, in bytes: by default 256 MB. */
type ThreadsAndMemory = Pick<ThreadChoice, 'threads'> & { readonly memory?: number | undefined };

/** Limits of the kernel: each side of the band needs a row, and lanes have 32 bits. */
export const LEAST_MEET_N = 5;
export const MOST_MEET_N = 28;

const MEGABYTE = 2 ** 20;
export const DEFAULT_MEMORY = 256 * MEGABYTE;
/** The least memory for a subproblem, in bytes: a fixed part of 1.5 MB, and room for short lists. */
export const LEAST_MEMORY = 2 * MEGABYTE;

/**
 * Memory that the largest subproblem takes if it is not divided, by n, in megabytes, with a margin. All were measured
 * (2026-11-22). It is 3 for smaller n. Subproblems for larger n may take all memory of a thread.
 */
const MEASURED_NEED: Readonly<Record<number, number>> = { 13: 3, 14: 3, 15: 5, 16: 7, 17: 14, 18: 69 };

/**
 * Minimum fraction of the time that threads must be busy, by the estimated costs. A larger fraction would need the next
 * finer cut, with five to nine per cent more work.
 */
const LEAST_BUSY_FRACTION = 0.92;
/**
 * Returns the minimum number of subproblems. With fewer, all other threads may wait for one subproblem that takes
 * longer than estimated. This happens more often with more threads: 64 threads with 3 subproblems each were 78 % busy.
 */
function leastSubproblems(threads: number): number {
  return threads * (2 + Math.log2(threads) / 2);
}

/** A computation in steps of microseconds, which the caller may spread over many turns of the event loop. */
export type Steps<T> = Generator<void, T>;

/** Takes all steps at once. */
export function complete<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Plans a count by meeting in the middle, in one step. */
export function planMeet(n: number, options: ThreadsAndMemory = {}): Plan<MeetSubproblem> {
  return complete(planMeetInSteps(n, options));
}

/**
 * Plans a count by meeting in the middle. Chooses the coarsest cut that keeps the threads busy. The choice is the same on
 * every machine, and does not depend on the memory: the kernel divides fillings that outgrow it.
 *
 * @param n board size, from 5 to 28.
 * @param limitThreads returns the number of threads that are worth using for the coarsest plan; by default all of them.
 * @throws RangeError if n is out of range.
 */
export function* planMeetInSteps(
  n: number,
  { memory = DEFAULT_MEMORY, threads: most = 1 }: ThreadsAndMemory,
  limitThreads?: (coarsest: Share) => number,
): Steps<Plan<MeetSubproblem>> {
  if (!Number.isInteger(n) || n < LEAST_MEET_N || n > MOST_MEET_N) {
    throw new RangeError(`meet in the middle counts n from ${LEAST_MEET_N} to ${MOST_MEET_N}, not ${n}`);
  }
  const need = (MEASURED_NEED[n] ?? (n < 13 ? 3 : Number.POSITIVE_INFINITY)) * MEGABYTE;
  let threads = most;
  for (let splitColumns = 0; ; splitColumns++) {
    const subproblems: MeetSubproblem[] = [];
    for (const subproblem of subproblemsOfCut(n, meetCut(n, splitColumns), Math.min(memory, need))) {
      subproblems.push(subproblem);
      yield;
    }
    const isCoarsest = splitColumns === 0;
    if (isCoarsest && limitThreads)
      threads = Math.min(most, limitThreads(shareOf({ n, algorithm: 'meet' }, subproblems)));
    const plan = makePlan({ n, algorithm: 'meet', options: { threads, memory } }, subproblems);
    if (splitColumns === Math.min(n, MOST_SPLIT_COLUMNS) || keepBusy(plan, threads)) return plan;
  }
}

/** Estimates whether the threads stay busy to the end, if each always takes the most expensive remaining subproblem. */
function keepBusy(plan: Plan, threads: number): boolean {
  const { subproblems, cost: all } = plan;
  if (threads === 1) return true;
  if (subproblems.length < leastSubproblems(threads)) return false;
  // No thread ends later than the mean plus the largest cost.
  if (all >= LEAST_BUSY_FRACTION * (all + threads * largestCost(plan))) return true;
  const busyUntil = new Array<number>(threads).fill(0);
  for (const { cost } of mostExpensiveFirst(subproblems)) {
    const next = busyUntil.indexOf(Math.min(...busyUntil));
    busyUntil[next] = (busyUntil[next] ?? 0) + cost;
  }
  return all >= LEAST_BUSY_FRACTION * threads * Math.max(...busyUntil);
}
