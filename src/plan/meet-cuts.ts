// Cuts the work of meeting in the middle into subproblems.

import { countColumns, subsets } from '../board/masks.js';
import { type Band, checkBand, givenRows, placements } from './band.js';
import { meetCost } from './meet-cost.js';
import type { MeetSubproblem } from './subproblem.js';
import { middleRow } from './symmetry-rule.js';

/** A way to cut the work into subproblems. All cuts give the same total. */
export interface MeetCut extends Omit<Band, 'n'> {
  /** Number of band queens that a subproblem fixes, at least 1. The kernel tries all columns for the others. */
  readonly givenQueens: number;
  /** Mask of columns whose side of the band is fixed by a subproblem. */
  readonly splitColumns: number;
  readonly patternColumns: number;
}

/** Maximum number of split columns. More would take too long. With six, n = 18 takes 1.7 times as long as with none. */
export const MOST_SPLIT_COLUMNS = 8;

/**
 * Number of band rows, by n. It is 2 for smaller n. With one row less, the lists of most fillings outgrow 1 GB, and n = 24
 * takes 1.6 times as long as with these, n = 25 takes 1.4 times, and n = 26 as long. With one row more, n = 28 takes 1.4
 * times as long (2026-11-26). For n = 20, two rows take 1.06 times as long as three.
 */
const BAND_ROWS: Readonly<Record<number, number>> = { 20: 3, 21: 3, 22: 4, 23: 5, 24: 5, 25: 6, 26: 7, 27: 8, 28: 8 };

/** The fastest number of pattern columns that fits the memory, by n. It is 0 for smaller n, and 6 for larger n. */
const PATTERN_COLUMNS: Readonly<Record<number, number>> = { 16: 3, 17: 3, 18: 7, 19: 3, 20: 3 };

/** Number of band queens that a subproblem fixes. With more, plans for n >= 24 would have too many subproblems. */
const MOST_GIVEN_QUEENS = 4;

/**
 * Returns the band and the split columns for n.
 *
 * A band with more rows means fewer pairs but more lists. The smallest band whose lists mostly fit the memory is fastest.
 * With three rows, not two, n = 19 takes 1.2 times as long. The last band queen takes the bottom row of the band,
 * unless that is the middle row. Split columns next to the middle cut the work most evenly. Pattern columns keep lists
 * in the CPU cache. From n = 19 on, they save memory but take time. The kernel adds some if memory is short.
 *
 * @param splitColumns number of split columns, from 0 to n.
 */
export function meetCut(n: number, splitColumns: number): MeetCut {
  const bandRows = BAND_ROWS[n] ?? 2;
  const rowsAbove = Math.ceil((n - bandRows) / 2);
  const bottom = rowsAbove + bandRows - 1;
  let mask = 0;
  for (let i = 0; i < splitColumns; i++) mask |= splitColumn(n, i);
  return {
    rowsAbove,
    bandRows,
    lastRow: bottom === middleRow(n) ? rowsAbove : bottom,
    givenQueens: MOST_GIVEN_QUEENS,
    splitColumns: mask,
    patternColumns: PATTERN_COLUMNS[n] ?? (n < 16 ? 0 : 6),
  };
}

/** Returns a mask of the i-th split column; 0 if there are no more. The first split columns cut the work most evenly. */
export function splitColumn(n: number, i: number): number {
  const middle = middleRow(n);
  const column = i % 2 === 0 ? middle - 1 - i / 2 : middle + (i + 1) / 2;
  return column >= 0 && column < n ? 1 << column : 0;
}

/** The fields in which the subproblems of a cut differ. */
export type Given = Pick<MeetSubproblem, 'queens' | 'splitColumns' | 'splitColumnsBelow'>;

/** Yields these fields for each subproblem of a cut. @throws RangeError if the band is invalid for n. */
export function* givensOfCut(n: number, cut: MeetCut): Generator<Given> {
  const band = { n, ...cut };
  checkBand(band);
  for (const placed of placements(band, givenRows(band).slice(0, cut.givenQueens))) {
    const queens = placed.map(({ column }) => column);
    const splitColumns = queens.reduce((mask, column) => mask & ~(1 << column), cut.splitColumns);
    for (const splitColumnsBelow of subsets(splitColumns)) {
      const given = { queens, splitColumns, splitColumnsBelow };
      if (hasRoom(band, given)) yield given;
    }
  }
}

/** Returns whether there are enough rows below the band for the split columns below, and enough other rows for the rest. */
export function hasRoom({ n, rowsAbove, bandRows }: Band, { queens, splitColumns, splitColumnsBelow }: Given): boolean {
  const rowsBelow = n - rowsAbove - bandRows;
  const others = countColumns(splitColumns & ~splitColumnsBelow);
  return countColumns(splitColumnsBelow) <= rowsBelow && others <= rowsAbove + bandRows - queens.length;
}

/**
 * Yields the subproblems of a cut, for n >= 5. With the kernel's weights, they count every solution exactly once.
 *
 * @throws RangeError if the band is invalid for n.
 */
export function* subproblemsOfCut(n: number, cut: MeetCut): Generator<MeetSubproblem> {
  const { rowsAbove, bandRows, lastRow, patternColumns } = cut;
  const shape = { n, weight: 1, rowsAbove, bandRows, lastRow, patternColumns } as const;
  for (const given of givensOfCut(n, cut)) yield withIdAndCost({ ...shape, ...given });
}

/**
 * Adds the id and the cost. In a cut, no two subproblems have the same queens and the same split columns below. The plan's
 * hash depends on the order of the fields.
 */
export function withIdAndCost(unnamed: Omit<MeetSubproblem, 'algorithm' | 'id' | 'cost'>): MeetSubproblem {
  const { n, weight, rowsAbove, bandRows, lastRow, queens } = unnamed;
  const { splitColumns, splitColumnsBelow, patternColumns } = unnamed;
  const id = `${n}-${rowsAbove}.${bandRows}.${lastRow}-${queens.join('.')}-${splitColumnsBelow.toString(16)}`;
  const subproblem: MeetSubproblem = {
    ...{ algorithm: 'meet', id, n, weight, cost: 0, rowsAbove, bandRows, lastRow, queens },
    ...{ splitColumns, splitColumnsBelow, patternColumns },
  };
  return { ...subproblem, cost: meetCost(subproblem) };
}
