// Plans a count by meeting in the middle: docs/meet-in-the-middle.md, "A band between the halves" and "Dividing a
// board". A cut is a way to cut the work into subproblems. All cuts give the same total.

import { allColumns } from '../board/masks.js';
import { UsageError } from '../errors/errors.js';
import type { Band } from '../meet/band.js';
import type { MeetBoard } from '../meet/board.js';
import { columnToSplit, divideByNextQueen, divideBySides, emptyBoard } from '../meet/smaller-boards.js';
import { middleRow } from '../meet/symmetry-rule.js';
import { plural } from '../text/numbers.js';
import { simulateHandOut } from './hand-out.js';
import { meetCost } from './meet-cost.js';
import { buildPlan, largestCost, MAX_SUBPROBLEMS, mostExpensiveFirst, type Plan } from './plan.js';
import { mapInSteps, type Steps } from './steps.js';
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
 * Maximum number of band queens that a subproblem fixes. With more, plans for n >= 24 would be too large. The cost of a
 * coarse plan, whose subproblems fix fewer from n = 22 on, is within 3% of a finer one's.
 */
const GIVEN_QUEENS = 4;
const COARSE_GIVEN_QUEENS = 2;

/**
 * Minimum number of split columns of a finer plan, by n; 0 for other n. Without them, subproblems of 28 queens take 8 h
 * on average and 29 at most, too long for machines that count at night. With three, they take 1.2 h and 15. Ten random
 * fillings take 1.01 times as long then (2026-11-29): the kernel divides most fillings by these columns anyway. Fixing
 * one more band queen would give 1,453,206 subproblems of half an hour, but such a plan takes 45 s and 1 GB.
 */
const MIN_SPLIT_COLUMNS: Readonly<Record<number, number>> = { 28: 3 };

/**
 * Maximum number of split columns. Each one makes a count slower: with six, n = 18 takes 1.7 times as long as with
 * none.
 */
export const MAX_SPLIT_COLUMNS = 8;

/**
 * Number of band rows, by n; 2 for smaller n. Other numbers multiply the time with 1 GB by the factors below. For
 * n >= 24, only some fillings were measured (2026-11-28; those for 18, 19 and 22, and for one row more, 2026-11-26):
 *
 *     n                18     19     20     22     24     25     26     27
 *     one row less                   1.06          1.1    0.96
 *     one row more            1.2           1.3+                 1.5    1.2
 *     two rows more    3
 *
 * For n = 28 with one row less, many lists have too many keys for the kernel. Only sparse fillings would be faster with
 * one row less, but they take little of the time: if the kernel took the faster width for each filling, eight fillings
 * of 28, from sparse to dense, would take 0.99 times as long, and four of 27 also 0.99 (2026-11-29).
 */
const BAND_ROWS: Readonly<Record<number, number>> = { 20: 3, 21: 3, 22: 4, 23: 5, 24: 5, 25: 6, 26: 6, 27: 7, 28: 8 };

/** Numbers of band rows in the plans of version 0.2.0 where they differ. Counts with these plans can be resumed. */
export const FORMER_BAND_ROWS: Readonly<Record<number, number>> = { 26: 7, 27: 8 };

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

/** A band, and what a subproblem fixes: band queens (at least one), and the sides of columns (a mask). */
export interface MeetCut extends Omit<Band, 'n'> {
  readonly givenQueens: number;
  readonly splitColumns: number;
}

/**
 * Chooses the band and the split columns for n.
 *
 * A band with more rows means fewer pairs but more lists. The narrowest band whose lists mostly fit in memory is
 * fastest. The last band queen takes the bottom row of the band or, if that is the middle row, the top row.
 *
 * @param splitColumns number of split columns, from 0 to n.
 * @param bandRows number of band rows; by default, the fastest for n.
 */
export function chooseMeetCut(
  n: number,
  splitColumns: number,
  bandRows = BAND_ROWS[n] ?? 2,
  givenQueens = GIVEN_QUEENS,
): MeetCut {
  const rowsAbove = Math.ceil((n - bandRows) / 2);
  const bottom = rowsAbove + bandRows - 1;
  let mask = 0;
  for (let i = 0; i < splitColumns; i++) mask |= columnToSplit(n, allColumns(n) & ~mask);
  return {
    rowsAbove,
    bandRows,
    lastRow: bottom === middleRow(n) ? rowsAbove : bottom,
    givenQueens,
    splitColumns: mask,
  };
}

/**
 * Returns the subproblems of a cut, for n >= 5. With the kernel's weights, they count every solution exactly once.
 *
 * @throws UsageError if there are more than 600,000.
 */
export function* subproblemsOfCut(n: number, cut: MeetCut): Steps<MeetSubproblem[]> {
  const boards: MeetBoard[] = [];
  for (const board of boardsOfCut(emptyBoard({ n, ...cut }), cut)) {
    if (boards.length === MAX_SUBPROBLEMS)
      throw new UsageError(`the plan has over ${plural(MAX_SUBPROBLEMS, 'subproblem')}`);
    boards.push(board);
    yield;
  }
  return yield* mapInSteps(boards, createSubproblem); // last, because estimating costs takes most of the time
}

/** Yields the boards into which a cut divides a board. */
function* boardsOfCut(board: MeetBoard, cut: MeetCut): Generator<MeetBoard> {
  const { givenQueens, bandRows, splitColumns } = cut;
  if (board.queens.length === Math.min(givenQueens, bandRows - 1)) yield* divideBySides(board, splitColumns);
  else for (const part of divideByNextQueen(board)) yield* boardsOfCut(part, cut);
}

/**
 * Creates a subproblem from a board, with its id and cost. Ids are unique, because no two boards of a cut have the same
 * queens and the same columns below. The plan's hash depends on the order of the fields.
 */
export function createSubproblem({ n, rowsAbove, bandRows, lastRow, queens, above, below }: MeetBoard): MeetSubproblem {
  const board = { n, rowsAbove, bandRows, lastRow, queens, above, below };
  const id = `${n}-${rowsAbove}.${bandRows}.${lastRow}-${queens.join('.')}-${below.toString(16)}`;
  return { algorithm: 'meet', id, weight: 1, cost: meetCost(board), ...board };
}
