// Fills a band with queens and derives the symmetry rules for the other queens. The kernel gets these rules as sets of
// columns and weights.
//
// The rules allow only some solutions of each symmetry class. The weights of these solutions add up to the size of the
// class. docs/meet-in-the-middle.md explains this with drawings.

import type { Cell } from '../board/attacked.js';
import { columnsOf, countColumns } from '../board/masks.js';
import { attackedColumns, type Band, middleRow, type PairWeights, pairWeights, possibleColumns, rank } from './band.js';
import type { MeetSubproblem } from './subproblem.js';

/** The rules for the queens on one side of the board. Row 0 is at the edge of the board, the last row next to the band. */
export interface SideRules {
  readonly rows: number;
  /** Mask of columns that need a queen on this side. Above the band, the last band queen may take one of them instead. */
  readonly required: number;
  /** Mask of allowed columns for each row. Queens on the other side or in the band may use some of them. */
  readonly allowed: readonly number[];
  /** Row in which a queen on one of `tieColumns` turns its half into a tie; -1 if there is no such row. */
  readonly tieRow: number;
  readonly tieColumns: number;
}

/** A possible column of the last band queen, with the weights of a pair of halves. */
export interface LastQueen extends PairWeights {
  readonly column: number;
}

/** All queens of a band except the last one, and the resulting rules for the other rows. */
export interface BandFilling {
  readonly band: Band;
  /** The queen of the middle row comes first. */
  readonly queens: readonly Cell[];
  /** Mask of columns that both sides and the last band queen may use. */
  readonly free: number;
  /** Mask of some of the free columns. The kernel builds the lists of the side below once for each subset of it. */
  readonly pattern: number;
  readonly above: SideRules;
  readonly below: SideRules;
  readonly lastQueens: readonly LastQueen[];
}

/** Returns the filling with these queens, or undefined if no counted solution has them. */
export function bandFilling(subproblem: MeetSubproblem, queens: readonly Cell[]): BandFilling | undefined {
  const { n, rowsAbove, bandRows, lastRow, splitColumns, splitColumnsBelow, patternColumns } = subproblem;
  const taken = queens.reduce((mask, queen) => mask | (1 << queen.column), 0);
  if (splitColumnsBelow & taken) return undefined; // these boards are counted with this column above the band
  const limit = rank(n, queens[0]?.column ?? 0);
  const isOdd = n % 2 === 1;

  // Middle columns without a band queen. For odd n with an empty centre, the column's queen must be in the upper half.
  const middleColumns = (isOdd ? 1 << middleRow(n) : 3 << (n / 2 - 1)) & ~taken;
  const onlyAbove = isOdd && limit > 0 ? middleColumns : 0;
  if (splitColumnsBelow & onlyAbove) return undefined;

  const columnTies = queens.some((queen) => rank(n, queen.column) === 1 && rank(n, queen.row) === limit);
  const side = (rows: number, required: number, boardRow: (row: number) => number): SideRules => {
    const allowed = Array.from({ length: rows }, (_, row) => {
      const columns = (2 ** n - 1) & ~attackedColumns(n, queens, boardRow(row));
      const rowRank = rank(n, boardRow(row));
      return limit > 0 && (isOdd ? rowRank >= limit : rowRank > limit) ? columns & ~middleColumns : columns;
    });
    const tieRow = isOdd || columnTies ? rows : (n - 1 - limit) / 2; // the row of rank `limit`
    return { rows, required, allowed, ...(tieRow < rows ? { tieRow, tieColumns: middleColumns } : NO_TIES) };
  };
  const required = ((splitColumns & ~splitColumnsBelow) | onlyAbove) & ~taken;
  const free = (2 ** n - 1) & ~taken & ~required & ~splitColumnsBelow;
  const lastQueens = lastQueensOf(subproblem, queens).filter(({ column }) => !(splitColumnsBelow & (1 << column)));
  const filling = {
    band: { n, rowsAbove, bandRows, lastRow },
    queens,
    free,
    pattern: patternOf(free, lastQueens, patternColumns),
    above: side(rowsAbove, required, (row) => row),
    below: side(n - rowsAbove - bandRows, splitColumnsBelow, (row) => n - 1 - row),
    lastQueens,
  };
  return isPossible(filling) ? filling : undefined;
}

/** Returns false if the required columns leave no solution, or if the last band queen has no column. */
export function isPossible({ above, below, lastQueens }: BandFilling): boolean {
  const lacksRows = countColumns(above.required) > above.rows + 1 || countColumns(below.required) > below.rows;
  const lastColumns = lastQueens.reduce((mask, { column }) => mask | (1 << column), 0);
  return lastColumns !== 0 && !lacksRows && !(unplaceable(above) & ~lastColumns) && !unplaceable(below);
}

/** Returns a mask of the required columns that no row of the side allows. */
function unplaceable({ required, allowed }: SideRules): number {
  return allowed.reduce((columns, row) => columns & ~row, required);
}

export const NO_TIES = { tieRow: -1, tieColumns: 0 };

/** Lists the possible columns of the last band queen, with the weights of a pair of halves. */
function lastQueensOf(band: MeetSubproblem, queens: readonly Cell[]): LastQueen[] {
  const row = band.lastRow;
  return Array.from(columnsOf(possibleColumns(band, queens, row)), (column) => {
    return { column, ...pairWeights(band, [...queens, { row, column }]) };
  });
}

/**
 * Returns a mask of at most `count` free columns for the pattern, from the highest down: first columns where the last
 * band queen cannot stand, then others.
 */
export function patternOf(free: number, lastQueens: readonly LastQueen[], count: number): number {
  const lastColumns = lastQueens.reduce((mask, { column }) => mask | (1 << column), 0);
  let picked = 0;
  let missing = count;
  for (const mask of [free & ~lastColumns, free & lastColumns]) {
    for (let column = 31; column >= 0 && missing > 0; column--) {
      if (!(mask & (1 << column))) continue;
      picked |= 1 << column;
      missing--;
    }
  }
  return picked;
}
