/**
 * The board cut in two: its halves, and the diagonals on which they meet.
 *
 * A half has a queen in each row from an edge of the board to the cut. A lower half is an upper half turned upside
 * down. Between two neighboring columns, one diagonal of each direction crosses the cut, so there are 2n - 2 places:
 *
 *     \ falls across the cut from column c to column c + 1      place c
 *     / rises across the cut from column c to column c + 1      place n - 1 + c
 */

import { attacks, type Cell, type Placement } from '../../core/board/placement.js';
import { range } from '../parts/controls.js';
import { buildSearchTree } from '../parts/search-tree.js';
import { BATCH_SIZE } from './published.js';

/** Number of queens in most steps. */
export const N = 8;

/** All placements in the first rows of the board: as a tree, and grouped by number of rows. */
export const TREE = buildSearchTree(N);
const ALL = TREE.nodes.map(({ columns }) => columns);
const BY_ROWS = range(0, N).map((rows) => ALL.filter(({ length }) => length === rows));

export const WAYS: readonly Placement[] = BY_ROWS[N] ?? [];

/** Queens that do not attack each other, one in each row on one side of the cut. */
export interface Half {
  readonly isLower: boolean;
  /** Column of the queen in each row, from the edge of the board to the cut. */
  readonly queens: Placement;
  readonly cells: readonly Cell[];
  /** Places where the queens' diagonals cross the cut, each with its queen's cell. */
  readonly crossings: readonly { readonly cell: Cell; readonly place: number }[];
}

/** Creates a half. @param queens columns from the edge of the board to the cut. */
function createHalf(n: number, queens: Placement, isLower: boolean): Half {
  const cells = queens.map((column, row) => ({ row: isLower ? n - 1 - row : row, column }));
  const crossings = cells.flatMap((cell, row) => {
    const away = queens.length - row; // rows to the cut
    const [toTheRight, toTheLeft] = [cell.column + away - 1, cell.column - away];
    const [falling, rising] = isLower ? [toTheLeft, toTheRight] : [toTheRight, toTheLeft];
    return [
      ...(falling >= 0 && falling < n - 1 ? [{ cell, place: falling }] : []),
      ...(rising >= 0 && rising < n - 1 ? [{ cell, place: n - 1 + rising }] : []),
    ];
  });
  return { isLower, queens, cells, crossings };
}

/** Returns all halves with `rows` rows on one side of the cut. */
export function listHalves(rows: number, isLower: boolean): readonly Half[] {
  return (BY_ROWS[rows] ?? []).map((queens) => createHalf(N, queens, isLower));
}

/** The halves if the cut is in the middle. */
export const [UPPERS, LOWERS] = [listHalves(N / 2, false), listHalves(N / 2, true)];

/** Returns the number of boards that a search of the first `rows` rows tries. */
export function countBoardsTried(rows: number): number {
  return BY_ROWS.slice(1, rows + 1).reduce((sum, { length }) => sum + length, 0);
}

export function shareNoColumn(upper: Half, lower: Half): boolean {
  return !upper.queens.some((column) => lower.queens.includes(column));
}

/** Returns the places where a diagonal with queens in both halves crosses the cut. */
export function findClashes(upper: Half, lower: Half): readonly number[] {
  const places = upper.crossings.map(({ place }) => place);
  return [...new Set(lower.crossings.map(({ place }) => place))].filter((place) => places.includes(place));
}

export function findAttackingPairs(upper: Half, lower: Half): readonly (readonly [Cell, Cell])[] {
  return upper.cells.flatMap((one) =>
    lower.cells.filter((other) => attacks(one, other)).map((other) => [one, other] as const),
  );
}

/** Number of queens in step 6. There are more lower halves than a processor compares in one step. */
export const LARGE_N = 16;

/** An upper half that fits three of the lower halves in `listLargeLowers`. */
export const LARGE_UPPER = createHalf(LARGE_N, [0, 2, 6, 8, 13, 11, 1, 15], false);

/** The places where the large upper half's diagonals cross the cut. The processor checks each in one step. */
export const LARGE_PLACES = [...new Set(LARGE_UPPER.crossings.map(({ place }) => place))];

/** Returns the first 128 lower halves in the columns that the large upper half leaves free. */
export function listLargeLowers(): readonly Half[] {
  const free = range(0, LARGE_N - 1).filter((column) => !LARGE_UPPER.queens.includes(column));
  function extend(cells: readonly Cell[]): readonly Placement[] {
    if (cells.length === free.length) return [cells.map(({ column }) => column)];
    const next = free.map((column) => ({ row: cells.length, column }));
    const allowed = next.filter((cell) => !cells.some((queen) => attacks(queen, cell)));
    return allowed.flatMap((cell) => extend([...cells, cell]));
  }
  return extend([])
    .slice(0, BATCH_SIZE)
    .map((queens) => createHalf(LARGE_N, queens, true));
}
