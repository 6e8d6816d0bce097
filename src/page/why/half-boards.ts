/**
 * The board cut in two: its halves and the diagonals that cross the cut.
 *
 * The reference kernel makes the lists, for a board without a band. It turns lower halves upside down, but here a
 * diagonal has one number in both halves. `l` and `d` are the masks of a `ListedHalf`:
 *
 *     \ c, number c            leaves the upper half in column c      the upper half's l, the lower half's d
 *     / c, number n - 1 + c    enters the lower half in column c      the upper half's d, the lower half's l
 */
import { acrossTheBand, type ListedHalf, listSide } from '../../../workers/meet-readable.js';
import type { Cell } from '../../board/attacked.js';
import { allColumns, columnsOf, masksOf } from '../../board/masks.js';
import { isSame, type Placement } from '../../board/placement.js';
import { solutions } from '../../textbook/bitmask.js';

/** A half with its key. */
export interface Half {
  /** Column of the queen in each row, from the edge of the board to the cut. */
  readonly queens: readonly number[];
  /** A mask of the diagonals that cross the cut and contain a queen of the half. */
  readonly key: number;
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
  return { queens: half.queens, key: falling | (rising << (n - 1)) };
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
  const { columns } = masksOf(upper);
  const list = sets.find((set) => set.columns === columns)?.above ?? [];
  return { columns, half: list.findIndex(({ queens }) => isSame(queens, upper)) };
}

/** Returns the cells of a half's queens. */
export function cellsOf(n: number, { queens }: Half, side: 'above' | 'below'): readonly Cell[] {
  return queens.map((column, row) => ({ row: side === 'above' ? row : n - 1 - row, column }));
}

/** Returns the numbers of all 2n - 2 diagonals that cross the cut. */
export function crossingDiagonals(n: number): readonly number[] {
  return Array.from({ length: 2 * n - 2 }, (_, diagonal) => diagonal);
}

/** Returns whether a queen of the half stands on the diagonal. */
export function isTaken({ key }: Half, diagonal: number): boolean {
  return ((key >>> diagonal) & 1) === 1;
}

/** Returns the diagonals across the cut on which the half has a queen. */
export function keyOf({ key }: Half): readonly number[] {
  return [...columnsOf(key)];
}

/** Returns the diagonals on which both halves have a queen. If there are none, the halves fit. */
export function clashes(above: Half, below: Half): readonly number[] {
  return [...columnsOf(above.key & below.key)];
}

/** Returns the cells of a diagonal, from the top. */
export function cellsOfDiagonal({ n, rows }: Pick<CutBoard, 'n' | 'rows'>, diagonal: number): readonly Cell[] {
  const columnIn = (row: number) => (diagonal < n - 1 ? diagonal + row - rows + 1 : diagonal - n + 1 - row + rows);
  const cells = Array.from({ length: n }, (_, row) => ({ row, column: columnIn(row) }));
  return cells.filter(({ column }) => column >= 0 && column < n);
}

/** Formats a diagonal: `\ 3`, `/ 0`. */
export function diagonalName(n: number, diagonal: number): string {
  return diagonal < n - 1 ? `\\ ${diagonal}` : `/ ${diagonal - n + 1}`;
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
  const { columns } = masksOf(above);
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
