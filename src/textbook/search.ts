/**
 * The common interface of the nine solvers: their signature, their steps and counters, and the selection of solutions.
 *
 * A solver is a generator, so the caller decides how far it goes: a full pipe pauses the search, and a `break` ends it. It
 * keeps only the current board. If it is watched it yields every step, otherwise only solutions.
 */
import type { Cell } from '../board/attacked.js';
import type { Placement, Shown } from '../board/placement.js';
import { classSize, isFundamental } from '../board/symmetries.js';

/** A search by a solver: the caller's options and the counters so far. */
export interface Search {
  /** Whether to yield every step, or only the solutions. */
  readonly watched: boolean;
  /** Columns of the queens in the first rows: only their completions are searched. Only `bitmask` uses it. */
  readonly prefix: Placement;
  /** Number of queens placed by a backtracking solver, or of boards tested by a generate-and-test solver. */
  nodes: number;
  /**
   * Number of conflict tests. The solvers differ in what a test examines: a pair of queens, a cell, the three flags of a cell,
   * the three masks of a row.
   */
  tests: number;
}

/** A step of a search. Rows and columns are 0-based. */
export type SearchEvent =
  /** A cell was tried for the next queen; `free` if no queen on the board attacks it. */
  | { readonly kind: 'tried'; readonly row: number; readonly col: number; readonly free: boolean }
  /** A queen was put on the board. */
  | { readonly kind: 'placed'; readonly row: number; readonly col: number }
  /** That queen was removed. */
  | { readonly kind: 'undone'; readonly row: number; readonly col: number }
  /** The search entered a row with these masks. */
  | { readonly kind: 'masks'; readonly row: number; readonly masks: RowMasks }
  /** A whole board was tested: its queens as cells [row, col], and whether no two attack each other. */
  | { readonly kind: 'board'; readonly cells: readonly Cell[]; readonly peaceful: boolean }
  | { readonly kind: 'solution'; readonly columns: Placement };

/**
 * The columns of one row as bits, column 0 the lowest: columns with a queen above (`columns`), on attacked diagonals (`ld`,
 * `rd`), and still free (`free`). 32-bit integers, which may be negative.
 */
export interface RowMasks {
  readonly columns: number;
  readonly ld: number;
  readonly rd: number;
  readonly free: number;
}

/**
 * A solver. It yields all solutions in lexicographic order of columns, each once; for n = 0 the empty placement.
 * The caller has checked n.
 */
export type Solve = (n: number, search: Search) => Generator<SearchEvent, void, undefined>;

/** Makes a search that has not begun. */
export function newSearch({ watched = false, prefix = [] }: { watched?: boolean; prefix?: Placement } = {}): Search {
  return { watched, prefix, nodes: 0, tests: 0 };
}

/** The queens on the board, as a solver stores them. Solvers that backtrack cell by cell differ only in this. */
export interface Queens {
  /** Returns whether no queen attacks the cell, and counts the conflict tests. */
  isFree(row: number, col: number): boolean;
  place(row: number, col: number): void;
  /** Removes the queen that was placed last. */
  remove(row: number, col: number): void;
}

/** Backtracks: tries the cells of each row from the left, and continues in the next row if a queen can stand there. */
export function* backtrack(n: number, search: Search, queens: Queens): Generator<SearchEvent, void, undefined> {
  const columns: number[] = []; // of the rows filled so far
  yield* fillFrom(0);

  function* fillFrom(row: number): Generator<SearchEvent, void, undefined> {
    if (row === n) {
      yield { kind: 'solution', columns: [...columns] };
      return;
    }
    for (let col = 0; col < n; col++) {
      const free = queens.isFree(row, col);
      if (search.watched) yield { kind: 'tried', row, col, free };
      if (!free) continue;

      columns.push(col);
      queens.place(row, col);
      search.nodes++;
      if (search.watched) yield { kind: 'placed', row, col };
      yield* fillFrom(row + 1);
      columns.pop();
      queens.remove(row, col);
      if (search.watched) yield { kind: 'undone', row, col };
    }
  }
}

/** Yields the solutions alone, as they are found. */
export function* solutionsOf(solve: Solve, n: number, search = newSearch()): Generator<Placement, void, undefined> {
  for (const event of solve(n, search)) {
    if (event.kind === 'solution') yield event.columns;
  }
}

/** A selection of solutions. */
export interface Selection {
  /** Only the solutions that stand for their symmetry class, with its size. */
  readonly fundamental: boolean;
  /** Number of solutions to leave out at the beginning; applied after `fundamental`. */
  readonly skip: number;
  /** Largest number of solutions to take; undefined for all. The search ends with the last one. */
  readonly limit?: number | undefined;
}

/** Yields the selected solutions, numbered from 1. Numbers include skipped solutions. */
export function* select(
  solutions: Iterable<Placement>,
  { fundamental, skip, limit = Number.POSITIVE_INFINITY }: Selection,
): Generator<Shown, void, undefined> {
  let number = 0;
  for (const placement of solutions) {
    if (fundamental && !isFundamental(placement)) continue;
    number++;
    if (number <= skip) continue;
    yield { placement, number, ...(fundamental && { classSize: classSize(placement) }) };
    if (number >= skip + limit) return;
  }
}
