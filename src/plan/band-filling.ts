// Fills a band with queens and derives the symmetry rules for the other queens. The kernel gets these rules as sets of
// columns and weights.
//
// The rules allow only some solutions of each symmetry class. The weights of these solutions add up to the size of the
// class. docs/meet-in-the-middle.md explains this with drawings.

import type { Cell } from '../board/attacked.js';
import { columnsOf, countColumns } from '../board/masks.js';
import { attackedColumns, type Band, possibleColumns } from './band.js';
import type { MeetSubproblem } from './subproblem.js';
import { columnTies, limitOf, middleRow, type PairWeights, pairWeights, rank } from './symmetry-rule.js';

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
  const { n, rowsAbove, bandRows, lastRow, splitColumnsBelow, patternColumns } = subproblem;
  const columns = columnsOfSides(subproblem, queens);
  if (!columns) return undefined;
  const lastQueens = lastQueensOf(subproblem, queens).filter(({ column }) => !(splitColumnsBelow & (1 << column)));
  const rows = Array.from({ length: n }, (_, row) => row);
  const filling = {
    band: { n, rowsAbove, bandRows, lastRow },
    queens,
    free: columns.free,
    pattern: patternOf(columns.free, lastQueens, patternColumns),
    above: sideRules(n, queens, rows.slice(0, rowsAbove), columns.above),
    below: sideRules(n, queens, rows.slice(rowsAbove + bandRows).reverse(), columns.below),
    lastQueens,
  };
  return isPossible(filling) ? filling : undefined;
}

/**
 * Returns masks of the free columns and of those that need a queen on a side. In this drawing, Q is a queen of the band:
 *
 *     above    . a . . m . .      a    split column with a queen above, or with the last band queen
 *     band     . . Q . . . .      m    middle column of odd n, whose queen is above (see symmetry-rule.ts)
 *     below    . . . . . b .      b    split column with a queen below
 *
 * Boards with Q on a column b are counted by another subproblem, where this column is not below. Returns undefined for them.
 */
function columnsOfSides({ n, splitColumns, splitColumnsBelow: below }: MeetSubproblem, queens: readonly Cell[]) {
  const taken = columnsOfQueens(queens);
  const middle = n % 2 === 1 ? middleColumns(n, queens) : 0;
  if (below & (taken | middle)) return undefined;
  const above = ((splitColumns & ~below) | middle) & ~taken;
  return { free: (2 ** n - 1) & ~(taken | above | below), above, below };
}

/** Returns a mask of the middle columns (one, or two for even n) without a queen of the band. */
function middleColumns(n: number, queens: readonly Cell[]): number {
  const columns = n % 2 === 1 ? 1 << middleRow(n) : 3 << (n / 2 - 1);
  return columns & ~columnsOfQueens(queens);
}

/**
 * Returns the rules of a side. On a middle column, a row can have a queen only up to the limit of the symmetry rule:
 *
 *     rank 7     . . . - - . . .        beyond the limit, no queen is allowed
 *     rank 5     . . . t t . . .        exactly at the limit: for even n the half is a tie, for odd n no queen is allowed
 *     rank 3     . . . . . . . .
 *     band       . . . . . . Q .        Q in the middle row has rank 5, the limit
 *
 * @param rows board rows of the side, from the edge to the band.
 * @param required mask of columns that need a queen on this side.
 */
function sideRules(n: number, queens: readonly Cell[], rows: readonly number[], required: number): SideRules {
  const limit = limitOf(n, queens);
  const middle = middleColumns(n, queens);
  const allowed = rows.map((row) => {
    const columns = (2 ** n - 1) & ~attackedColumns(n, queens, row);
    const isBeyond = n % 2 === 1 ? rank(n, row) >= limit : rank(n, row) > limit;
    return isBeyond ? columns & ~middle : columns;
  });
  const tieRow = rows.findIndex((row) => rank(n, row) === limit);
  // If a band queen on a middle column ties, all halves do, and the weights say so already.
  const hasTies = n % 2 === 0 && tieRow >= 0 && !columnTies(n, queens);
  return { rows: rows.length, required, allowed, ...(hasTies ? { tieRow, tieColumns: middle } : NO_TIES) };
}

function columnsOfQueens(queens: readonly { readonly column: number }[]): number {
  return queens.reduce((mask, { column }) => mask | (1 << column), 0);
}

/** Returns false if the required columns leave no solution, or if the last band queen has no column. */
export function isPossible({ above, below, lastQueens }: BandFilling): boolean {
  const lacksRows = countColumns(above.required) > above.rows + 1 || countColumns(below.required) > below.rows;
  const lastColumns = columnsOfQueens(lastQueens);
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
  const lastColumns = columnsOfQueens(lastQueens);
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
