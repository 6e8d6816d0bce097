// The band of middle rows, which get their queens first, and the symmetry rules for these queens.
// docs/meet-in-the-middle.md explains both with drawings.

import type { Cell } from '../board/attacked.js';
import { columnsOf } from '../board/masks.js';
import type { MeetSubproblem } from './subproblem.js';

/** The shape of a band. */
export type Band = Pick<MeetSubproblem, 'n' | 'rowsAbove' | 'bandRows' | 'lastRow'>;

/** The weights of a pair of halves: `tie` if either half is a tie, else `strict`. */
export interface PairWeights {
  readonly strict: number;
  readonly tie: number;
}

/** Returns the middle row. For even n this is the lower of the two middle rows. */
export function middleRow(n: number): number {
  return Math.floor(n / 2);
}

/**
 * Lists the rows of the band except the last band queen's row, in the order of a subproblem's queens. The middle row comes
 * first, then the other rows by their distance from it. Of two rows at the same distance, the upper one comes first.
 */
export function givenRows({ n, rowsAbove, bandRows, lastRow }: Band): number[] {
  const middle = middleRow(n);
  return Array.from({ length: bandRows }, (_, i) => rowsAbove + i)
    .filter((row) => row !== lastRow)
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b);
}

/** Returns the given band queens of a subproblem, with their rows. */
export function givenQueens(subproblem: MeetSubproblem): Cell[] {
  const rows = givenRows(subproblem);
  return subproblem.queens.map((column, i) => ({ row: rows[i] ?? -1, column }));
}

/**
 * Checks the shape of a band.
 *
 * @throws RangeError if a middle row or the last band queen's row is outside the band, if the last band queen's row is
 *   the middle row, or if a side has no rows.
 */
export function checkBand({ n, rowsAbove, bandRows, lastRow }: Band): void {
  const middle = middleRow(n);
  const end = rowsAbove + bandRows;
  const hasMiddle = rowsAbove <= (n % 2 === 0 ? middle - 1 : middle) && end > middle;
  const leavesRows = rowsAbove >= 1 && end < n;
  const hasLastRow = lastRow >= rowsAbove && lastRow < end && lastRow !== middle;
  if (bandRows >= 2 && hasMiddle && leavesRows && hasLastRow) return;
  throw new RangeError(
    `a band of ${bandRows} rows from row ${rowsAbove}, with the last queen in row ${lastRow}, is invalid for n = ${n}`,
  );
}

/** Returns whether the kernel packs its lists. Up to n = 17, masks fit lanes of 16 bits without packing. */
export function packsLists({ n, bandRows }: Pick<Band, 'n' | 'bandRows'>): boolean {
  return n > 17 || bandRows > 2;
}

/** Returns whether the kernel lists the level before the last for each pattern. For n = 18, storing it is faster. */
export function listsByPattern(band: Pick<Band, 'n' | 'bandRows'>): boolean {
  return packsLists(band) && band.n > 18;
}

/** Returns twice the distance of a row or column from the middle of the board. */
export function rank(n: number, line: number): number {
  return Math.abs(2 * line - (n - 1));
}

/**
 * Returns a mask of the possible columns for a band queen in `row`. On these columns the queen attacks no queen of
 * `others` and obeys the symmetry rules.
 *
 * @param others other band queens, which already obey the rules. The queen of the middle row comes first.
 */
export function possibleColumns(band: Band, others: readonly Cell[], row: number): number {
  let columns = 0;
  const free = (2 ** band.n - 1) & ~attackedColumns(band.n, others, row);
  for (let rest = free; rest !== 0; rest &= rest - 1) {
    const column = 31 - Math.clz32(rest & -rest);
    if (obeysSymmetry(band, others, { row, column })) columns |= 1 << column;
  }
  return columns;
}

