// Cuts the work of meeting in the middle into subproblems: docs/meet-in-the-middle.md, "A band between the halves" and
// "Dividing a board".

import { allColumns } from '../board/masks.js';
import { UsageError } from '../errors/errors.js';
import type { Band } from '../meet/band.js';
import type { MeetBoard } from '../meet/board.js';
import { columnToSplit, divideByNextQueen, divideBySides, emptyBoard } from '../meet/smaller-boards.js';
import { middleRow } from '../meet/symmetry-rule.js';
import { plural } from '../text/numbers.js';
import { meetCost } from './meet-cost.js';
import { MAX_SUBPROBLEMS } from './plan.js';
import { mapInSteps, type Steps } from './steps.js';
import type { MeetSubproblem } from './subproblem.js';

/** A way to cut the work into subproblems. All cuts give the same total. */
export interface MeetCut extends Omit<Band, 'n'> {
  /** Number of band queens that a subproblem fixes, at least 1. The kernel tries all columns for the others. */
  readonly givenQueens: number;
  /** Mask of columns whose side of the band a subproblem fixes. */
  readonly splitColumns: number;
}

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

/** Maximum number of band queens that a subproblem fixes. With more, plans for n >= 24 would be too large. */
const MAX_GIVEN_QUEENS = 4;

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
  givenQueens = MAX_GIVEN_QUEENS,
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
