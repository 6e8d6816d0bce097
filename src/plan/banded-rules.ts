// What the banded variant of the meet-in-the-middle algorithm may place where, and what a solution weighs: the symmetry
// rules, as sets of columns and small numbers, so that a kernel needs no idea of symmetry.
//
// Weights are for classes: over the solutions of one class of the eight symmetries that the rules let through, the
// weights add up to the size of the class. docs/meet-in-the-middle.md has the argument with drawings.

import { areAttacking, bandRowOrder, checkBand, obeysSymmetry, type Queen, rank } from './band.js';
import { type BandedWeights, evenWeights, oddWeights } from './banded-weights.js';
import { ones } from './column-masks.js';
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
  readonly weights: BandedWeights;
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
      if (queens.some((queen) => areAttacking(queen, { row, column }))) continue;
      queens.push({ row, column });
      if (obeysSymmetry(n, queens)) yield* place();
      queens.pop();
    }
  }
  yield* place();
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