/** Yields every way to place band queens in the given rows. The queens in `placed` occupy the first of these rows. */
export function* placements(
  band: Band,
  rows: readonly number[],
  placed: readonly Cell[] = [],
): Generator<readonly Cell[]> {
  const row = rows[placed.length];
  if (row === undefined) return yield placed;
  for (const column of columnsOf(possibleColumns(band, placed, row))) {
    yield* placements(band, rows, [...placed, { row, column }]);
  }
}

/** Returns a mask of the columns in `row` that are attacked by queens in other rows. */
export function attackedColumns(n: number, queens: readonly Cell[], row: number): number {
  let columns = 0;
  for (const queen of queens) {
    const distance = Math.abs(queen.row - row);
    columns |= 1 << queen.column;
    if (queen.column >= distance) columns |= 1 << (queen.column - distance);
    if (queen.column + distance < n) columns |= 1 << (queen.column + distance);
  }
  return columns;
}

/** Returns whether a band queen obeys the symmetry rules. `others` has the same meaning as in `possibleColumns`. */
function obeysSymmetry(band: Band, others: readonly Cell[], queen: Cell): boolean {
  const { n } = band;
  const [middle] = others;
  const limit = rank(n, (middle ?? queen).column);
  if (!middle) {
    // A board with this queen in the left half is counted as its mirror image. For even n, limit 1 has no solution.
    return queen.column >= middleRow(n) && limit !== 1;
  }
  if (n % 2 === 1) {
    if (limit === 0) return centreWeight(band, [...others, queen]) > 0;
    // The queen in the middle column must be above the middle row, in a row with a rank below `limit`.
    return rank(n, queen.column) > 0 || (queen.row < middle.row && rank(n, queen.row) < limit);
  }
  // There are two middle rows and two middle columns. The ranks of their queens must be at most `limit`.
  if (queen.row === middle.row - 1 && rank(n, queen.column) > limit) return false;
  return rank(n, queen.column) !== 1 || rank(n, queen.row) <= limit;
}

/** Returns the weights of a pair of halves around a full band. The queen of the middle row comes first. */
export function pairWeights(band: Band, queens: readonly Cell[]): PairWeights {
  const { n } = band;
  const [middle, ...others] = queens;
  const limit = middle ? rank(n, middle.column) : 0;
  if (n % 2 === 1) {
    const weight = limit > 0 ? 8 : centreWeight(band, queens);
    return { strict: weight, tie: weight };
  }
  // The weight is 2 for the mirror, doubled unless the other middle row ties, and again unless a middle column ties.
  const rowTies = others.some((queen) => queen.row === n / 2 - 1 && rank(n, queen.column) === limit);
  const columnTies = others.some((queen) => rank(n, queen.column) === 1 && rank(n, queen.row) === limit);
  const tie = rowTies ? 2 : 4;
  return { strict: columnTies ? tie : 2 * tie, tie };
}

/**
 * Returns the weight of a band for odd n with a queen in the centre. The queens in the rows directly above and below it
 * stand u and y columns to its right. The mirror image has -u and -y. Turning the board upside down swaps u and y. So u
 * must be positive and |y| <= u. The weight is 4, or 2 if |y| = u. If only one of the two rows is in the band, its
 * queen must be on the right, and the weight is 2.
 *
 * @param queens queens of the band. Some may be missing.
 * @returns 0 if these queens break the rule.
 */
function centreWeight({ n, rowsAbove, bandRows }: Band, queens: readonly Cell[]): number {
  const middle = middleRow(n);
  const offset = (row: number): number | undefined => {
    const queen = queens.find((queen) => queen.row === row);
    return queen && queen.column - middle;
  };
  const u = offset(middle - 1);
  const y = offset(middle + 1);
  if (rowsAbove < middle && rowsAbove + bandRows - 1 > middle) {
    if (u === undefined) return 4;
    return u < 0 || Math.abs(y ?? 0) > u ? 0 : Math.abs(y ?? 0) < u ? 4 : 2;
  }
  return (u ?? y ?? 1) > 0 ? 2 : 0;
}
