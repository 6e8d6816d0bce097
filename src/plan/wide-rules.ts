// What the meet-in-the-middle algorithm may place where, and what a solution weighs: the symmetry rules, as sets of
// columns and small numbers, so that a kernel needs no idea of symmetry.
//
// Weights are for classes: over the solutions of one class of the eight symmetries that the rules let through, the
// weights add up to the size of the class. docs/meet-in-the-middle.md has the argument with drawings.

import { ones } from './column-masks.js';
import type { WideSubproblem } from './subproblem.js';
import {
  attackedColumns,
  checkBand,
  givenRows,
  middleRow,
  type PairWeights,
  pairWeights,
  possibleColumns,
  type Queen,
  rank,
} from './wide-band.js';

/** Rules of one side of the board. Its rows are counted from the edge of the board towards the band. */
export interface SideRules {
  readonly rows: number;
  /** Columns (a mask) that must be on this side; above the band one of them may be the last band queen's instead. */
  readonly required: number;
  /** For each row the columns (a mask) it allows; columns of the other side or of the band may be among them. */
  readonly allowed: readonly number[];
  /** Row in which a queen on one of `tieColumns` makes a half placement a tie; -1 for none. */
  readonly tieRow: number;
  readonly tieColumns: number;
}

/** A place for the last band queen. */
export interface LastQueen extends PairWeights {
  readonly column: number;
}

/** What is left to do once every queen of the band but the last one has its place. */
export interface WideRules {
  /** Columns (a mask) that either side, or the last band queen, may use. */
  readonly free: number;
  /** Those of them for each subset of which the kernel makes the lists below once. */
  readonly pattern: number;
  readonly above: SideRules;
  readonly below: SideRules;
  readonly lastQueens: readonly LastQueen[];
}

/** The queens of a band but for the last one, the middle row's first, and the rules they leave. */
export interface Node {
  readonly queens: readonly Queen[];
  readonly rules: WideRules;
}

/**
 * Every way to place the queens of a subproblem's band but the last one. Those that can hold no solution to be counted
 * are left out, so there may be none.
 *
 * @throws RangeError for a band that does not suit n.
 */
export function* wideNodes(subproblem: WideSubproblem): Generator<Node> {
  const { n } = subproblem;
  checkBand(subproblem);
  const rows = givenRows(subproblem);
  const queens: Queen[] = [];

  function* place(): Generator<Node> {
    const row = rows[queens.length];
    if (row === undefined) {
      const rules = rulesFor(subproblem, queens);
      if (rules) yield { rules, queens };
      return;
    }
    const given = subproblem.queens[queens.length];
    const columns = possibleColumns(subproblem, queens, row);
    for (let column = given ?? 0; column <= (given ?? n - 1); column++) {
      if (!(columns & (1 << column))) continue;
      queens.push({ row, column });
      yield* place();
      queens.pop();
    }
  }
  yield* place();
}

/** The rules that the queens of a band but the last one leave; none if they can hold no solution to be counted. */
export function rulesFor(subproblem: WideSubproblem, queens: readonly Queen[]): WideRules | undefined {
  const { n, rowsAbove, bandRows, keyColumns, keyColumnsBelow, patternColumns } = subproblem;
  const rowsBelow = n - rowsAbove - bandRows;
  const taken = queens.reduce((mask, queen) => mask | (1 << queen.column), 0);
  if (keyColumnsBelow & taken) return undefined; // counted where that column is not asked for below
  const limit = rank(n, queens[0]?.column ?? 0);
  const isOdd = n % 2 === 1;

  // The middle columns, unless a queen of the band stands there: for odd n off centre, its one goes above.
  const middleColumns = (isOdd ? 1 << middleRow(n) : 3 << (n / 2 - 1)) & ~taken;
  const onlyAbove = isOdd && limit > 0 ? middleColumns : 0;
  const required = ((keyColumns & ~keyColumnsBelow) | onlyAbove) & ~taken;
  const lastQueens = placesOf(subproblem, queens).filter(({ column }) => !(keyColumnsBelow & (1 << column)));
  const places = lastQueens.reduce((mask, { column }) => mask | (1 << column), 0);
  const free = (2 ** n - 1) & ~taken & ~required & ~keyColumnsBelow;
  const isTooMany = ones(required) > rowsAbove + 1 || ones(keyColumnsBelow) > rowsBelow;
  if (isTooMany || keyColumnsBelow & onlyAbove || lastQueens.length === 0) return undefined;

  const columnTies = queens.some((queen) => rank(n, queen.column) === 1 && rank(n, queen.row) === limit);
  const side = (rows: number, required: number, boardRow: (row: number) => number): SideRules => {
    const allowed = Array.from({ length: rows }, (_, row) => {
      const columns = (2 ** n - 1) & ~attackedColumns(n, queens, boardRow(row));
      const rowRank = rank(n, boardRow(row));
      return limit > 0 && (isOdd ? rowRank >= limit : rowRank > limit) ? columns & ~middleColumns : columns;
    });
    const tieRow = isOdd || columnTies ? rows : (n - 1 - limit) / 2; // its rank is `limit`
    return { rows, required, allowed, ...(tieRow < rows ? { tieRow, tieColumns: middleColumns } : NO_TIES) };
  };
  const above = side(rowsAbove, required, (row) => row);
  const below = side(rowsBelow, keyColumnsBelow, (row) => n - 1 - row);
  if (homeless(above) & ~places || homeless(below)) return undefined;
  return { free, pattern: lastOf(patternColumns, [free & places, free & ~places]), above, below, lastQueens };
}

/** Required columns (a mask) that no row of a side allows. */
function homeless({ required, allowed }: SideRules): number {
  return allowed.reduce((columns, row) => columns & ~row, required);
}

const NO_TIES = { tieRow: -1, tieColumns: 0 };

/** Where the last band queen may stand. */
function placesOf(band: WideSubproblem, queens: readonly Queen[]): LastQueen[] {
  const places: LastQueen[] = [];
  const row = band.lastRow;
  const columns = possibleColumns(band, queens, row);
  for (let column = 0; column < band.n; column++) {
    if (columns & (1 << column)) places.push({ column, ...pairWeights(band, [...queens, { row, column }]) });
  }
  return places;
}

/** A number of columns, as a mask: the highest of the last mask, then of the ones before it. */
function lastOf(count: number, masks: readonly number[]): number {
  let picked = 0;
  let left = count;
  for (const mask of masks.toReversed()) {
    for (let column = 31; column >= 0 && left > 0; column--) {
      if (!(mask & (1 << column))) continue;
      picked |= 1 << column;
      left--;
    }
  }
  return picked;
}
