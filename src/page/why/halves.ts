/**
 * The board cut in two: its halves, and the diagonals on which they meet.
 *
 * A half has a queen in each row from an edge of the board to the cut. A lower half is an upper half that is turned upside
 * down. Between two neighbouring columns, one diagonal of each direction crosses the cut, so there are 2n - 2 places:
 *
 *     \ falls across the cut from column c to column c + 1      place c
 *     / rises across the cut from column c to column c + 1      place n - 1 + c
 */
import { attacks, type Cell } from '../../board/attacked.js';
import { allColumns, masksOf } from '../../board/masks.js';
import type { Placement } from '../../board/placement.js';
import { searchTree } from '../parts/search-tree.js';

/** The board of the steps 1 to 5. */
export const N = 8;

const tree = searchTree(N);

/** Placements of queens in the first rows of the board, by the number of rows, in the order of backtracking. */
const BY_ROWS = Array.from({ length: N + 1 }, (_, rows) =>
  tree.nodes.map(({ columns }) => columns).filter(({ length }) => length === rows),
);

/** A half of the board. */
export interface Half {
  /** Column of the queen in each row, from the edge of the board to the cut. */
  readonly queens: Placement;
  /** Which columns have a queen, as a mask. */
  readonly columns: number;
  readonly isLower: boolean;
  /** For each place, whether a queen of the half stands on the diagonal that crosses the cut there. */
  readonly bits: readonly boolean[];
}

/** Describes a half. @param n size of the board. @param queens columns from the edge of the board to the cut. */
export function halfOf(n: number, queens: Placement, side: 'upper' | 'lower'): Half {
  const { columns, left, right } = masksOf(queens); // the attacked cells of the row behind the cut
  const isLower = side === 'lower';
  const [falling, rising] = isLower ? [right, left >>> 1] : [left >>> 1, right];
  const places = Array.from({ length: n - 1 }, (_, place) => 1 << place);
  return {
    queens,
    columns,
    isLower,
    bits: [falling, rising].flatMap((mask) => places.map((bit) => (mask & bit) !== 0)),
  };
}

/** Returns all halves of `rows` rows, on one side of the cut. */
export function halvesOf(rows: number, side: 'upper' | 'lower'): readonly Half[] {
  return (BY_ROWS[rows] ?? []).map((queens) => halfOf(N, queens, side));
}

/** Returns the number of halves with `rows` rows. */
export function numberOfHalves(rows: number): number {
  return BY_ROWS[rows]?.length ?? 0;
}

/** Returns the number of boards that a search of the first `rows` rows tries. */
export function boardsTried(rows: number): number {
  return BY_ROWS.slice(1, rows + 1).reduce((sum, { length }) => sum + length, 0);
}

/** Returns whether a lower half uses exactly the columns that an upper half leaves. */
export function usesOtherColumns(n: number, upper: Half, lower: Half): boolean {
  return lower.columns === (allColumns(n) & ~upper.columns);
}

/** Returns the places where both halves have a queen on the diagonal. */
export function clashes(upper: Half, lower: Half): readonly number[] {
  return upper.bits.flatMap((bit, place) => (bit && lower.bits[place] ? [place] : []));
}

/** Returns the cells of a half's queens. */
export function cellsOfHalf(n: number, { queens, isLower }: Half): readonly Cell[] {
  return queens.map((column, row) => ({ row: isLower ? n - 1 - row : row, column }));
}

/** Returns the pairs of queens, one of each half, that attack each other. */
export function attackingPairs(n: number, upper: Half, lower: Half): readonly (readonly [Cell, Cell])[] {
  const below = cellsOfHalf(n, lower);
  return cellsOfHalf(n, upper).flatMap((one) =>
    below.filter((other) => attacks(one, other)).map((other) => [one, other] as const),
  );
}

/** Returns the names of the directions, each with the places where its diagonals cross the cut. */
export function placesByDirection(n: number): readonly (readonly ['\\' | '/', readonly number[]])[] {
  const places = Array.from({ length: n - 1 }, (_, place) => place);
  return [
    ['\\', places],
    ['/', places.map((place) => n - 1 + place)],
  ];
}
