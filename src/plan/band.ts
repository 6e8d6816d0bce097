// The band of middle rows that the banded variant fills first, and which placements of its queens the symmetry rules let
// through. docs/meet-in-the-middle.md has the argument with drawings.

import { attacks } from '../board/attacked.js';
import { KEY_BITS, sieveBits } from './sieve-bits.js';
import type { BandedSubproblem } from './subproblem.js';

/** A queen of the band. */
export interface Queen {
  readonly row: number;
  readonly column: number;
}

/** The shape of a band: that of a subproblem or of a plan. */
export type Band = Pick<BandedSubproblem, 'n' | 'bandAbove' | 'bandBelow' | 'sieve'>;

/** How many diagonals of either direction cross the whole band. */
export function keyBits({ n, bandAbove, bandBelow }: Omit<Band, 'sieve'>): number {
  return n - 2 - bandAbove - bandBelow;
}

/** The rows of the band in the order in which a subproblem gives their queens: outwards from the middle row. */
export function bandRowOrder(n: number, bandAbove: number, bandBelow: number): number[] {
  const middle = Math.floor(n / 2);
  const rows = [middle];
  for (let distance = 1; distance <= Math.max(bandAbove, bandBelow); distance++) {
    if (distance <= bandAbove) rows.push(middle - distance);
    if (distance <= bandBelow) rows.push(middle + distance);
  }
  return rows;
}

/**
 * @throws RangeError for a band that leaves a side without rows, or more diagonals crossing it than a key can hold:
 *   n - 1 - rows of the band; or a sieve for a band that is not symmetrical.
 */
export function checkBand({ n, bandAbove, bandBelow, sieve }: Band): void {
  const middle = Math.floor(n / 2);
  const leavesRows = bandAbove >= 0 && bandAbove < middle && bandBelow >= 0 && bandBelow < n - 1 - middle;
  const bits = keyBits({ n, bandAbove, bandBelow });
  const suitsKeys = sieve ? n % 2 === 1 && bandAbove === bandBelow : bits <= KEY_BITS;
  if (!leavesRows || !suitsKeys) {
    throw new RangeError(
      `a band of ${bandAbove} rows above and ${bandBelow} below the middle one does not suit n = ${n}${sieve ? ' with a sieve' : ''}`,
    );
  }
  if (sieve) sieveBits(bits, sieve, true);
}

/** Whether the plan has a place for these queens of the band: none are attacked and the symmetry rules let them through. */
export function isPossibleBand(n: number, bandAbove: number, bandBelow: number, columns: readonly number[]): boolean {
  const rows = bandRowOrder(n, bandAbove, bandBelow);
  const queens = columns.map((column, i) => ({ row: rows[i] ?? -1, column }));
  const apart = queens.every((queen, i) => queens.every((other, j) => j >= i || !areAttacking(queen, other)));
  return apart && obeysSymmetry(n, queens);
}

/** Twice the distance of a row or column from the middle of the board. */
export function rank(n: number, line: number): number {
  return Math.abs(2 * line - (n - 1));
}

/** The symmetry rules as far as they concern the queens of the band. The first of them is the middle row's. */
export function obeysSymmetry(n: number, queens: readonly Queen[]): boolean {
  const [middle, ...others] = queens;
  if (!middle || middle.column < Math.floor(n / 2)) return false; // mirrored, it is counted elsewhere
  const limit = rank(n, middle.column);

  if (n % 2 === 1) {
    const second = others[0];
    if (limit === 0) return !second || 2 * second.column > n - 1; // the mirror again, one row further out
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

/** Whether two queens of different rows attack each other. */
export function areAttacking(a: Queen, b: Queen): boolean {
  return attacks([a.row, a.column], [b.row, b.column]);
}
