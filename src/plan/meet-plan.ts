import { UsageError } from '../errors/errors.js';
import { type Given, givensOfCut, meetCuts, subproblemsOfCut } from './meet-cuts.js';
import {
  largestCost,
  MOST_SUBPROBLEMS,
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

/** Up to this n, a subproblem may use only the measured memory. For larger n, it may use all memory of a thread. */
const MEASURED_UP_TO = 18;

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
 * Plans a count by meeting in the middle. Chooses the coarsest cut that fits the memory and keeps the threads busy. The
 * choice is the same on every machine.
 *
 * @param n board size, from 5 to 28.
 * @param limitThreads returns the number of threads that are worth using for the coarsest plan; by default all of them.
 * @throws RangeError if n is out of range; UsageError if no cut fits the memory.
 */
export function* planMeetInSteps(
  n: number,
  { memory = DEFAULT_MEMORY, threads: most = 1 }: ThreadsAndMemory,
  limitThreads?: (coarsest: Share) => number,
): Steps<Plan<MeetSubproblem>> {
  if (!Number.isInteger(n) || n < LEAST_MEET_N || n > MOST_MEET_N) {
    throw new RangeError(`meet in the middle counts n from ${LEAST_MEET_N} to ${MOST_MEET_N}, not ${n}`);
  }
  let threads = most;
  let plan: Plan<MeetSubproblem> | undefined;
  let leastNeed = 0;
  for (const cut of meetCuts(n)) {
    const givens: Given[] = [];
    for (const given of givensOfCut(n, cut)) {
      if (givens.push(given) > MOST_SUBPROBLEMS) break;
      yield;
    }
    if (givens.length > MOST_SUBPROBLEMS) break;
    leastNeed = cut.need;
    if (leastNeed > memory) continue;
    const isCoarsest = plan === undefined;
    const subproblems: MeetSubproblem[] = [];
    for (const given of givens) {
      subproblems.push(...subproblemsOfCut(n, cut, n > MEASURED_UP_TO ? memory : cut.need, [given]));
      yield;
    }
    if (isCoarsest && limitThreads)
      threads = Math.min(most, limitThreads(shareOf({ n, algorithm: 'meet' }, subproblems)));
    plan = makePlan({ n, algorithm: 'meet', options: { threads, memory } }, subproblems);
    if (keepBusy(plan, threads)) break;
  }
  if (plan) return plan;
  throw new UsageError(
    `n = ${n} needs at least ${leastNeed / MEGABYTE} megabytes of memory per thread, not ${inMegabytes(memory)}`,
  );
}

/** Returns the least memory of a thread for which there is a plan, in bytes. */
export function leastMemory(n: number): number {
  let least = DEFAULT_MEMORY;
  for (const cut of meetCuts(n)) {
    let subproblems = 0;
    for (const _ of givensOfCut(n, cut)) if (++subproblems > MOST_SUBPROBLEMS) return least;
    least = Math.min(least, cut.need);
  }
  return least;
}

/** Formats memory in megabytes. Very small values stay in bytes, because a caller may have passed megabytes by mistake. */
function inMegabytes(bytes: number): string {
  return bytes < MEGABYTE / 10 ? `${bytes} bytes` : String(Number((bytes / MEGABYTE).toFixed(1)));
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
