import { splitOrbit } from '../src/plan/column-masks.js';
import type { Tally } from '../src/plan/partial-count.js';
import { centralBit, sieveBits } from '../src/plan/sieve-bits.js';
import type { PlainSubproblem } from '../src/plan/subproblem.js';

// The plain kernel for reading: the same subproblems and the same meaning of every step as the WebAssembly kernel that
// is checked against it, with plain lists, maps and loops.

/** A solution of the board, and how many solutions it stands for by symmetry. */
export interface WeighedSolution {
  /** Column of the queen in each row. */
  readonly queens: readonly number[];
  readonly weight: number;
}

/**
 * The queens of one half of the board, from its edge to the middle, and what matters of them to the other half. The
 * lower half is upside down, so that its l is the other half's d.
 */
export interface HalfPlacement {
  /** Column of the queen in each row, counted from the edge. */
  readonly queens: readonly number[];
  /** Diagonals that move one column up a row and cross the middle: bit c for that through column c of the last row. */
  readonly l: number;
  /** Diagonals that move one column down a row: bit c for that through column c of the other half's first row. */
  readonly d: number;
}

/** Half placements of one column set by category (queens on the two main diagonals: 0, 1 or 2) and cell of the sieve. */
type SievedList = readonly [Cells, Cells, Cells];
type Cells = ReadonlyMap<number, readonly HalfPlacement[]>;

/** Counts a subproblem as the fast kernel does: weighted solutions, and pairs of half placements decided on. */
export function countPlainReadably(subproblem: PlainSubproblem): Tally {
  const tally = { count: 0, work: 0 };
  for (const { upper, lower } of splits(subproblem)) {
    tally.work += size(upper[0]) * (size(lower[0]) + size(lower[1]) + size(lower[2]));
    tally.work += size(lower[0]) * (size(upper[1]) + size(upper[2]));
  }
  for (const { weight } of plainSolutions(subproblem)) tally.count += weight;
  return tally;
}

/** The solutions that a subproblem counts, each with its weight. */
export function* plainSolutions(subproblem: PlainSubproblem): Generator<WeighedSolution> {
  for (const { upper, lower, weight } of splits(subproblem)) {
    for (const { a, b, category } of fittingPairs(upper[0], lower, [0, 1, 2])) {
      yield { queens: [...a.queens, ...b.queens.toReversed()], weight: weight * (category === 2 ? 2 : 1) };
    }
    // Both halves of category 0 were found just now.
    for (const { a, b, category } of fittingPairs(lower[0], upper, [1, 2])) {
      yield { queens: [...b.queens, ...a.queens.toReversed()], weight: weight * (category === 2 ? 2 : 1) };
    }
  }
}

/** The pairs without a common diagonal; only pairs of cells without a common central diagonal are looked at. */
function* fittingPairs(matrix: Cells, queries: SievedList, categories: readonly (0 | 1 | 2)[]) {
  for (const [cell, list] of matrix) {
    for (const category of categories) {
      for (const [queryCell, queryList] of queries[category]) {
        if ((queryCell & exchanged(cell)) !== 0) continue;
        for (const a of list) {
          for (const b of queryList) if (fits(a, b)) yield { a, b, category };
        }
      }
    }
  }
}

/** Whether half placements on either side of the middle share no diagonal. */
export function fits(a: HalfPlacement, b: HalfPlacement): boolean {
  return (a.l & b.d) === 0 && (a.d & b.l) === 0;
}

/** Every way to divide the columns between the halves that counts, with the lists of both and the number it stands for. */
function* splits(subproblem: PlainSubproblem) {
  const { n, keyColumns, keyColumnsAbove } = subproblem;
  const all = 2 ** n - 1;
  const order = (columns: number): number => (columns & keyColumns) * 2 ** n + columns;
  const upperLists = halfPlacements(n, n / 2, all & ~(keyColumns & ~keyColumnsAbove), keyColumnsAbove);
  const lowerLists = halfPlacements(n, n / 2, all & ~keyColumnsAbove, keyColumns & ~keyColumnsAbove);
  for (const [columns, upper] of upperLists) {
    const orbit = splitOrbit(n, columns, all);
    const lower = lowerLists.get(all & ~columns);
    // Of an orbit under mirroring and turning upside down, the one with the least key columns, then the least.
    if (!lower || order(columns) !== Math.min(...orbit.map(order))) continue;
    yield { upper: sieve(subproblem, upper), lower: sieve(subproblem, lower), weight: orbit.length };
  }
}

/**
 * All placements of the `rows` rows on one side of a cut within `allowed` columns that use all of the `required` ones,
 * by column set.
 */
export function halfPlacements(
  n: number,
  rows: number,
  allowed: number,
  required: number,
): Map<number, HalfPlacement[]> {
  const lists = new Map<number, HalfPlacement[]>();
  const extend = (queens: readonly number[], columns: number, l: number, d: number): void => {
    if (queens.length === rows) {
      if ((required & ~columns) !== 0) return;
      const list = lists.get(columns) ?? [];
      list.push({ queens, l: (l >> 1) & (2 ** (n - 1) - 1), d });
      lists.set(columns, list);
      return;
    }
    for (let column = 0; column < n; column++) {
      const queen = 1 << column;
      if (!(queen & allowed) || queen & (columns | l | d)) continue;
      extend([...queens, column], columns | queen, ((l | queen) << 1) & (2 ** n - 1), (d | queen) >> 1);
    }
  };
  extend([], 0, 0, 0);
  return lists;
}

/** Sorts half placements by category and cell. */
function sieve(subproblem: PlainSubproblem, list: readonly HalfPlacement[]): SievedList {
  const sieved = [new Map(), new Map(), new Map()] as const satisfies Map<number, HalfPlacement[]>[];
  const bits = sieveBits(subproblem.n - 1, subproblem);
  const main = centralBit(subproblem.n - 1);
  for (const placement of list) {
    const { l, d } = placement;
    const category = ((l >> main) & 1) + ((d >> main) & 1);
    const cell = bits.reduce((cell, bit) => (cell << 2) | (((l >> bit) & 1) << 1) | ((d >> bit) & 1), 0);
    const cells: Map<number, HalfPlacement[]> | undefined = sieved[category];
    cells?.set(cell, [...(cells.get(cell) ?? []), placement]);
  }
  return sieved;
}

/** A cell with l and d exchanged: as the other half, upside down, sees it. */
function exchanged(cell: number): number {
  return ((cell & 0x555) << 1) | ((cell >> 1) & 0x555);
}

function size(cells: Cells): number {
  return [...cells.values()].reduce((sum, list) => sum + list.length, 0);
}
