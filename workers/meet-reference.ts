import { allColumns, countColumns, createMask } from '../src/core/board/masks.js';
import { givenQueens } from '../src/core/meet/band.js';
import type { BandFilling, LastQueen, SideRules } from '../src/core/meet/band-filling.js';
import type { MeetBoard } from '../src/core/meet/board.js';
import { bandFillings, divideForMemory } from '../src/core/meet/fitting-fillings.js';
import { sharedDiagonals } from '../src/core/meet/key-bits.js';
import type { Tally } from '../src/core/plan/partial-count.js';
import { estimateHalves } from './meet-reference-halves.js';

// The reference meet kernel. It does the same as the WebAssembly kernel, but with plain lists and maps. Tests compare
// the two.

/**
 * Maximum number of halves to list for a filling. A half takes 80 bytes, so three million take 0.24 GB, and garbage
 * that V8 has not collected yet takes as much again.
 */
const MAX_HALVES = 3e6;

/** A solution, and the number of solutions that it stands for by symmetry. */
interface WeightedSolution {
  /** Column of the queen in each row. */
  readonly queens: readonly number[];
  readonly weight: number;
}

/**
 * A half: the queens of one side, from the edge of the board to the band, and the diagonals that they attack. Halves
 * with the same first rows share the objects for these rows to save memory, because an audit lists millions of halves.
 */
interface ListedHalf {
  /** Column of the queen in the last row; undefined in an empty half. */
  readonly column?: number;
  /** The half without its last row. */
  readonly rest?: ListedHalf;
  /** Attacked diagonals whose column increases by one with every row, as a mask of their columns in the next row. */
  readonly l: number;
  /** Attacked diagonals whose column decreases by one with every row, in the same form. */
  readonly d: number;
  /** True if the half is a tie by the symmetry rule for even n. */
  readonly tie: boolean;
}

type Lists = ReadonlyMap<number, readonly ListedHalf[]>;

/**
 * The halves that do not attack a given last band queen. Any half above, any half below and the band together use each
 * column once.
 */
interface Join {
  readonly above: readonly ListedHalf[];
  readonly below: readonly ListedHalf[];
  readonly last: LastQueen;
}

/**
 * Counts a board's weighted solutions, and the pairs of halves compared. The fast kernel returns the same tally.
 *
 * @param maxHalves maximum number of halves to list at once; tests set a smaller one.
 */
export function referenceMeetKernel(board: MeetBoard, maxHalves = MAX_HALVES): Tally {
  const tally = { count: 0, work: 0 };
  for (const filling of listFillings(board, maxHalves)) {
    for (const join of listJoins(filling)) {
      tally.work += join.above.length * join.below.length;
      for (const { a, b } of fittingPairs(filling, join)) tally.count += weighPair(join.last, a, b);
    }
  }
  return tally;
}

/** Yields the counted solutions of a board, each with its weight. */
export function* listWeightedSolutions(board: MeetBoard): Generator<WeightedSolution> {
  for (const filling of bandFillings(board)) {
    for (const join of listJoins(filling)) {
      const last = { row: board.lastRow, column: join.last.column };
      const band = [...givenQueens(filling.board), last].sort((one, other) => one.row - other.row);
      for (const { a, b } of fittingPairs(filling, join)) {
        yield {
          queens: [...columnsFromEdge(a), ...band.map(({ column }) => column), ...columnsFromEdge(b).reverse()],
          weight: weighPair(join.last, a, b),
        };
      }
    }
  }
}

/**
 * Yields the fillings of a board. Divides those with too many halves, as the fast kernel does when its memory is too
 * small.
 */
function* listFillings(board: MeetBoard, maxHalves: number): Generator<BandFilling> {
  for (const filling of bandFillings(board)) yield* divideByHalves(filling, maxHalves);
}

function* divideByHalves(filling: BandFilling, maxHalves: number): Generator<BandFilling> {
  if (filling.free === 0 || estimateHalves(filling) <= maxHalves) yield filling;
  else for (const part of divideForMemory(filling)) yield* divideByHalves(part, maxHalves);
}

