/**
 * The board cut in two: its halves and the diagonals that cross the cut.
 *
 * The reference kernel makes the lists, for a board without a band. It turns lower halves upside down, but here a
 * diagonal has one name in both halves. `l` and `d` are the masks of a `ListedHalf`:
 *
 *     falling c, \   leaves the upper half in column c of its last row      the upper half's l, the lower half's d
 *     rising c, /    enters the lower half in column c of its first row     the upper half's d, the lower half's l
 */
import { acrossTheBand, type ListedHalf, listSide } from '../../../workers/meet-readable.js';
import type { Cell } from '../../board/attacked.js';
import { allColumns, columnsOf } from '../../board/masks.js';
import { isSame, type Placement } from '../../board/placement.js';
import { solutions } from '../../textbook/bitmask.js';

/** A half with its key: the diagonals that cross the cut and contain a queen of the half. */
export interface Half {
  /** Column of the queen in each row, from the edge of the board to the cut. */
  readonly queens: readonly number[];
  /** The key: a mask for each direction, with bit c for diagonal c. */
  readonly falling: number;
  readonly rising: number;
}

/** A board that is cut in two, with the lists of its halves. */
export interface CutBoard {
  readonly n: number;
  /** Rows above the cut, from 1 to n - 1. */
  readonly rows: number;
  /** Column sets with halves on both sides, in ascending order of their masks. */
  readonly sets: readonly ColumnSet[];
  /** Number of pairs if every upper half is paired with every lower half. */
  readonly allPairs: number;
}

/** The upper halves on a column set, and the lower halves on the other columns. */
export interface ColumnSet {
  /** A mask: bit c for column c. */
  readonly columns: number;
  readonly above: readonly Half[];
  readonly below: readonly Half[];
}

/** Lists the halves of `rows` rows within the `allowed` columns (a mask), by column set. */
export function listHalves(rows: number, allowed: number): ReadonlyMap<number, readonly ListedHalf[]> {
  const side = { rows, required: 0, allowed: Array<number>(rows).fill(allowed), tieRow: -1, tieColumns: 0 };
  return listSide(allowed, side, 0);
}

/** Converts a listed half. For a lower half, the directions are swapped, because it is upside down. */
function asHalf(n: number, half: ListedHalf, side: 'upper' | 'lower'): Half {
  const { l, d } = acrossTheBand(n, 0, half);
  const [falling, rising] = side === 'upper' ? [l, d] : [d, l];
  return { queens: half.queens, falling, rising };
}

/** Cuts an n x n board below its top `rows` rows. */
export function cutBoard(n: number, rows: number): CutBoard {
  const all = allColumns(n);
  const [upper, lower] = [listHalves(rows, all), listHalves(n - rows, all)];
  const count = (lists: ReadonlyMap<number, readonly ListedHalf[]>) => [...lists.values()].flat().length;
  const sets = [...upper]
    .map(([columns, list]) => ({
      columns,
      above: list.map((half) => asHalf(n, half, 'upper')),
      below: (lower.get(all & ~columns) ?? []).map((half) => asHalf(n, half, 'lower')),
    }))
    .filter(({ above, below }) => above.length > 0 && below.length > 0)
    .sort((a, b) => a.columns - b.columns);
  return { n, rows, sets, allPairs: count(upper) * count(lower) };
}

/** Returns the column set of the first solution's upper half, and the half's index in `above`. */
export function firstSolution({ n, rows, sets }: CutBoard): { readonly columns: number; readonly half: number } {
  const [placement = []] = solutions(n);
  const upper = placement.slice(0, rows);
  const columns = upper.reduce((mask, column) => mask | (1 << column), 0);
  const list = sets.find((set) => set.columns === columns)?.above ?? [];
  return { columns, half: list.findIndex(({ queens }) => isSame(queens, upper)) };
}

/** Returns the cells of a half's queens. */
export function cellsOf(n: number, { queens }: Half, side: 'above' | 'below'): readonly Cell[] {
  return queens.map((column, row) => ({ row: side === 'above' ? row : n - 1 - row, column }));
}

/** A diagonal that crosses the cut. */
export interface Diagonal {
  readonly direction: 'falling' | 'rising';
  /** The c in the comment at the top of this file, from 0 to n - 2. */
  readonly bit: number;
}

/** Returns all 2n - 2 diagonals: the falling ones, then the rising ones. */
export function crossingDiagonals(n: number): readonly Diagonal[] {
  return (['falling', 'rising'] as const).flatMap((direction) =>
    Array.from({ length: n - 1 }, (_, bit) => ({ direction, bit })),
  );
}

/** Returns whether a queen of the half stands on the diagonal. */
export function isTaken(half: Half, { direction, bit }: Diagonal): boolean {
  return ((half[direction] >>> bit) & 1) === 1;
}

/** Returns the diagonals across the cut on which the half has a queen. */
export function keyOf(half: Half): readonly Diagonal[] {
  return (['falling', 'rising'] as const).flatMap((direction) =>
    Array.from(columnsOf(half[direction]), (bit) => ({ direction, bit })),
  );
}

/** Returns the diagonals on which both halves have a queen. If there are none, the halves fit. */
export function clashes(above: Half, below: Half): readonly Diagonal[] {
  return keyOf(above).filter((diagonal) => isTaken(below, diagonal));
}

/** Returns the cells of a diagonal, from the top. */
export function cellsOfDiagonal({ n, rows }: CutBoard, { direction, bit }: Diagonal): readonly Cell[] {
  const columnIn = (row: number) => (direction === 'falling' ? bit + row - (rows - 1) : bit - (row - rows));
  return Array.from({ length: n }, (_, row) => ({ row, column: columnIn(row) })).filter(
    ({ column }) => column >= 0 && column < n,
  );
}

/** Formats a diagonal: `\ 3`, `/ 0`. */
export function diagonalName({ direction, bit }: Diagonal): string {
  return `${direction === 'falling' ? '\\' : '/'} ${bit}`;
}

/** Number of bits in a vector register of the processor. */
export const REGISTER = 128;

/** Size of a board whose lists are longer than a register. */
export const LARGE_N = 16;

/** Returns the upper half of the first solution, and all lower halves on the other columns. */
export function longLists(): {
  readonly columns: number;
  readonly upper: Half;
  readonly list: readonly Half[];
  /** Index of the first of 128 lower halves to show. They include the lower half of the solution. */
  readonly first: number;
} {
  const [solution = []] = solutions(LARGE_N);
  const [above, below] = [solution.slice(0, LARGE_N / 2), solution.slice(LARGE_N / 2).toReversed()];
  const columns = above.reduce((mask, column) => mask | (1 << column), 0);
  const halves = (mask: number) => listHalves(LARGE_N / 2, mask).get(mask) ?? [];
  const hasQueens = (queens: Placement) => (half: ListedHalf) => isSame(half.queens, queens);
  const upper = halves(columns).find(hasQueens(above));
  const lowers = halves(allColumns(LARGE_N) & ~columns);
  if (!upper) throw new Error(`no upper half ${above}`); // the list has all halves of its columns
  return {
    columns,
    upper: asHalf(LARGE_N, upper, 'upper'),
    list: lowers.map((half) => asHalf(LARGE_N, half, 'lower')),
    first: Math.max(0, Math.min(lowers.findIndex(hasQueens(below)) - REGISTER / 2, lowers.length - REGISTER)),
  };
}
