import { UsageError } from '../errors/errors.js';
import { meetCuts } from './meet-cuts.js';
import { makePlan, mostExpensiveFirst, type Plan, type Share, shareOf } from './plan.js';
import type { WideSubproblem } from './subproblem.js';

/** What to plan a meet-in-the-middle count for; every field has a default. */
export interface MeetOptions {
  /** Worker threads to keep busy, from 1; by default 1. */
  readonly threads?: number | undefined;
  /** Whether a count, cut for one thread, takes long enough to start more; by default always. */
  readonly isWorthThreads?: (share: Share) => boolean;
  /** Bytes of memory that one thread may take; by default 256 MB. */
  readonly memory?: number | undefined;
}

/** n for which the algorithm is made: there must be a row on either side of the band, and the kernel's lanes are 32 bits. */
export const LEAST_MEET_N = 5;
export const MOST_MEET_N = 28;

const MEGABYTE = 2 ** 20;
export const DEFAULT_MEMORY = 256 * MEGABYTE;

/**
 * With the estimated costs, most expensive first, this part of all threads' time must be spent counting. To ask for more is
 * not worth it: the next finer cut takes five percent more work, and up to nine.
 */
const BUSY = 0.92;
/**
 * Estimates err: with fewer subproblems a thread, one that takes longer than estimated would be waited for, and the more
 * threads, the likelier one of them has such a one. With 3 for each of 64 threads they were 77 to 79 % busy for n = 17 to
 * 19, by simulation from measured times (scripts/bench/busy.mjs, 2026-11-22).
 */
function leastSubproblems(threads: number): number {
  return threads * (2 + Math.log2(threads) / 2);
}

/** More would take longer to plan than it is worth: about 15 microseconds and half a kilobyte each. */
const MOST_SUBPROBLEMS = 500_000;

/** Up to this board size a subproblem may take what was measured and no more; a larger one may take all there is. */
const MEASURED_UP_TO = 18;

/**
 * Plans a count by meeting in the middle, of the cut that suits n, the threads and their memory: the coarsest that fits
 * the memory and keeps the threads busy. The same on every machine.
 *
 * @param n board size, from 5 to 28.
 * @throws RangeError for another n; UsageError if no cut fits the memory.
 */
export function planMeet(n: number, options: MeetOptions = {}): Plan<WideSubproblem> {
  const { memory = DEFAULT_MEMORY } = options;
  if (!Number.isInteger(n) || n < LEAST_MEET_N || n > MOST_MEET_N) {
    throw new RangeError(`meet in the middle counts n from ${LEAST_MEET_N} to ${MOST_MEET_N}, not ${n}`);
  }
  const { subproblems, threads } = cutFor(n, memory, options);
  return makePlan<WideSubproblem>({ n, algorithm: 'meet', options: { threads, memory } }, subproblems);
}

/** Subproblems, and the threads that they are cut for. */
interface CutForThreads {
  readonly subproblems: WideSubproblem[];
  readonly threads: number;
}

function cutFor(n: number, memory: number, { threads = 1, isWorthThreads }: MeetOptions): CutForThreads {
  let made: WideSubproblem[] | undefined;
  let leastNeed = 0;
  for (const cut of meetCuts(n)) {
    if (!isShort(cut.givens())) break;
    leastNeed = cut.need;
    if (leastNeed > memory) continue;
    const isCoarsest = made === undefined;
    made = cut.subproblems(granted(n, leastNeed, memory));
    if (isCoarsest && isWorthThreads?.(shareOf({ n, algorithm: 'meet' }, made)) === false) {
      return { subproblems: made, threads: 1 };
    }
    if (keepBusy(made, threads)) break;
  }
  if (made) return { subproblems: made, threads };
  throw new UsageError(
    `n = ${n} needs at least ${leastNeed / MEGABYTE} megabytes of memory a thread, not ${Number((memory / MEGABYTE).toFixed(1))}`,
  );
}

function isShort(items: Iterable<unknown>): boolean {
  let length = 0;
  for (const _ of items) if (++length > MOST_SUBPROBLEMS) return false;
  return true;
}

/** Bytes that a subproblem may take: what is known to be enough, or all there is where that is only estimated. */
function granted(n: number, need: number, memory: number): number {
  return n > MEASURED_UP_TO ? memory : need;
}

/** Whether `threads` threads that take the most expensive subproblem left are busy to the end, as estimated. */
function keepBusy(subproblems: readonly WideSubproblem[], threads: number): boolean {
  if (threads === 1) return true;
  if (subproblems.length < leastSubproblems(threads)) return false;
  const all = subproblems.reduce((sum, { cost }) => sum + cost, 0);
  const largest = subproblems.reduce((most, { cost }) => Math.max(most, cost), 0);
  if (all >= BUSY * (all + threads * largest)) return true; // nothing ends later than the mean and the largest one more
  const busyUntil = new Array<number>(threads).fill(0);
  for (const { cost } of mostExpensiveFirst(subproblems)) {
    const next = busyUntil.indexOf(Math.min(...busyUntil));
    busyUntil[next] = (busyUntil[next] ?? 0) + cost;
  }
  return all >= BUSY * threads * Math.max(...busyUntil);
}
