// The queens of a band, and the symmetry rules that follow for the other queens. For a kernel these rules are sets of columns
// and weights.
//
// The rules allow some solutions of each symmetry class. Their weights add up to the size of the class.
// docs/meet-in-the-middle.md explains this with drawings.

import { columnsOf, countColumns } from '../board/masks.js';
import {
  attackedColumns,
  checkBand,
  givenQueens,
  givenRows,
  middleRow,
  type PairWeights,
  pairWeights,
  placements,
  possibleColumns,
  type Queen,
  rank,
} from './band.js';
import type { MeetSubproblem } from './subproblem.js';

/** Rules of one side of the board. Its rows are counted from the edge of the board towards the band. */
export interface SideRules {
  readonly rows: number;
  /** Columns (a mask) that must be on this side. Above the band, the last band queen may use one of them instead. */
  readonly required: number;
  /** For each row the columns (a mask) that it allows, perhaps with columns of the other side or of the band. */
  readonly allowed: readonly number[];
  /** Row where a queen on one of `tieColumns` makes a half a tie; -1 for none. */
  readonly tieRow: number;
  readonly tieColumns: number;
}

/** A column for the last band queen. */
export interface LastQueen extends PairWeights {
  readonly column: number;
}

/** All queens of a band but the last, and the rules that follow for the other rows. */
export interface BandFilling {
  /** The middle row's queen is the first. */
  readonly queens: readonly Queen[];
  /** Columns (a mask) that both sides and the last band queen may use. */
  readonly free: number;
  /** Some of the free columns. For each subset of them the kernel makes the lists below once. */
  readonly pattern: number;
  readonly above: SideRules;
  readonly below: SideRules;
  readonly lastQueens: readonly LastQueen[];
}

/**
 * Yields every way to place the queens of a subproblem's band but the last one. Ways without counted solutions are left out,
 * so there may be none.
 *
 * @throws RangeError for a band that does not suit n.
 */
export function* bandFillings(subproblem: MeetSubproblem): Generator<BandFilling> {
  checkBand(subproblem);
  for (const queens of placements(subproblem, givenRows(subproblem), givenQueens(subproblem))) {
    const filling = bandFilling(subproblem, queens);
    if (filling) yield filling;
  }
}

/** Adds the rules to the queens of a band; undefined if no counted solution has these queens. */
export function bandFilling(subproblem: MeetSubproblem, queens: readonly Queen[]): BandFilling | undefined {
  const { n, rowsAbove, bandRows, splitColumns, splitColumnsBelow, patternColumns } = subproblem;
  const rowsBelow = n - rowsAbove - bandRows;
  const taken = queens.reduce((mask, queen) => mask | (1 << queen.column), 0);
  if (splitColumnsBelow & taken) return undefined; // counted in the subproblem with that column above
  const limit = rank(n, queens[0]?.column ?? 0);
  const isOdd = n % 2 === 1;

  // The middle columns, unless a queen of the band stands there: for odd n off centre, its one goes above.
  const middleColumns = (isOdd ? 1 << middleRow(n) : 3 << (n / 2 - 1)) & ~taken;
  const onlyAbove = isOdd && limit > 0 ? middleColumns : 0;
  const required = ((splitColumns & ~splitColumnsBelow) | onlyAbove) & ~taken;
  const lastQueens = lastQueensOf(subproblem, queens).filter(({ column }) => !(splitColumnsBelow & (1 << column)));
  const lastColumns = lastQueens.reduce((mask, { column }) => mask | (1 << column), 0);
  const free = (2 ** n - 1) & ~taken & ~required & ~splitColumnsBelow;
  const isTooMany = countColumns(required) > rowsAbove + 1 || countColumns(splitColumnsBelow) > rowsBelow;
  if (isTooMany || splitColumnsBelow & onlyAbove || lastQueens.length === 0) return undefined;

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
  const below = side(rowsBelow, splitColumnsBelow, (row) => n - 1 - row);
  if (homeless(above) & ~lastColumns || homeless(below)) return undefined;
  return {
    queens,
    free,
    pattern: lastOf(patternColumns, [free & lastColumns, free & ~lastColumns]),
    above,
    below,
    lastQueens,
  };
}

/** Required columns (a mask) that no row of a side allows. */
function homeless({ required, allowed }: SideRules): number {
  return allowed.reduce((columns, row) => columns & ~row, required);
}

const NO_TIES = { tieRow: -1, tieColumns: 0 };

/** Lists the columns where the last band queen may stand, with the weights of pairs. */
function lastQueensOf(band: MeetSubproblem, queens: readonly Queen[]): LastQueen[] {
  const row = band.lastRow;
  return Array.from(columnsOf(possibleColumns(band, queens, row)), (column) => {
    return { column, ...pairWeights(band, [...queens, { row, column }]) };
  });
}

/** Picks `count` columns, as a mask: the highest of the last mask, then of the ones before it. */
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
