// The band of middle rows that the wide variant fills first, and what the symmetry rules say of its queens.
// docs/meet-in-the-middle.md has the argument with drawings.

import { attacks } from '../board/attacked.js';
import { KEY_BITS } from './sieve-bits.js';
import type { WideSubproblem } from './subproblem.js';

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

/**
 * @throws RangeError for a band without the middle row (for even n: both middle rows), without another row for the last
 *   band queen, that leaves a side without rows, or that more than 16 diagonals of a direction cross.
 */
export function checkBand({ n, rowsAbove, bandRows, lastRow }: WideBand): void {
  const middle = middleRow(n);
  const end = rowsAbove + bandRows;
  const hasMiddle = rowsAbove <= (n % 2 === 0 ? middle - 1 : middle) && end > middle;
  const leavesRows = rowsAbove >= 1 && end < n;
  const hasLastRow = lastRow >= rowsAbove && lastRow < end && lastRow !== middle;
  if (bandRows >= 2 && hasMiddle && leavesRows && hasLastRow && n - 1 - bandRows <= KEY_BITS) return;
  throw new RangeError(
    `a band of ${bandRows} rows below ${rowsAbove} others, its last queen in row ${lastRow}, does not suit n = ${n}`,
  );
}

/** Twice the distance of a row or column from the middle of the board. */
export function rank(n: number, line: number): number {
  return Math.abs(2 * line - (n - 1));
}

/** Whether queens of the band, the middle row's first, attack each other or break the symmetry rules. */
export function isPossible(band: WideBand, queens: readonly Queen[]): boolean {
  const apart = queens.every((queen, i) => queens.every((other, j) => j >= i || !areAttacking(queen, other)));
  return apart && obeysSymmetry(band, queens);
}

/** Whether two queens of different rows attack each other. */
export function areAttacking(a: Queen, b: Queen): boolean {
  return attacks([a.row, a.column], [b.row, b.column]);
}

/** The symmetry rules as far as they concern these queens of the band. The first of them is the middle row's. */
function obeysSymmetry(band: WideBand, queens: readonly Queen[]): boolean {
  const { n } = band;
  const [middle, ...others] = queens;
  if (!middle || middle.column < middleRow(n)) return false; // mirrored, it is counted elsewhere
  const limit = rank(n, middle.column);

  if (n % 2 === 1) {
    if (limit === 0) return centreWeight(band, queens) > 0;
    // The middle column's queen: above the middle row and nearer to it than `limit`.
    return others.every((queen) => rank(n, queen.column) > 0 || (queen.row < middle.row && rank(n, queen.row) < limit));
  }
  // Four middle lines. Their queens' ranks are at most `limit`; that of rank 1 would need two adjacent queens.
  if (limit === 1) return false;
  return others.every(
    (queen) =>
      (queen.row !== middle.row - 1 || rank(n, queen.column) <= limit) &&
      (rank(n, queen.column) !== 1 || rank(n, queen.row) <= limit),
  );
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
