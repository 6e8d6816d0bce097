// The band of middle rows that is filled first, and what the symmetry rules say of its queens.
// docs/meet-in-the-middle.md has the argument with drawings.

import type { WideSubproblem } from './subproblem.js';

/** Diagonals of either direction that may cross the whole band: bits of a key's mask. */
const KEY_BITS = 16;

/** The most rows of a band with which the kernel can pack its lists; one more diagonal may then cross the band. */
const MOST_PACKED_BAND_ROWS = 6;

/** A queen of the band. */
export interface Queen {
  readonly row: number;
  readonly column: number;
}

/** The shape of a band: that of a subproblem or of a plan. */
export type WideBand = Pick<WideSubproblem, 'n' | 'rowsAbove' | 'bandRows' | 'lastRow'>;

/** What a pair of half placements counts: two strict ones, and two of which at least one is a tie. */
export interface PairWeights {
  readonly strict: number;
  readonly tie: number;
}

/** The middle row: of even n, the lower one of the two. */
export function middleRow(n: number): number {
  return Math.floor(n / 2);
}

/**
 * The rows of the band without the last band queen's, in the order in which a subproblem gives their queens: outwards
 * from the middle row, above before below.
 */
export function givenRows({ n, rowsAbove, bandRows, lastRow }: WideBand): number[] {
  const middle = middleRow(n);
  return Array.from({ length: bandRows }, (_, i) => rowsAbove + i)
    .filter((row) => row !== lastRow)
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b);
}

/** The queens that a subproblem gives, each in its row. */
export function givenQueens(subproblem: WideSubproblem): Queen[] {
  const rows = givenRows(subproblem);
  return subproblem.queens.map((column, i) => ({ row: rows[i] ?? -1, column }));
}

/**
 * @throws RangeError for a band without the middle row (for even n: both middle rows), without another row for the last
 *   band queen, that leaves a side without rows, or that more diagonals of a direction cross than keys have bits.
 */
export function checkBand({ n, rowsAbove, bandRows, lastRow }: WideBand): void {
  const middle = middleRow(n);
  const end = rowsAbove + bandRows;
  const hasMiddle = rowsAbove <= (n % 2 === 0 ? middle - 1 : middle) && end > middle;
  const leavesRows = rowsAbove >= 1 && end < n;
  const hasLastRow = lastRow >= rowsAbove && lastRow < end && lastRow !== middle;
  if (bandRows >= 2 && hasMiddle && leavesRows && hasLastRow && n - 1 - bandRows <= mostKeyBits(bandRows)) return;
  throw new RangeError(
    `a band of ${bandRows} rows below ${rowsAbove} others, its last queen in row ${lastRow}, does not suit n = ${n}`,
  );
}

/** Whether the kernel packs its lists: lanes of 16 bits hold 17 columns, packed ones are as short for larger boards. */
export function packsLists({ n, bandRows }: Pick<WideBand, 'n' | 'bandRows'>): boolean {
  return n > 17 && bandRows <= MOST_PACKED_BAND_ROWS;
}

/** Whether packed lists have cells. With 16 diagonals of one direction across the band that is faster; 17 fit no other way. */
export function listsHaveCells(band: Pick<WideBand, 'n' | 'bandRows'>): boolean {
  return packsLists(band) && band.n - 1 - band.bandRows >= KEY_BITS;
}

/** How many diagonals of one direction may cross a band of `bandRows` rows. */
export function mostKeyBits(bandRows: number): number {
  return bandRows <= MOST_PACKED_BAND_ROWS ? KEY_BITS + 1 : KEY_BITS;
}

/** Twice the distance of a row or column from the middle of the board. */
export function rank(n: number, line: number): number {
  return Math.abs(2 * line - (n - 1));
}

/**
 * The columns (a mask) on which a queen of the band can stand in `row` beside others that are in their places, the middle
 * row's first: it attacks none of them and obeys the symmetry rules. The others must do so already.
 */
export function possibleColumns(band: WideBand, others: readonly Queen[], row: number): number {
  let columns = 0;
  const free = (2 ** band.n - 1) & ~attackedColumns(band.n, others, row);
  for (let rest = free; rest !== 0; rest &= rest - 1) {
    const column = 31 - Math.clz32(rest & -rest);
    if (obeysSymmetry(band, others, { row, column })) columns |= 1 << column;
  }
  return columns;
}

/** The columns (a mask) of a row that queens of other rows attack. */
export function attackedColumns(n: number, queens: readonly Queen[], row: number): number {
  let columns = 0;
  for (const queen of queens) {
    const distance = Math.abs(queen.row - row);
    columns |= 1 << queen.column;
    if (queen.column >= distance) columns |= 1 << (queen.column - distance);
    if (queen.column + distance < n) columns |= 1 << (queen.column + distance);
  }
  return columns;
}

/** The symmetry rules as far as they concern a queen of the band, beside others that obey them, the middle row's first. */
function obeysSymmetry(band: WideBand, others: readonly Queen[], queen: Queen): boolean {
  const { n } = band;
  const [middle] = others;
  const limit = rank(n, (middle ?? queen).column);
  if (!middle) {
    // Mirrored, it is counted elsewhere. Of even n, a limit of 1 would need two adjacent queens in the middle.
    return queen.column >= middleRow(n) && limit !== 1;
  }
  if (n % 2 === 1) {
    if (limit === 0) return centreWeight(band, [...others, queen]) > 0;
    // The middle column's queen: above the middle row and nearer to it than `limit`.
    return rank(n, queen.column) > 0 || (queen.row < middle.row && rank(n, queen.row) < limit);
  }
  // Four middle lines: their queens' ranks are at most `limit`.
  if (queen.row === middle.row - 1 && rank(n, queen.column) > limit) return false;
  return rank(n, queen.column) !== 1 || rank(n, queen.row) <= limit;
}

/** What pairs of half placements count once every queen of the band, the middle row's first, has its place. */
export function pairWeights(band: WideBand, queens: readonly Queen[]): PairWeights {
  const { n } = band;
  const [middle, ...others] = queens;
  const limit = middle ? rank(n, middle.column) : 0;
  if (n % 2 === 1) {
    const weight = limit > 0 ? 8 : centreWeight(band, queens);
    return { strict: weight, tie: weight };
  }
  // 2 for the mirror, 2 if the other middle row's queen is strictly nearer to the middle, 2 if both middle columns' are.
  const rowTies = others.some((queen) => queen.row === n / 2 - 1 && rank(n, queen.column) === limit);
  const columnTies = others.some((queen) => rank(n, queen.column) === 1 && rank(n, queen.row) === limit);
  const tie = rowTies ? 2 : 4;
  return { strict: columnTies ? tie : 2 * tie, tie };
}

/**
 * For odd n with a queen on the centre: with u and y columns right of it, above and below, the queens of the rows next to
 * it. The mirror changes both signs, turning the board upside down exchanges them: so u is positive and y not farther
 * out, and counts for 4, or for 2 if it is as far. If only one of the rows is in the band, its queen is to the right.
 *
 * @returns 0 if these queens, as far as they are given, break that rule.
 */
function centreWeight({ n, rowsAbove, bandRows }: WideBand, queens: readonly Queen[]): number {
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
