// Derives the rules for the other queens from the queens in a band. The kernel gets these rules, which include the
// symmetry rule, as column sets and weights.
//
// The rules allow only some solutions of each symmetry class. The weights of these solutions add up to the size of the
// class: docs/meet-in-the-middle.md, "Symmetry by the middle lines".

import { allColumns, columnsOf, createMask } from '../board/masks.js';
import type { Cell } from '../board/placement.js';
import { attackedColumns, givenQueens, possibleColumns } from './band.js';
import type { MeetBoard } from './board.js';
import { unassignedColumns } from './smaller-boards.js';
import { columnTies, findLimit, middleRow, type PairWeights, pairWeights, rank } from './symmetry-rule.js';

/**
 * The rules for the queens on one side of the board. Row 0 is at the edge of the board, and the last row is next to the
 * band.
 */
export interface SideRules {
  readonly rows: number;
  /**
   * Mask of columns that need a queen on this side. On the side above, the last band queen may take one of them
   * instead.
   */
  readonly required: number;
  /** Mask of allowed columns for each row. Queens on the other side or in the band may use some of them. */
  readonly allowed: readonly number[];
  /** Row in which a queen in one of `tieColumns` makes its half a tie; -1 if there is no such row. */
  readonly tieRow: number;
  readonly tieColumns: number;
}

/** A possible column of the last band queen, and the weights that pairs of halves have with it. */
export interface LastQueen extends PairWeights {
  readonly column: number;
}

/** A board with all band queens except the last, and the resulting rules for the other rows. */
export interface BandFilling {
  readonly board: MeetBoard;
  /** Mask of columns that both sides and the last band queen may use. */
  readonly free: number;
  readonly above: SideRules;
  readonly below: SideRules;
  readonly lastQueens: readonly LastQueen[];
}

/**
 * Adds the rules to a board whose band queens are all given except the last. Returns undefined if the last band queen,
 * or the queen of a required column, has no possible cell.
 */
export function createBandFilling(board: MeetBoard): BandFilling | undefined {
  const { n, rowsAbove, bandRows, lastRow } = board;
  const queens = givenQueens(board);
  const rows = Array.from({ length: n }, (_, row) => row);
  const above = deriveSideRules(n, queens, rows.slice(0, rowsAbove), board.above);
  const below = deriveSideRules(n, queens, rows.slice(rowsAbove + bandRows).reverse(), board.below);
  const lastColumns = possibleColumns(board, queens, lastRow) & ~board.below;
  if (lastColumns === 0 || findUnplaceable(above) & ~lastColumns || findUnplaceable(below)) return undefined;
  const lastQueens = Array.from(columnsOf(lastColumns), (column) => {
    return { column, ...pairWeights(board, [...queens, { row: lastRow, column }]) };
  });
  return { board, free: unassignedColumns(board), above, below, lastQueens };
}

/**
 * Returns a mask of the middle column, or of the two middle columns for even n, without columns that hold band queens.
 */
function middleColumns(n: number, queens: readonly Cell[]): number {
  const columns = n % 2 === 1 ? 1 << middleRow(n) : 3 << (n / 2 - 1);
  return columns & ~createMask(queens.map(({ column }) => column));
}

/**
 * Returns the rules for a side. In the middle columns, a queen can stand only in rows up to the symmetry rule's limit:
 *
 *     rank 7     . . . - - . . .        beyond the limit, no queen is allowed
 *     rank 5     . . . t t . . .        exactly at the limit: a tie for even n, no queen is allowed for odd n
 *     rank 3     . . . . . . . .
 *     band       . . . . . . Q .        Q in the middle row has rank 5, the limit
 *
 * @param rows board rows of the side, from the edge to the band.
 * @param required mask of columns that need a queen on this side.
 */
function deriveSideRules(n: number, queens: readonly Cell[], rows: readonly number[], required: number): SideRules {
  const limit = findLimit(n, queens);
  const middle = middleColumns(n, queens);
  const allowed = rows.map((row) => {
    const columns = allColumns(n) & ~attackedColumns(n, queens, row);
    const isBeyond = n % 2 === 1 ? rank(n, row) >= limit : rank(n, row) > limit;
    return isBeyond ? columns & ~middle : columns;
  });
  const tieRow = rows.findIndex((row) => rank(n, row) === limit);
  // If a band queen in a middle column ties, every pair of halves ties, and the weights already include this.
  const hasTies = n % 2 === 0 && tieRow >= 0 && !columnTies(n, queens);
  return { rows: rows.length, required, allowed, tieRow: hasTies ? tieRow : -1, tieColumns: hasTies ? middle : 0 };
}

/** Returns a mask of the required columns that no row of the side allows. */
function findUnplaceable({ required, allowed }: SideRules): number {
  return allowed.reduce((columns, row) => columns & ~row, required);
}
