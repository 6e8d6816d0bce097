// What the banded variant of the meet-in-the-middle algorithm may place where, and what a solution weighs: the symmetry
// rules, as sets of columns and small numbers, so that a kernel needs no idea of symmetry.
//
// Weights are for classes: over the solutions of one class of the eight symmetries that the rules let through, the
// weights add up to the size of the class. docs/meet-in-the-middle.md has the argument with drawings.

import { ones } from './column-masks.js';
import { sieveBits } from './sieve-bits.js';
import type { BandedSubproblem } from './subproblem.js';

/** Rules of one side of the board. Its rows are counted from the edge of the board towards the band. */
export interface SideRules {
  readonly rows: number;
  /** Columns (a mask) that must be on this side. */
  readonly required: number;
  /** For each row the columns (a mask) it allows; columns of the other side or of the band may be among them. */
  readonly allowed: readonly number[];
  /** Row in which a queen on one of `tieColumns` makes a half placement a tie; -1 for none. */
  readonly tieRow: number;
  readonly tieColumns: number;
  /** Columns (a mask) whose half placements, when the last row's queen stands there, are "apart". */
  readonly apart: number;
}

/** What is left to do once every queen of the band has its place. */
export interface BandedRules {
  readonly bandRows: number;
  /** Columns (a mask) that either side may use. */
  readonly free: number;
  readonly above: SideRules;
  readonly below: SideRules;
  /** Whether a split of the columns has a weight of its own, the size of its orbit (odd n, queen in the centre). */
  readonly splitsWeigh: boolean;
  /**
   * Weight of a pair, by the half above (strict; strict and apart; tie; tie and apart) and by the half below (strict;
   * tie).
   */
  readonly weights: readonly (readonly [strict: number, tie: number])[];
}

/** A queen of the band. */
interface Queen {
  readonly row: number;
  readonly column: number;
}

/** The shape of a band: that of a subproblem or of a plan. */
type Band = Pick<BandedSubproblem, 'n' | 'bandAbove' | 'bandBelow' | 'sieve'>;

/** How many diagonals of either direction cross the whole band. */
export function keyBits({ n, bandAbove, bandBelow }: Omit<Band, 'sieve'>): number {
  return n - 2 - bandAbove - bandBelow;
}

/** The rows of the band in the order in which a subproblem gives their queens: outwards from the middle row. */
function bandRowOrder(n: number, bandAbove: number, bandBelow: number): number[] {
  const middle = Math.floor(n / 2);
  const rows = [middle];
  for (let distance = 1; distance <= Math.max(bandAbove, bandBelow); distance++) {
    if (distance <= bandAbove) rows.push(middle - distance);
    if (distance <= bandBelow) rows.push(middle + distance);
  }
  return rows;
}

/** Bits of a key's mask: that many diagonals of either direction may cross the whole band, if no sieve cuts some out. */
const KEY_BITS = 16;

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

/**
 * Every way to place all queens of a subproblem's band, as rules. Those that can hold no solution to be counted are left
 * out, so there may be none.
 *
 * @throws RangeError for a band that does not suit n.
 */
export function* bandedRules(
  subproblem: BandedSubproblem,
): Generator<{ rules: BandedRules; queens: readonly Queen[] }> {
  const { n, bandAbove, bandBelow } = subproblem;
  checkBand(subproblem);
  const rows = bandRowOrder(n, bandAbove, bandBelow);
  const queens: Queen[] = [];

  function* place(): Generator<{ rules: BandedRules; queens: readonly Queen[] }> {
    const row = rows[queens.length];
    if (row === undefined) {
      const rules = rulesFor(subproblem, queens);
      if (rules) yield { rules, queens };
      return;
    }
    const given = subproblem.queens[queens.length];
    for (let column = given ?? 0; column <= (given ?? n - 1); column++) {
      if (queens.some((queen) => attacks(queen, { row, column }))) continue;
      queens.push({ row, column });
      if (obeysSymmetry(n, queens)) yield* place();
      queens.pop();
    }
  }
  yield* place();
}

/** Whether the plan has a place for these queens of the band: none are attacked and the symmetry rules let them through. */
export function isPossibleBand(n: number, bandAbove: number, bandBelow: number, columns: readonly number[]): boolean {
  const rows = bandRowOrder(n, bandAbove, bandBelow);
  const queens = columns.map((column, i) => ({ row: rows[i] ?? -1, column }));
  const apart = queens.every((queen, i) => queens.every((other, j) => j >= i || !attacks(queen, other)));
  return apart && obeysSymmetry(n, queens);
}

function attacks(a: Queen, b: Queen): boolean {
  const columns = Math.abs(a.column - b.column);
  return columns === 0 || columns === Math.abs(a.row - b.row);
}

/** Twice the distance of a row or column from the middle of the board. */
function rank(n: number, line: number): number {
  return Math.abs(2 * line - (n - 1));
}