/** Yields a join for each column of the last band queen and each way to divide the other columns between the sides. */
function* listJoins(filling: BandFilling): Generator<Join> {
  const { rowsAbove, bandRows, lastRow } = filling.board;
  const aboveLists = listSide(filling.free, filling.above, 1); // the last band queen can take a required column
  const belowLists = listSide(filling.free, filling.below, 0);
  const all = filling.free | filling.above.required | filling.below.required;
  for (const last of filling.lastQueens) {
    const queen = 1 << last.column;
    for (const [columns, above] of aboveLists) {
      const below = belowLists.get(all & ~queen & ~columns); // undefined if the halves above lack a required column
      if (columns & queen || !below) continue;
      yield {
        above: above.filter(leavesFree(queen, lastRow - rowsAbove)),
        below: below.filter(leavesFree(queen, rowsAbove + bandRows - 1 - lastRow)),
        last,
      };
    }
  }
}

/**
 * Lists the halves of a side by column set. Adds one row at a time, with every possible queen for each half.
 *
 * @param missing number of required columns that complete halves may lack. Column sets that lack more are dropped.
 */
function listSide(free: number, side: SideRules, missing: number): Lists {
  let lists = new Map<number, ListedHalf[]>([[0, [{ l: 0, d: 0, tie: false }]]]);
  for (const [row, allowed] of side.allowed.entries()) {
    const longer = new Map<number, ListedHalf[]>();
    for (const [columns, list] of lists) {
      for (let column = 0; column < 32; column++) {
        const queen = 1 << column;
        if (!(queen & (free | side.required) & allowed & ~columns)) continue;
        if (countColumns(side.required & ~columns & ~queen) > side.rows - row - 1 + missing) continue;
        const ties = row === side.tieRow && (queen & side.tieColumns) !== 0;
        const grown = longer.get(columns | queen) ?? [];
        longer.set(columns | queen, grown);
        for (const rest of list) {
          const { l, d, tie } = rest;
          if (queen & (l | d)) continue;
          grown.push({
            column,
            rest,
            l: (l | queen) << 1, // bits beyond the board are harmless
            d: (d | queen) >>> 1,
            tie: tie || ties,
          });
        }
      }
    }
    lists = longer;
  }
  return lists;
}

/** Returns the columns of a half's queens, row by row. Row 0 is at the edge of the board. */
function columnsFromEdge({ column, rest }: ListedHalf): number[] {
  return column === undefined || !rest ? [] : [...columnsFromEdge(rest), column];
}

/**
 * Creates a test for halves that do not attack `queen`, which is in row `bandRow` of the band as seen from the half.
 */
function leavesFree(queen: number, bandRow: number): (half: ListedHalf) => boolean {
  return ({ l, d }) => ((l << bandRow) & queen) === 0 && ((d >>> bandRow) & queen) === 0;
}

/** Yields the pairs that share no diagonal across the band. Compares only the diagonals that both sides can occupy. */
function* fittingPairs(filling: BandFilling, { above, below }: Join) {
  const { n, bandRows } = filling.board;
  const shared = sharedDiagonals(filling);
  const l = createMask(shared.l);
  const d = createMask(shared.d);
  const upper = above.map((a) => ({ half: a, diagonals: findCrossing(n, bandRows, a) }));
  const lower = below.map((b) => ({ half: b, diagonals: findCrossing(n, bandRows, b) }));
  for (const { half: a, diagonals: one } of upper) {
    for (const { half: b, diagonals: other } of lower) {
      // Half b is upside down, so its d diagonals are l diagonals of half a.
      if ((one.l & other.d & l) === 0 && (one.d & other.l & d) === 0) yield { a, b };
    }
  }
}

/**
 * Returns the diagonals of a half that reach the other side, as masks of their numbers. Such a diagonal crosses both
 * the row above the band and the row below it. Its number, on both sides, is the smaller of its columns in these two
 * rows.
 */
function findCrossing(n: number, bandRows: number, { l, d }: ListedHalf): { l: number; d: number } {
  return { l: (l >>> 1) & allColumns(n - 1 - bandRows), d: d >>> bandRows };
}

function weighPair({ strict, tie }: LastQueen, a: ListedHalf, b: ListedHalf): number {
  return a.tie || b.tie ? tie : strict;
}
