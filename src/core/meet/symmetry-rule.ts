// The rule that picks which images of a solution are counted, applied to the queens in the band. The weight of a picked
// image is the number of images that it stands for: docs/meet-in-the-middle.md, "Symmetry by the middle lines".
//
//     odd n    . . . | . . .        even n    . . . c | . . .
//              . . . q . . .                  . . . | | . . .
//              ------+----Q-                  r-----+-+------
//              . . . | . . .                  ------+-+----Q-
//              . . . | . . .                  . . . | d . . .
//
// Q is the queen in the middle row, which comes first in every list of band queens. Its rank is the limit for the
// queens in the other middle lines (q for odd n; r, c and d for even n).

import type { Cell } from '../board/placement.js';
import type { MeetBoard } from './board.js';

/** The weights of a pair of halves: `tie` if either half is a tie, otherwise `strict`. */
export interface PairWeights {
  readonly strict: number;
  readonly tie: number;
}

type BandRows = Pick<MeetBoard, 'n' | 'rowsAbove' | 'bandRows'>;

/** Returns the middle row; for even n, the lower of the two middle rows. */
export function middleRow(n: number): number {
  return Math.floor(n / 2);
}

/** Returns twice the distance of a row or column from the middle of the board. */
export function rank(n: number, line: number): number {
  return Math.abs(2 * line - (n - 1));
}

/**
 * Returns whether a band queen obeys the rule. For odd n, the queen in the middle column must be above the middle row,
 * in a row whose rank is below the limit. For even n, the queens in the other middle row and in the middle columns must
 * have ranks up to the limit.
 *
 * @param others earlier band queens, which obey the rule.
 */
export function obeysRule(band: BandRows, others: readonly Cell[], queen: Cell): boolean {
  const { n } = band;
  const [middle] = others;
  const columnRank = rank(n, queen.column);
  const rowRank = rank(n, queen.row);
  // A board with this queen in the left half is counted as its mirror image. If the limit is 1 and n is even, no
  // solution obeys the rule.
  if (!middle) return queen.column >= middleRow(n) && columnRank !== 1;
  const limit = rank(n, middle.column);
  if (n % 2 === 1) {
    if (limit === 0) return weighCenter(band, [...others, queen]) > 0;
    return columnRank > 0 || (queen.row < middle.row && rowRank < limit);
  }
  if (queen.row === middle.row - 1 && columnRank > limit) return false;
  return columnRank !== 1 || rowRank <= limit;
}

/**
 * Returns the weights of a band. For even n, they are 2 for the mirror image, doubled unless the other middle row ties,
 * and doubled again unless a middle column ties. For odd n, there are no ties.
 */
export function pairWeights(band: BandRows, queens: readonly Cell[]): PairWeights {
  const { n } = band;
  const limit = findLimit(n, queens);
  if (n % 2 === 1) {
    const weight = limit > 0 ? 8 : weighCenter(band, queens);
    return { strict: weight, tie: weight };
  }
  const rowTies = queens.some((queen) => queen.row === n / 2 - 1 && rank(n, queen.column) === limit);
  const tie = rowTies ? 2 : 4;
  return { strict: columnTies(n, queens) ? tie : 2 * tie, tie };
}

/** Returns whether, for even n, a band queen is in a middle column and exactly at the limit. */
export function columnTies(n: number, queens: readonly Cell[]): boolean {
  const limit = findLimit(n, queens);
  return n % 2 === 0 && queens.some((queen) => rank(n, queen.column) === 1 && rank(n, queen.row) === limit);
}

/** Returns the limit for ranks, which is the rank of the first band queen. */
export function findLimit(n: number, [middle]: readonly Cell[]): number {
  return rank(n, middle?.column ?? 0);
}

/**
 * Returns the weight of a band for odd n with a queen in the center. The queens in the rows directly above and below it
 * are u and y columns to its right:
 *
 *     . . . | . u . .        The mirror image has -u and -y. Turning the board upside down swaps u and y. So the rule
 *     ------+--------        keeps the image with u > 0 and |y| <= u. Its weight is 4, or 2 if |y| = u.
 *     . y . | . . . .        If only one of the two rows is in the band, its queen must be on the right, with weight 2.
 *
 * @param queens queens in the band. Some may be missing.
 * @returns the weight; 0 if the queens break the rule.
 */
function weighCenter({ n, rowsAbove, bandRows }: BandRows, queens: readonly Cell[]): number {
  const middle = middleRow(n);
  const offset = (row: number): number | undefined => {
    const queen = queens.find((queen) => queen.row === row);
    return queen && queen.column - middle;
  };
  const u = offset(middle - 1);
  const y = offset(middle + 1);
  if (!usesBothRows({ n, rowsAbove, bandRows })) return (u ?? y ?? 1) > 0 ? 2 : 0;
  if (u === undefined) return 4;
  const distance = Math.abs(y ?? 0);
  if (u < 0 || distance > u) return 0;
  return distance < u ? 4 : 2;
}

/**
 * Returns whether the rule for a queen in the center uses the rows above and below it. (The rule for even n does not
 * depend on the band.)
 */
export function usesBothRows({ n, rowsAbove, bandRows }: BandRows): boolean {
  return n % 2 === 1 && rowsAbove < middleRow(n) && rowsAbove + bandRows - 1 > middleRow(n);
}