/** The symmetry rules as far as they concern the queens of the band. The first of them is the middle row's. */
function obeysSymmetry(n: number, queens: readonly Queen[]): boolean {
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

function rulesFor(subproblem: BandedSubproblem, queens: readonly Queen[]): BandedRules | undefined {
  const { n, bandAbove, bandBelow } = subproblem;
  const all = 2 ** n - 1;
  const band = queens.reduce((mask, queen) => mask | (1 << queen.column), 0);
  if (subproblem.keyColumnsAbove & band) return undefined; // counted where that column is not asked for above
  const keyColumns = subproblem.keyColumns & ~band;
  const middle = queens[0];
  if (!middle) return undefined;
  const limit = rank(n, middle.column);
  const odd = n % 2 === 1;

  // The middle columns, unless a queen of the band stands there: for odd n off centre, its one goes above.
  const middleColumns = (odd ? 1 << ((n - 1) / 2) : 3 << (n / 2 - 1)) & ~band;
  const onlyAbove = odd && limit > 0 ? middleColumns : 0;
  if (keyColumns & ~subproblem.keyColumnsAbove & onlyAbove) return undefined;
  const requiredAbove = subproblem.keyColumnsAbove | onlyAbove;
  const requiredBelow = keyColumns & ~requiredAbove;
  const free = all & ~band & ~requiredAbove & ~requiredBelow;

  const rowsAbove = Math.floor(n / 2) - bandAbove;
  const rowsBelow = n - 1 - Math.floor(n / 2) - bandBelow;
  const freeAbove = rowsAbove - ones(requiredAbove);
  if (freeAbove < 0 || freeAbove > ones(free)) return undefined;

  const secondRowOpen = !odd && bandAbove === 0; // the other middle row is the last of the side above
  const side = (rows: number, required: number, boardRow: (row: number) => number, above: boolean): SideRules => {
    const allowed = Array.from({ length: rows }, (_, row) => {
      let columns = all & ~band & ~attackedColumns(n, queens, boardRow(row));
      const rowRank = rank(n, boardRow(row));
      if (limit > 0 && (odd ? rowRank >= limit : rowRank > limit)) columns &= ~middleColumns;
      if (above && secondRowOpen && row === rows - 1) columns &= columnsUpToRank(n, limit);
      return columns;
    });
    const tieRow = odd ? -1 : (n - 1 - limit) / 2; // its rank is `limit`
    return {
      rows,
      required,
      allowed,
      tieRow: tieRow < rows ? tieRow : -1,
      tieColumns: tieRow < rows ? middleColumns : 0,
      apart: above && secondRowOpen ? 1 << (n - 1 - middle.column) : 0,
    };
  };
  return {
    bandRows: queens.length,
    free,
    above: side(rowsAbove, requiredAbove, (row) => row, true),
    below: side(rowsBelow, requiredBelow, (row) => n - 1 - row, false),
    splitsWeigh: odd && limit === 0 && queens.length === 1,
    weights: odd ? oddWeights(limit, queens.length) : evenWeights(n, queens),
  };
}

/** One weight for all: every class has 8 members off centre; in the centre, the mirror is used or the splits weigh. */
function oddWeights(limit: number, bandRows: number): BandedRules['weights'] {
  const weight = limit > 0 ? 8 : bandRows > 1 ? 2 : 1;
  return Array.from({ length: 4 }, () => [weight, weight] as const);
}

/** 2 for the mirror, 2 if the other middle row's queen is strictly nearer the middle, 2 if both middle columns' are. */
function evenWeights(n: number, queens: readonly Queen[]): BandedRules['weights'] {
  const [middle, ...others] = queens;
  const limit = middle ? rank(n, middle.column) : 0;
  const tiedRow = others.some((queen) => queen.row === n / 2 - 1 && rank(n, queen.column) === limit);
  const tiedColumn = others.some((queen) => rank(n, queen.column) === 1 && rank(n, queen.row) === limit);
  const row = tiedRow ? 1 : 2;
  const columns = tiedColumn ? 1 : 2;
  return [
    [2 * row * columns, 2 * row],
    [2 * columns, 2],
    [2 * row, 2 * row],
    [2, 2],
  ];
}

function attackedColumns(n: number, queens: readonly Queen[], row: number): number {
  let columns = 0;
  for (const queen of queens) {
    const distance = Math.abs(queen.row - row);
    if (queen.column >= distance) columns |= 1 << (queen.column - distance);
    if (queen.column + distance < n) columns |= 1 << (queen.column + distance);
  }
  return columns;
}

function columnsUpToRank(n: number, limit: number): number {
  let columns = 0;
  for (let column = 0; column < n; column++) if (rank(n, column) <= limit) columns |= 1 << column;
  return columns;
}
