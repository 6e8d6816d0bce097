// The band of middle rows that is filled first, and the symmetry rules for its queens.
// docs/meet-in-the-middle.md has the argument with drawings.

import { columnsOf } from '../board/masks.js';
import type { MeetSubproblem } from './subproblem.js';

/** Most diagonals of one direction that may cross the whole band: the bits of a key's mask. */
const KEY_BITS = 16;

/** The kernel packs lists if the band has at most this many rows. Then one more diagonal may cross the band. */
const MOST_PACKED_BAND_ROWS = 6;

/** A queen of the band. */
export interface Queen {
  readonly row: number;
  readonly column: number;
}

/** The shape of a band. */
export type Band = Pick<MeetSubproblem, 'n' | 'rowsAbove' | 'bandRows' | 'lastRow'>;

/** Weight of a pair of halves: `tie` if either half is a tie, else `strict`. */
export interface PairWeights {
  readonly strict: number;
  readonly tie: number;
}

/** Returns the middle row; for even n the lower one of the two. */
export function middleRow(n: number): number {
  return Math.floor(n / 2);
}

/**
 * Lists the rows of the band but the last band queen's, in the order of a subproblem's queens: outwards from the middle row,
 * above before below.
 */
export function givenRows({ n, rowsAbove, bandRows, lastRow }: Band): number[] {
  const middle = middleRow(n);
  return Array.from({ length: bandRows }, (_, i) => rowsAbove + i)
    .filter((row) => row !== lastRow)
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b);
}

/** Returns the queens that a subproblem gives, each in its row. */
export function givenQueens(subproblem: MeetSubproblem): Queen[] {
  const rows = givenRows(subproblem);
  return subproblem.queens.map((column, i) => ({ row: rows[i] ?? -1, column }));
}

/**
 * Checks the shape of a band.
 *
 * @throws RangeError for a band without the middle row (for even n: both middle rows), without another row for the last
 *   band queen, that leaves a side without rows, or that more diagonals of a direction cross than keys have bits.
 */
export function checkBand({ n, rowsAbove, bandRows, lastRow }: Band): void {
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

/** Returns whether the kernel packs its lists. Up to 17 columns fit lanes of 16 bits; larger boards are packed into them. */
export function packsLists({ n, bandRows }: Pick<Band, 'n' | 'bandRows'>): boolean {
  return n > 17 && bandRows <= MOST_PACKED_BAND_ROWS;
}

/** Returns whether packed lists have groups. They must if 17 diagonals of a direction cross the band; with 16 it is faster. */
export function listsHaveGroups(band: Pick<Band, 'n' | 'bandRows'>): boolean {
  return packsLists(band) && band.n - 1 - band.bandRows >= KEY_BITS;
}

/** Returns how many diagonals of one direction may cross a band of `bandRows` rows. */
export function mostKeyBits(bandRows: number): number {
  return bandRows <= MOST_PACKED_BAND_ROWS ? KEY_BITS + 1 : KEY_BITS;
}

/** Returns twice the distance of a row or column from the middle of the board. */
export function rank(n: number, line: number): number {
  return Math.abs(2 * line - (n - 1));
}

/**
 * Returns the columns, as a mask, where a queen of the band can stand in `row`, so that it attacks none of the others and
 * obeys the symmetry rules.
 *
 * @param others queens of the band that obey the rules, the middle row's first.
 */
export function possibleColumns(band: Band, others: readonly Queen[], row: number): number {
  let columns = 0;
  const free = (2 ** band.n - 1) & ~attackedColumns(band.n, others, row);
  for (let rest = free; rest !== 0; rest &= rest - 1) {
    const column = 31 - Math.clz32(rest & -rest);
    if (obeysSymmetry(band, others, { row, column })) columns |= 1 << column;
  }
  return columns;
}

/** Yields every way to place queens in the given rows. The first rows have queens already. */
export function* placements(
  band: Band,
  rows: readonly number[],
  placed: readonly Queen[] = [],
): Generator<readonly Queen[]> {
  const row = rows[placed.length];
  if (row === undefined) return yield placed;
  for (const column of columnsOf(possibleColumns(band, placed, row))) {
    yield* placements(band, rows, [...placed, { row, column }]);
  }
}

/** Returns the columns of a row that queens of other rows attack, as a mask. */
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

/** Returns whether a queen of the band obeys the symmetry rules. The others obey them; the middle row's is the first. */
function obeysSymmetry(band: Band, others: readonly Queen[], queen: Queen): boolean {
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

/** Returns the weights of pairs of halves beside a full band, the middle row's queen first. */
export function pairWeights(band: Band, queens: readonly Queen[]): PairWeights {
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
 * Returns the weight of a band for odd n with a queen on the centre. It depends on u and y: how far right of the centre the
 * queens directly above and below it stand. The mirror changes both signs; turning the board upside down exchanges them. So u
 * must be positive and |y| <= u. The weight is 4, or 2 if |y| = u. If only one of the two rows is in the band, its queen must
 * be to the right.
 *
 * @returns 0 if these queens break the rule. Some of them may be missing.
 */
function centreWeight({ n, rowsAbove, bandRows }: Band, queens: readonly Queen[]): number {
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
