/**
 * The common ground of the nine solvers: their signature, their steps and counters, and the selection of solutions.
 *
 * A solver is a generator, so that the reader decides how far it goes: a pipe that is full pauses the search, a
 * `break` ends it, and nothing is kept but the board in hand. It is one implementation for counting and for
 * watching: unwatched it yields the solutions only, watched it yields every step, and the solutions among them.
 */
import type { Cell } from '../board/attacked.js';
import type { Placement, Shown } from '../board/placement.js';
import { classSize, isFundamental } from '../board/symmetries.js';

/** A search by a solver: the wishes of the caller, and the counters so far. */
export interface Search {
  /** Whether to yield every step (true) or the solutions only (false). */
  readonly watched: boolean;
  /** Columns of the first rows, already chosen: only their completions are searched. Only `bitmask` reads it. */
  readonly prefix: Placement;
  /** Queens placed by a backtracking solver, whole boards looked at by a generate-and-test solver; from 0. */
  nodes: number;
  /**
   * Looks at the board to see whether something attacks, from 0. What one look takes in is each solver's own
   * and is the point of comparing them: a pair of queens, a cell, three flags of a cell, three masks of a row.
   */
  tests: number;
}

/** A step of a search, in the order it happens. Rows and columns are 0-based. */
export type SearchEvent =
  /** A cell was considered for the next queen; `free` if no queen on the board attacks it. */
  | { readonly kind: 'tried'; readonly row: number; readonly col: number; readonly free: boolean }
  /** A queen was put on the board. */
  | { readonly kind: 'placed'; readonly row: number; readonly col: number }
  /** That queen was taken off again. */
  | { readonly kind: 'undone'; readonly row: number; readonly col: number }
  /** A row was entered with these masks; a 1 marks a column taken, or in `free` one that is left. */
  | { readonly kind: 'masks'; readonly row: number; readonly masks: RowMasks }
  /** A whole board was looked at: its queens as cells [row, col], and whether no two attack each other. */
  | { readonly kind: 'board'; readonly cells: readonly Cell[]; readonly peaceful: boolean }
  | { readonly kind: 'solution'; readonly columns: Placement };

/** The columns of one row as bits, column 0 in the lowest: where a queen stands above (`columns`), where a diagonal
 *  arrives (`ld`, `rd`), and where a queen may still go (`free`). 32-bit integers, so the highest may be negative. */
export interface RowMasks {
  readonly columns: number;
  readonly ld: number;
  readonly rd: number;
  readonly free: number;
}

/**
 * A solver: all placements of n queens in lexicographic order of their columns, each exactly once; for n = 0 the
 * one empty placement. The caller has checked n.
 */
export type Solve = (n: number, search: Search) => Generator<SearchEvent, void, undefined>;

/** A search that has not begun. */
export function newSearch({ watched = false, prefix = [] }: { watched?: boolean; prefix?: Placement } = {}): Search {
  return { watched, prefix, nodes: 0, tests: 0 };
}

/** The queens that stand, as a solver keeps them: in this the solvers that backtrack cell by cell differ. */
export interface Queens {
  /** Whether no queen attacks the cell. Counts its conflict tests. */
  isFree(row: number, col: number): boolean;
  place(row: number, col: number): void;
  /** Takes back the queen that was placed last. */
  remove(row: number, col: number): void;
}

/** Backtracks: tries the cells of each row from the left, and goes on in the next row where a queen can stand. */
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

/** Which solutions are wanted. */
export interface Selection {
  /** Only the solutions that stand for their symmetry class, with the size of it. */
  readonly fundamental: boolean;
  /** How many to leave out at the beginning; applied after `fundamental`. */
  readonly skip: number;
  /** How many to take at most, after those left out; all if undefined. The search ends with the last one. */
  readonly limit?: number | undefined;
}

/** The selected solutions, numbered from 1 in the order of the whole selection: those left out count too. */
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
