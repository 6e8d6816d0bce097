// src/core/textbook solves boards as textbooks do, for learners: one file for each solver listed in solvers.ts. `trace`
// and the page show the solvers' steps (trace.ts), and `compare` shows their times (timing.ts). This file defines
// what all solvers share: signature, steps, counters, and the selection of solutions.
//
// A solver is a generator, so its caller controls the search: a full pipe pauses it, and a `break` ends it. A solver
// stores only the current board. It yields every step if the search is watched, otherwise only solutions.

import type { Masks } from '../board/masks.js';
import type { Cell, NumberedSolution, PartialPlacement, Placement } from '../board/placement.js';
import { isFundamental, orbit } from '../board/symmetries.js';

/** A search by a solver: the caller's options and the counters so far. */
export interface Search {
  /** Whether to yield every step instead of only the solutions. */
  readonly watched: boolean;
  /** Queens that every solution must contain. Only `bitmask` supports them. */
  readonly fixed: PartialPlacement;
  /** Called from time to time during a long search. */
  readonly onProgress?: (() => void) | undefined;
  /** Number of queens placed by a backtracking solver, or of boards tested by a generate-and-test solver. */
  nodes: number;
  /**
   * Number of conflict tests. Depending on the solver, a test examines a pair of queens, a cell, the three flags of a
   * cell, or the three masks of a row.
   */
  tests: number;
}

/** A step of a search. Rows and columns are 0-based. */
export type SearchEvent =
  /** A cell was tried for the next queen. `free` is true if no queen on the board attacks the cell. */
  | (Cell & { readonly kind: 'tried'; readonly free: boolean })
  | (Cell & { readonly kind: 'placed' })
  | (Cell & { readonly kind: 'undone' })
  /** The search entered a row with these masks. */
  | { readonly kind: 'masks'; readonly row: number; readonly masks: RowMasks }
  /** A whole board was tested. `peaceful` is true if no two of its queens attack each other. */
  | { readonly kind: 'board'; readonly cells: readonly Cell[]; readonly peaceful: boolean }
  | { readonly kind: 'solution'; readonly columns: Placement };

/** The masks of a row, and the columns left to try in it. */
export interface RowMasks extends Masks {
  readonly free: number;
}

/**
 * A solver, which yields each solution once, in lexicographic order of columns. For n = 0 the only solution is the
 * empty placement. The caller must check n.
 */
export type Solve = (n: number, search: Search) => Generator<SearchEvent, void, undefined>;

export function createSearch({
  watched = false,
  fixed = [],
  onProgress,
}: Partial<Pick<Search, 'watched' | 'fixed' | 'onProgress'>> = {}): Search {
  return { watched, fixed, onProgress, nodes: 0, tests: 0 };
}

/** Number of nodes between two progress reports, about 1/30 s apart. A power of two, so a mask can test for it. */
const REPORTED_NODES = 2 ** 20;

/** Counts a board that a solver tests, or a queen that it places, and reports progress now and then. */
export function countNode(search: Search): void {
  search.nodes++;
  if ((search.nodes & (REPORTED_NODES - 1)) === 0) search.onProgress?.();
}

/** The queens on the board. Solvers that use `backtrack` differ only in how they store them. */
export interface Queens {
  /** Returns whether no queen attacks the cell, and counts the conflict tests. */
  isFree(row: number, column: number): boolean;
  place(row: number, column: number): void;
  remove(row: number, column: number): void;
}

/** Backtracks: tries the cells of each row from the left. After placing a queen, it fills the next row. */
export function* backtrack(n: number, search: Search, queens: Queens): Generator<SearchEvent, void, undefined> {
  const columns: number[] = []; // of the rows filled so far
  yield* fillFrom(0);

  function* fillFrom(row: number): Generator<SearchEvent, void, undefined> {
    if (row === n) {
      yield { kind: 'solution', columns: [...columns] };
      return;
    }
    for (let column = 0; column < n; column++) {
      const free = queens.isFree(row, column);
      if (search.watched) yield { kind: 'tried', row, column, free };
      if (!free) continue;

      columns.push(column);
      queens.place(row, column);
      countNode(search);
      if (search.watched) yield { kind: 'placed', row, column };
      yield* fillFrom(row + 1);
      columns.pop();
      queens.remove(row, column);
      if (search.watched) yield { kind: 'undone', row, column };
    }
  }
}

export function* solutionsOf(solve: Solve, n: number, search = createSearch()): Generator<Placement, void, undefined> {
  for (const event of solve(n, search)) {
    if (event.kind === 'solution') yield event.columns;
  }
}

export interface Selection {
  /** Whether to select only one solution from each symmetry class, with the size of the class. */
  readonly fundamental: boolean;
  /** Maximum number of solutions to yield; undefined for all. The search ends after the last one. */
  readonly limit?: number | undefined;
}

/** Yields the selected solutions, numbered from 1. */
export function* select(
  solutions: Iterable<Placement>,
  { fundamental, limit = Number.POSITIVE_INFINITY }: Selection,
): Generator<NumberedSolution, void, undefined> {
  let number = 0;
  for (const placement of solutions) {
    if (fundamental && !isFundamental(placement)) continue;
    number++;
    yield { placement, number, ...(fundamental && { classSize: orbit(placement).length }) };
    if (number >= limit) return;
  }
}
