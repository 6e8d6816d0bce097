import { UsageError } from '../errors/errors.js';
import { givensOfCut, meetCuts, subproblemsOfCut } from './meet-cuts.js';
import { largestCost, MOST_SUBPROBLEMS, makePlan, mostExpensiveFirst, type Plan, type Share } from './plan.js';
import type { MeetSubproblem } from './subproblem.js';

/** The threads and the memory to plan for; every field has a default. */
export interface MeetOptions {
  /** Worker threads to keep busy, from 1; by default 1. */
  readonly threads?: number | undefined;
  /** Returns whether a count that is cut for one thread takes long enough to start more; by default always. */
  readonly isWorthThreads?: (share: Share) => boolean;
  /** Bytes of memory that one thread may use; by default 256 MB. */
  readonly memory?: number | undefined;
}

/** Limits of the kernel: there must be a row on each side of the band, and its lanes have 32 bits. */
export const LEAST_MEET_N = 5;
export const MOST_MEET_N = 28;

const MEGABYTE = 2 ** 20;
export const DEFAULT_MEMORY = 256 * MEGABYTE;

/**
 * Threads must be busy for this fraction of the time, by the estimated costs. For a larger fraction the next finer cut would
 * be needed, which takes five to nine per cent more work.
 */
const BUSY = 0.92;
/**
 * Returns the fewest subproblems for a number of threads. With fewer, all threads might wait for one subproblem that takes
 * longer than estimated: 64 threads with 3 subproblems each were 78 % busy. The more threads, the likelier this is.
 */
function leastSubproblems(threads: number): number {
  return threads * (2 + Math.log2(threads) / 2);
}

/** Up to this board size a subproblem may use the memory that was measured; on a larger board, all that a thread has. */
const MEASURED_UP_TO = 18;

/**
 * Plans a count by meeting in the middle. Takes the coarsest cut that fits the memory and keeps the threads busy, the same
 * one on every machine.
 *
 * @param n board size, from 5 to 28.
 * @throws RangeError for another n; UsageError if no cut fits the memory.
 */
export function planMeet(
  n: number,
  { memory = DEFAULT_MEMORY, threads = 1, isWorthThreads }: MeetOptions = {},
): Plan<MeetSubproblem> {
  if (!Number.isInteger(n) || n < LEAST_MEET_N || n > MOST_MEET_N) {
    throw new RangeError(`meet in the middle counts n from ${LEAST_MEET_N} to ${MOST_MEET_N}, not ${n}`);
  }
  const recipe = { n, algorithm: 'meet', options: { threads, memory } } as const;
  let plan: Plan<MeetSubproblem> | undefined;
  let leastNeed = 0;
  for (const cut of meetCuts(n)) {
    const givens = firstOf(givensOfCut(n, cut), MOST_SUBPROBLEMS + 1);
    if (givens.length > MOST_SUBPROBLEMS) break;
    leastNeed = cut.need;
    if (leastNeed > memory) continue;
    const isCoarsest = plan === undefined;
    plan = makePlan(recipe, subproblemsOfCut(n, cut, n > MEASURED_UP_TO ? memory : cut.need, givens));
    if (isCoarsest && isWorthThreads?.(plan) === false) {
      return makePlan({ ...recipe, options: { threads: 1, memory } }, plan.subproblems);
    }
    if (keepBusy(plan, threads)) break;
  }
  if (plan) return plan;
  throw new UsageError(
    `n = ${n} needs at least ${leastNeed / MEGABYTE} megabytes of memory a thread, not ${inMegabytes(memory)}`,
  );
}

/** Formats memory. A very small number is shown in bytes, because a caller of the library may have given megabytes. */
function inMegabytes(bytes: number): string {
  return bytes < MEGABYTE / 10 ? `${bytes} bytes` : String(Number((bytes / MEGABYTE).toFixed(1)));
}

function firstOf<T>(items: Iterable<T>, most: number): T[] {
  const first: T[] = [];
  for (const item of items) if (first.push(item) === most) break;
  return first;
}

/** Returns whether `threads` threads are busy to the end, by estimate, if each takes the most expensive subproblem left. */
function keepBusy(plan: Plan, threads: number): boolean {
  const { subproblems, cost: all } = plan;
  if (threads === 1) return true;
  if (subproblems.length < leastSubproblems(threads)) return false;
  if (all >= BUSY * (all + threads * largestCost(plan))) return true; // none ends later than the mean plus the largest
  const busyUntil = new Array<number>(threads).fill(0);
  for (const { cost } of mostExpensiveFirst(subproblems)) {
    const next = busyUntil.indexOf(Math.min(...busyUntil));
    busyUntil[next] = (busyUntil[next] ?? 0) + cost;
  }
  return all >= BUSY * threads * Math.max(...busyUntil);
}
