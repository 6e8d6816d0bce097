import { countColumns } from '../src/board/masks.js';
import { type BandFilling, bandFillings, type LastQueen, type SideRules } from '../src/plan/band-filling.js';
import type { Tally } from '../src/plan/partial-count.js';
import type { MeetSubproblem } from '../src/plan/subproblem.js';

// The reference kernel of meet, for reading and for checking the one in WebAssembly: every step means the same, with plain
// lists, maps and loops.

/** A solution of the board, and how many solutions it stands for by symmetry. */
export interface WeighedSolution {
  /** Column of the queen in each row. */
  readonly queens: readonly number[];
  readonly weight: number;
}

/** A half: the queens of one side, from the edge of the board to the band, and their diagonals in the rows behind. */
export interface ListedHalf {
  /** Column of the queen in each row, counted from the edge. */
  readonly queens: readonly number[];
  /** Diagonals that move one column up a row, as the columns they attack in the next row (a mask). */
  readonly l: number;
  /** Diagonals that move one column down a row, likewise. */
  readonly d: number;
  /** Whether it is a tie by the symmetry rule of even n. */
  readonly tie: boolean;
}

/** All halves of one column set. */
export type Lists = ReadonlyMap<number, readonly ListedHalf[]>;

/** Halves above and below that leave the last band queen free, on column sets that make up the board with it. */
export interface Join {
  readonly above: readonly ListedHalf[];
  readonly below: readonly ListedHalf[];
  readonly last: LastQueen;
}

/** Counts a subproblem as the fast kernel does: weighted solutions, and pairs of halves compared. */
export function countMeetByReference(subproblem: MeetSubproblem): Tally {
  const tally = { count: 0, work: 0 };
  for (const filling of bandFillings(subproblem)) {
    for (const join of joins(subproblem, filling)) {
      tally.work += join.above.length * join.below.length;
      for (const { a, b } of fittingPairs(subproblem, join)) tally.count += weightOf(join.last, a, b);
    }
  }
  return tally;
}

/** Lists the solutions that a subproblem counts, each with its weight. */
export function* weighedSolutions(subproblem: MeetSubproblem): Generator<WeighedSolution> {
  const { lastRow } = subproblem;
  for (const filling of bandFillings(subproblem)) {
    for (const join of joins(subproblem, filling)) {
      const band = [...filling.queens, { row: lastRow, column: join.last.column }].sort(
        (one, other) => one.row - other.row,
      );
      for (const { a, b } of fittingPairs(subproblem, join)) {
        yield {
          queens: [...a.queens, ...band.map(({ column }) => column), ...b.queens.toReversed()],
          weight: weightOf(join.last, a, b),
        };
      }
    }
  }
}

/** Lists every place of the last band queen with every way to divide the other columns between the sides. */
export function* joins({ rowsAbove, bandRows, lastRow }: MeetSubproblem, filling: BandFilling): Generator<Join> {
  const aboveLists = listSide(filling.free, filling.above, 1); // the last band queen may take one that is required
  const belowLists = listSide(filling.free, filling.below, 0);
  const all = filling.free | filling.above.required | filling.below.required;
  for (const last of filling.lastQueens) {
    const queen = 1 << last.column;
    for (const [columns, above] of aboveLists) {
      const below = belowLists.get(all & ~queen & ~columns); // there is none if a column is missing that is required above
      if (columns & queen || !below) continue;
      yield {
        above: above.filter(leaves(queen, lastRow - rowsAbove)),
        below: below.filter(leaves(queen, rowsAbove + bandRows - 1 - lastRow)),
        last,
      };
    }
  }
}

/**
 * Lists the halves of a side, by column set: row by row, each gets one more queen wherever it can have one. A column set is
 * left out if it lacks more required columns than there are rows to go, and `missing`.
 */
export function listSide(free: number, side: SideRules, missing: number): Lists {
  let lists = new Map<number, ListedHalf[]>([[0, [{ queens: [], l: 0, d: 0, tie: false }]]]);
  for (const [row, allowed] of side.allowed.entries()) {
    const longer = new Map<number, ListedHalf[]>();
    for (const [columns, list] of lists) {
      for (let column = 0; column < 32; column++) {
        const queen = 1 << column;
        if (!(queen & (free | side.required) & allowed & ~columns)) continue;
        if (countColumns(side.required & ~columns & ~queen) > side.rows - row - 1 + missing) continue;
        const ties = row === side.tieRow && (queen & side.tieColumns) !== 0;
        const grown = list
          .filter(({ l, d }) => !(queen & (l | d)))
          .map(({ queens, l, d, tie }) => ({
            queens: [...queens, column],
            l: (l | queen) << 1, // what is past the board attacks nothing
            d: (d | queen) >>> 1,
            tie: tie || ties,
          }));
        longer.set(columns | queen, [...(longer.get(columns | queen) ?? []), ...grown]);
      }
    }
    lists = longer;
  }
  return lists;
}

/** Whether a half leaves a queen free that stands the given number of rows behind the first row of the band. */
function leaves(queen: number, rowsBehind: number): (placement: ListedHalf) => boolean {
  return ({ l, d }) => ((l << rowsBehind) & queen) === 0 && ((d >>> rowsBehind) & queen) === 0;
}

/** Lists the pairs that share no diagonal across the band. */
function* fittingPairs({ n, bandRows }: MeetSubproblem, { above, below }: Join) {
  const upper = above.map((a) => ({ placement: a, diagonals: acrossTheBand(n, bandRows, a) }));
  const lower = below.map((b) => ({ placement: b, diagonals: acrossTheBand(n, bandRows, b) }));
  for (const { placement: a, diagonals: one } of upper) {
    for (const { placement: b, diagonals: other } of lower) {
      // b is upside down, so that a diagonal of its d is, seen from above, one of l.
      if ((one.l & other.d) === 0 && (one.d & other.l) === 0) yield { a, b };
    }
  }
}

/**
 * Returns the diagonals of a half that reach the other side, by the column in which they leave the band upwards: so a
 * diagonal has the same number on both sides, although up and down are exchanged.
 */
export function acrossTheBand(n: number, bandRows: number, { l, d }: ListedHalf): { l: number; d: number } {
  return { l: (l >>> 1) & (2 ** (n - 1 - bandRows) - 1), d: d >>> bandRows };
}

function weightOf({ strict, tie }: LastQueen, a: ListedHalf, b: ListedHalf): number {
  return a.tie || b.tie ? tie : strict;
}
