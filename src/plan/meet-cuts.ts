// How the work of meeting in the middle is cut into subproblems.

import { countColumns, subsets } from '../board/masks.js';
import { type Band, checkBand, givenRows, middleRow, mostKeyBits, placements } from './band.js';
import { meetCost } from './meet-cost.js';
import type { MeetSubproblem } from './subproblem.js';

/** How the work is cut; every choice gives the same sum. */
export interface MeetCut extends Omit<Band, 'n'> {
  /** How many queens of the band a subproblem gives, from 1 to all but the last; the kernel tries every place for the others. */
  readonly givenQueens: number;
  /** Columns whose side of the band a subproblem gives, as a mask. */
  readonly splitColumns: number;
  readonly patternColumns: number;
}

const MEGABYTE = 2 ** 20;

/** n = 18 takes 1.4 times as long with four split columns (112 subproblems), 1.7 times with six (416). 2026-11-23. */
const MOST_SPLIT_COLUMNS = 8;

/** The fastest number of pattern columns that fits the memory, where it is not that of the boards beside. */
const PATTERN_COLUMNS: Readonly<Record<number, number>> = { 16: 3, 17: 3, 18: 7, 19: 3, 20: 5 };

/** With all queens of the band but the last, plans from n = 24 on would have more subproblems than a plan may have. */
const MOST_GIVEN_QUEENS = 4;

/**
 * The memory that every subproblem is counted in with 0, 1, 2 ... split columns, in MB with some room. Measured on
 * 2026-11-22, of all subproblems, n = 20 with six pattern columns: with five it takes more if there is more.
 */
const MEASURED_NEED: Readonly<Record<number, readonly number[]>> = {
  13: [1.5],
  14: [2],
  15: [3.2],
  16: [5.6],
  17: [12.8],
  18: [68, 54, 45, 33, 24, 16],
  19: [126, 96, 82, 65, 50],
  20: [325, 243, 193],
};
/** Of samples, from n = 21 on. */
const SAMPLED_NEED = 204;

/**
 * The cuts to choose from for n queens, from the coarsest, which takes least work, to the finest, which needs least
 * memory. Each has the bytes that a subproblem of it needs, with some room.
 */
export function meetCuts(n: number): readonly (MeetCut & { readonly need: number })[] {
  const most = Math.min(n, MOST_SPLIT_COLUMNS);
  return Array.from({ length: most + 1 }, (_, count) => ({ ...meetCut(n, count), need: memoryNeed(n, count) }));
}

/**
 * Returns the band and the split columns for n.
 *
 * The wider the band the fewer pairs, but the more lists: the thinnest band whose keys the kernel can take is the fastest
 * (with four rows n = 18 takes ten times as long, n = 19 with three 1.2 times). The last band queen takes the bottom row
 * of the band, unless that is the middle row. Split columns next to the middle cut the work most evenly. Pattern columns
 * keep lists in the processor's cache. Where lists have cells they cost time, too, and save memory: n = 20 takes 1.01 to
 * 1.07 times as long with six of them as with five; the kernel takes more where memory is short. 2026-11-23.
 *
 * @param splitColumns how many, from 0 to n.
 */
export function meetCut(n: number, splitColumns: number): MeetCut {
  let bandRows = 2;
  while (n - 1 - bandRows > mostKeyBits(bandRows)) bandRows++;
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

/** Returns the i-th split column, as a mask, in the order in which they cut the work most evenly; 0 if there are no more. */
export function splitColumn(n: number, i: number): number {
  const middle = middleRow(n);
  const column = i % 2 === 0 ? middle - 1 - i / 2 : middle + (i + 1) / 2;
  return column >= 0 && column < n ? 1 << column : 0;
}

/** Each split column beyond those measured saves at least a tenth; but the second one sometimes saves nothing. */
function memoryNeed(n: number, splitColumns: number): number {
  const needs = MEASURED_NEED[n] ?? [n < 13 ? 1.2 : SAMPLED_NEED];
  const known = Math.min(splitColumns, needs.length - 1);
  const more = splitColumns - known;
  const saving = known === 0 && more > 1 ? more - 1 : more;
  return Math.ceil(1 + (needs[known] ?? 0) * 0.9 ** saving) * MEGABYTE;
}

/** The fields that tell the subproblems of a cut from each other. */
export type Given = Pick<MeetSubproblem, 'queens' | 'splitColumns' | 'splitColumnsBelow'>;

/** Lists the subproblems of a cut, each once. @throws RangeError for a band that does not suit n. */
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

/** Returns whether there are rows enough below the band for the split columns that belong there, and above and in it for the others. */
export function hasRoom({ n, rowsAbove, bandRows }: Band, { queens, splitColumns, splitColumnsBelow }: Given): boolean {
  const rowsBelow = n - rowsAbove - bandRows;
  const others = countColumns(splitColumns & ~splitColumnsBelow);
  return countColumns(splitColumnsBelow) <= rowsBelow && others <= rowsAbove + bandRows - queens.length;
}

/**
 * Makes the subproblems of a cut, for n from 5. Together they stand for every solution exactly once, by weights that the
 * kernel applies.
 *
 * @param memory bytes that a subproblem may take, all told.
 * @throws RangeError for a band that does not suit n.
 */
export function subproblemsOfCut(
  n: number,
  cut: MeetCut,
  memory: number,
  givens: Iterable<Given> = givensOfCut(n, cut),
): MeetSubproblem[] {
  const { rowsAbove, bandRows, lastRow, patternColumns } = cut;
  const shape = { n, weight: 1, memory, rowsAbove, bandRows, lastRow, patternColumns } as const;
  return Array.from(givens, (given) => withIdAndCost({ ...shape, ...given }));
}

/** Names a subproblem and estimates it. No two of a cut have the same queens and the same split columns below. */
export function withIdAndCost(unnamed: Omit<MeetSubproblem, 'algorithm' | 'id' | 'cost'>): MeetSubproblem {
  const { n, rowsAbove, bandRows, lastRow, queens, splitColumnsBelow } = unnamed;
  const id = `wide-${n}-${rowsAbove}.${bandRows}.${lastRow}-${queens.join('.')}-${splitColumnsBelow.toString(16)}`;
  const subproblem: MeetSubproblem = { ...unnamed, algorithm: 'meet', id, cost: 0 };
  return { ...subproblem, cost: meetCost(subproblem) };
}
