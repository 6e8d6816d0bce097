import { simulateHandOut } from './hand-out.js';
import { chooseMeetCut, MAX_SPLIT_COLUMNS, subproblemsOfCut } from './meet-cuts.js';
import { buildPlan, largestCost, mostExpensiveFirst, type Plan } from './plan.js';
import type { Steps } from './steps.js';
import type { MeetSubproblem } from './subproblem.js';

/** The smallest and largest n that plans support. (Each side of the band needs a row. The kernel has 32-bit lanes.) */
export const MIN_MEET_N = 5;
export const MAX_MEET_N = 28;

/**
 * Minimum fraction of the time that threads must be busy, according to the estimated costs. A larger fraction would
 * need the next finer cut, which has 5 to 9% more work.
 */
const MIN_BUSY_FRACTION = 0.92;

/**
 * Returns the minimum number of subproblems. With fewer, all other threads may end up waiting for one subproblem that
 * takes longer than estimated. This is likelier with more threads: 64 threads with 3 subproblems each were busy only
 * 78% of the time.
 */
function minSubproblems(threads: number): number {
  return threads * (2 + Math.log2(threads) / 2);
}

/**
 * Number of band queens that a subproblem of a coarse plan fixes. Finer plans fix more from n = 22 on. The cost of a
 * coarse plan is within 3% of theirs.
 */
const COARSE_GIVEN_QUEENS = 2;

/**
 * Minimum number of split columns of a finer plan, by n; 0 for other n. Without them, subproblems of 28 queens take 8 h
 * on average and 29 at most, too long for machines that count at night. With three, they take 1.2 h and 15. Ten random
 * fillings take 1.01 times as long then (2026-11-29): the kernel divides most fillings by these columns anyway. Fixing
 * one more band queen would give 1,453,206 subproblems of half an hour, but such a plan takes 45 s and 1 GB.
 */
const MIN_SPLIT_COLUMNS: Readonly<Record<number, number>> = { 28: 3 };

/** Builds a plan with the fewest and largest subproblems. For 27 queens, it takes 0.1 s (2026-11-28). */
export function* planMeetCoarsely(n: number): Steps<Plan<MeetSubproblem>> {
  return yield* planMeetCut(n, 0, undefined, COARSE_GIVEN_QUEENS);
}

/** Builds a plan with just enough split columns to keep the threads busy, or with the maximum number of them. */
export function* planMeet(n: number, threads: number): Steps<Plan<MeetSubproblem>> {
  for (let splitColumns = MIN_SPLIT_COLUMNS[n] ?? 0; ; splitColumns++) {
    const plan = yield* planMeetCut(n, splitColumns);
    if (keepsBusy(plan, threads) || splitColumns === Math.min(n, MAX_SPLIT_COLUMNS)) return plan;
  }
}

/**
 * Builds the plan with `splitColumns` split columns, from 0 to 8. With more split columns, there are more but smaller
 * subproblems.
 *
 * @param bandRows number of band rows; by default, the fastest for n.
 * @param givenQueens number of band queens that a subproblem fixes; by default, the number in all stored plans.
 * @throws RangeError if n or the number of split columns is out of range; UsageError if the plan would have more than
 *   600,000 subproblems.
 */
export function* planMeetCut(
  n: number,
  splitColumns: number,
  bandRows?: number,
  givenQueens?: number,
): Steps<Plan<MeetSubproblem>> {
  if (!Number.isInteger(n) || n < MIN_MEET_N || n > MAX_MEET_N) {
    throw new RangeError(`meet supports n from ${MIN_MEET_N} to ${MAX_MEET_N}, not ${n}`);
  }
  if (!Number.isInteger(splitColumns) || splitColumns < 0 || splitColumns > Math.min(n, MAX_SPLIT_COLUMNS)) {
    throw new RangeError(`splitColumns must be from 0 to ${Math.min(n, MAX_SPLIT_COLUMNS)}, not ${splitColumns}`);
  }
  const subproblems = yield* subproblemsOfCut(n, chooseMeetCut(n, splitColumns, bandRows, givenQueens));
  return buildPlan({ n, algorithm: 'meet', options: { splitColumns } }, subproblems);
}

/**
 * Estimates whether the threads stay busy to the end if each one always takes the most expensive remaining subproblem.
 */
function keepsBusy(plan: Plan, threads: number): boolean {
  const { subproblems, cost: all } = plan;
  if (threads === 1) return true;
  if (subproblems.length < minSubproblems(threads)) return false;
  // No thread finishes later than the mean time of all threads plus the largest cost.
  if (all >= MIN_BUSY_FRACTION * (all + threads * largestCost(plan))) return true;
  const costs = mostExpensiveFirst(subproblems).map(({ cost }) => cost);
  return all >= MIN_BUSY_FRACTION * threads * simulateHandOut(costs, new Array<number>(threads).fill(1));
}
