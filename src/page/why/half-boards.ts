/**
 * The board cut in two, for the eyes: its half placements, and their keys as one sees them on the board. A half
 * placement below has its rows upside down; here both halves stay where they are, so that a diagonal has the same name in
 * both:
 *
 *     falling c, \   leaves the upper half in column c of its last row      the upper half's l, the lower half's d
 *     rising c, /    enters the lower half in column c of its first row     the upper half's d, the lower half's l
 */
import type { Cell } from '../../board/attacked.js';
import { allColumns, columnsOf } from '../../board/masks.js';
import { solutions } from '../../textbook/bitmask.js';
import { fits, type HalfPlacement, halfPlacements } from './half-placements.js';

/** A board that is cut below `rows` rows, and all that either side can hold, by column set. */
export interface CutBoard {
  readonly n: number;
  /** Rows above the cut, from 1 to n - 1. */
  readonly rows: number;
  /** Column sets that both sides can hold, in rising order. */
  readonly sets: readonly ColumnSet[];
}

/** A set of columns for the queens above the cut; the others are for those below. */
export interface ColumnSet {
  /** A mask: bit c for column c. */
  readonly columns: number;
  readonly above: readonly HalfPlacement[];
  readonly below: readonly HalfPlacement[];
}

/** Cuts a board of n rows below `rows` rows. */
export function cutBoard(n: number, rows: number): CutBoard {
  const all = allColumns(n);
  const above = halfPlacements(n, rows, all);
  const below = halfPlacements(n, n - rows, all);
  const sets = [...above]
    .map(([columns, list]) => ({ columns, above: list, below: below.get(all & ~columns) ?? [] }))
    .filter((set) => set.below.length > 0)
    .sort((a, b) => a.columns - b.columns);
  return { n, rows, sets };
}

/** The first solution of n queens, as the column set and the upper half that it has in a cut. */
export function firstSolution({ n, rows, sets }: CutBoard): { readonly columns: number; readonly half: number } {
  const [placement = []] = solutions(n);
  const upper = placement.slice(0, rows);
  const columns = upper.reduce((mask, column) => mask | (1 << column), 0);
  const list = sets.find((set) => set.columns === columns)?.above ?? [];
  return {
    columns,
    half: Math.max(
      0,
      list.findIndex(({ queens }) => String(queens) === String(upper)),
    ),
  };
}

/** The cells of a half placement's queens. */
export function cellsOf(n: number, { queens }: HalfPlacement, side: 'above' | 'below'): readonly Cell[] {
  return queens.map((column, row): Cell => [side === 'above' ? row : n - 1 - row, column]);
}

/** A diagonal that crosses the cut. */
export interface Diagonal {
  readonly direction: 'falling' | 'rising';
  /** From 0 to n - 2; see above. */
  readonly bit: number;
}

/** All 2n - 2 of them: the falling ones, then the rising ones. */
export function crossingDiagonals(n: number): readonly Diagonal[] {
  return (['falling', 'rising'] as const).flatMap((direction) =>
    Array.from({ length: n - 1 }, (_, bit) => ({ direction, bit })),
  );
}

/** The key of a half placement: the diagonals across the cut that it occupies. */
export function keyOf(half: HalfPlacement, side: 'above' | 'below'): readonly Diagonal[] {
  const [falling, rising] = side === 'above' ? [half.l, half.d] : [half.d, half.l];
  return [
    ...Array.from(columnsOf(falling), (bit) => ({ direction: 'falling' as const, bit })),
    ...Array.from(columnsOf(rising), (bit) => ({ direction: 'rising' as const, bit })),
  ];
}

/** The cells of a diagonal, from the top. */
export function cellsOfDiagonal({ n, rows }: CutBoard, { direction, bit }: Diagonal): readonly Cell[] {
  const columnIn = (row: number) => (direction === 'falling' ? bit + row - (rows - 1) : bit - (row - rows));
  return Array.from({ length: n }, (_, row): Cell => [row, columnIn(row)]).filter(([, col]) => col >= 0 && col < n);
}

export function isSameDiagonal(a: Diagonal, b: Diagonal): boolean {
  return a.direction === b.direction && a.bit === b.bit;
}

/** `\ 3`, `/ 0`. */
export function diagonalName({ direction, bit }: Diagonal): string {
  return `${direction === 'falling' ? '\\' : '/'} ${bit}`;
}

/** The bit matrix of a list: for each diagonal, which half placements occupy it. */
export function matrixRow(list: readonly HalfPlacement[], diagonal: Diagonal): readonly boolean[] {
  return list.map((half) => keyOf(half, 'below').some((other) => isSameDiagonal(other, diagonal)));
}

/** The diagonals that two halves both occupy: none if they fit. */
export function clashes(above: HalfPlacement, below: HalfPlacement): readonly Diagonal[] {
  if (fits(above, below)) return [];
  const other = keyOf(below, 'below');
  return keyOf(above, 'above').filter((diagonal) => other.some((one) => isSameDiagonal(one, diagonal)));
}
