import { ones } from '../src/plan/column-masks.js';
import type { Tally } from '../src/plan/partial-count.js';
import type { WideSubproblem } from '../src/plan/subproblem.js';
import { type LastQueen, type SideRules, type WideRules, wideNodes } from '../src/plan/wide-rules.js';

// The wide kernel for reading: the same subproblems and the same meaning of every step as the WebAssembly kernel that is
// checked against it, with plain lists, maps and loops.

/** A solution of the board, and how many solutions it stands for by symmetry. */
export interface WeighedSolution {
  /** Column of the queen in each row. */
  readonly queens: readonly number[];
  readonly weight: number;
}

/** The queens of one side, from the edge of the board to the band, and what matters of them to the rows behind. */
interface HalfPlacement {
  /** Column of the queen in each row, counted from the edge. */
  readonly queens: readonly number[];
  /** Diagonals that move one column up a row, as the columns they attack in the next row (a mask). */
  readonly l: number;
  /** Diagonals that move one column down a row, likewise. */
  readonly d: number;
  /** Whether it is a tie by the symmetry rule of even n. */
  readonly tie: boolean;
}

/** All half placements of one column set. */
type Lists = ReadonlyMap<number, readonly HalfPlacement[]>;

/** Half placements above and below that leave the last band queen free, on column sets that make up the board with it. */
interface Join {
  readonly above: readonly HalfPlacement[];
  readonly below: readonly HalfPlacement[];
  readonly last: LastQueen;
}

/** Counts a subproblem as the fast kernel does: weighted solutions, and pairs of half placements compared. */
export function countWideReadably(subproblem: WideSubproblem): Tally {
  const tally = { count: 0, work: 0 };
  for (const { rules } of wideNodes(subproblem)) {
    for (const join of joins(subproblem, rules)) {
      tally.work += join.above.length * join.below.length;
      for (const { a, b } of fittingPairs(subproblem, join)) tally.count += weightOf(join.last, a, b);
    }
  }
  return tally;
}

/** The solutions that a subproblem counts, each with its weight. */
export function* wideSolutions(subproblem: WideSubproblem): Generator<WeighedSolution> {
  const { lastRow } = subproblem;
  for (const { rules, queens } of wideNodes(subproblem)) {
    for (const join of joins(subproblem, rules)) {
      const band = [...queens, { row: lastRow, column: join.last.column }].sort((one, other) => one.row - other.row);
      for (const { a, b } of fittingPairs(subproblem, join)) {
        yield {
          queens: [...a.queens, ...band.map(({ column }) => column), ...b.queens.toReversed()],
          weight: weightOf(join.last, a, b),
        };
      }
    }
  }
}

/** Every place of the last band queen with every way to divide the other columns between the sides. */
function* joins({ rowsAbove, bandRows, lastRow }: WideSubproblem, rules: WideRules): Generator<Join> {
  const aboveLists = halfPlacements(rules.free, rules.above, 1); // the last band queen may take one that is required
  const belowLists = halfPlacements(rules.free, rules.below, 0);
  const all = rules.free | rules.above.required | rules.below.required;
  for (const last of rules.lastQueens) {
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
 * The half placements of a side, by column set: row by row, each gets one more queen wherever it can have one. A column set
 * is of no use if it lacks more required columns than there are rows to go, and `missing`.
 */
function halfPlacements(free: number, side: SideRules, missing: number): Lists {
  let lists = new Map<number, HalfPlacement[]>([[0, [{ queens: [], l: 0, d: 0, tie: false }]]]);
  for (const [row, allowed] of side.allowed.entries()) {
    const longer = new Map<number, HalfPlacement[]>();
    for (const [columns, list] of lists) {
      for (let column = 0; column < 32; column++) {
        const queen = 1 << column;
        if (!(queen & (free | side.required) & allowed & ~columns)) continue;
        if (ones(side.required & ~columns & ~queen) > side.rows - row - 1 + missing) continue;
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

/** Whether a half placement does not attack a queen in the band, the given number of rows behind the first row of the band. */
function leaves(queen: number, rowsBehind: number): (placement: HalfPlacement) => boolean {
  return ({ l, d }) => ((l << rowsBehind) & queen) === 0 && ((d >>> rowsBehind) & queen) === 0;
}

/** The pairs that share no diagonal across the band. */
function* fittingPairs({ n, bandRows }: WideSubproblem, { above, below }: Join) {
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
 * The diagonals of a half placement that reach the other side, numbered so that a diagonal of one side has the same
 * number on the other, where up and down are exchanged: by the column in which it leaves the band upwards.
 */
function acrossTheBand(n: number, bandRows: number, { l, d }: HalfPlacement): { l: number; d: number } {
  return { l: (l >>> 1) & (2 ** (n - 1 - bandRows) - 1), d: d >>> bandRows };
}

function weightOf({ strict, tie }: LastQueen, a: HalfPlacement, b: HalfPlacement): number {
  return a.tie || b.tie ? tie : strict;
}
