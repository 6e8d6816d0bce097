// The kernel of meet. It counts the solutions that contain certain queens in a band of middle rows. Every queen in the
// band is given except one, the last band queen, for which only the row and the possible columns are given.
//
//     rows above     halves, listed once, level by level
//     -----------
//     band           . . Q . . . . .      given
//                    . . . . . . x .      the last band queen, in each possible column
//     -----------
//     rows below     halves, listed once, level by level
//
// The kernel tries each column of the last band queen, and each way to divide the other columns between the sides. From
// the lists of both sides, it drops the halves that the queen attacks, and then joins the others. So most lists are
// built once for all columns of the queen, and joins are short. A wider band leaves fewer pairs, and a larger share of
// them fits.
//
// All levels of halves but the last are stored. If the next-to-last level does not fit in memory, it is left out, and
// the last two queens of a half are added at once (meet/packed-lists.ts).
//
// The caller grants memory, writes the board to `input` (meet/board.ts), and calls `count`. The input includes the
// symmetry rules: which columns each row allows, which halves are ties, and the weights of pairs.

import { readBoard, sideInput } from './meet/board';
import { firstOfSize, nextSameSize } from './meet/column-sets';
import { join } from './meet/join';
import { KEYS_BYTES, Keys } from './meet/keys';
import {
  attacksAbove, attacksBelow, lastQueen, lastQueens, pColumnsAbove, pColumnsBelow, readLastQueens,
} from './meet/last-queens';
import { ARENA, INPUT, KEY_LISTS, MATRIX_KEYS, QUERY_KEYS } from './meet/layout';
import { FAILED, hasOverflowed, layOutLists, clearOverflow } from './meet/lists';
import { memoryEnd } from './meet/memory';
import { storeBeforeLast } from './meet/packed-lists';
import { Side, above, below, boundary } from './meet/side';
import { buildSide, filterFor, listAll, listKeysFor } from './meet/side-lists';

export { grantMemory } from './meet/memory';
export const input: usize = INPUT;

let pairs: u64 = 0;

function keysAbove(): Keys {
  return changetype<Keys>(KEY_LISTS);
}

function keysBelow(): Keys {
  return changetype<Keys>(KEY_LISTS + KEYS_BYTES);
}

/** Returns the number of pairs of halves that the latest call to `count` compared. */
export function pairsCompared(): f64 {
  return <f64>pairs;
}

/** Address of the entries for the lists below. There is a list for each set of low columns (see `countPatterns`). */
let listsBelow: usize = 0;
/** Address of the entry for the list above. Only one list above exists at a time. */
let listAbove: usize = 0;
/** End of both sides' levels, which are kept for the whole count. */
let levelsEnd: u32 = 0;

/** Returns the weighted number of solutions, exact below 2^53; -1 if the lists outgrew the memory. */
export function count(): f64 {
  pairs = 0;
  readBoard();
  above().read(sideInput(0));
  below().read(sideInput(1));
  readLastQueens();
  keysAbove().begin(QUERY_KEYS, above().sections);
  keysBelow().begin(MATRIX_KEYS, below().sections);
  const result = buildSides() ? countPatterns(above().free, 0, 0) : 0;
  return hasOverflowed ? -1 : <f64>result;
}

/**
 * Counts the solutions for all patterns with the columns `patternBelow` and `patternAbove`. A pattern gets one more
 * column if it is incomplete or if its lists outgrow the memory. The column is first given to the side below the band,
 * then to the side above it.
 *
 * @param low number of low columns, which are the free columns outside the pattern (side.ts).
 */
function countPatterns(low: i32, patternBelow: u32, patternAbove: u32): u64 {
  if (low <= above().low) {
    const pairsBefore = pairs;
    const result = countPattern(low, patternBelow, patternAbove);
    if (!hasOverflowed || !low) return result;
    clearOverflow();
    pairs = pairsBefore;
  }
  const column = (<u32>1) << (low - 1);
  let result = countPatterns(low - 1, patternBelow | column, patternAbove);
  if (!hasOverflowed) result += countPatterns(low - 1, patternBelow, patternAbove | column);
  return result;
}

/**
 * Lays out the indexes and the lists after them, then builds the levels that are stored for all patterns.
 * @returns false if there are no halves, or if their lists outgrew the memory.
 */
function buildSides(): bool {
  listsBelow = below().layOutIndexes(above().layOutIndexes(ARENA));
  listAbove = listsBelow + (below().entryBytes() << above().low);
  layOutLists((listAbove + above().entryBytes() + 15) & ~15, memoryEnd());
  const endAbove = buildSide(above(), 0);
  const endBelow = endAbove ? buildSide(below(), endAbove) : 0;
  if (!endBelow) return false;
  levelsEnd = storeBeforeLast(below(), storeBeforeLast(above(), endBelow));
  return true;
}

/** Returns the entry of the list below for a set of low columns. */
function listBelow(set: u32): usize {
  return listsBelow + below().entryBytes() * <usize>set;
}

/** Returns the set of all low columns. */
function allLow(low: i32): u32 {
  return ((<u32>1) << low) - 1;
}

function isEmpty(side: Side, list: usize): bool {
  return boundary(list, 0) == boundary(list, side.sections);
}

/**
 * Counts the solutions with queens in the columns `patternBelow` below the band, and `patternAbove` above it. One of
 * the columns `patternAbove` can go to the last band queen instead of the side above.
 */
function countPattern(low: i32, patternBelow: u32, patternAbove: u32): u64 {
  const givenBelow = patternBelow | below().required;
  const given = patternAbove | above().required;
  const lowBelow = below().rows - <i32>popcnt(givenBelow);
  const lowAbove = above().rows - <i32>popcnt(given);
  if (lowBelow < 0 || lowBelow > low || lowAbove < -1) return 0;
  const end = listPatternBelow(low, givenBelow, lowBelow);
  if (end == FAILED) return 0;
  let result: u64 = 0;
  if (lowAbove >= 0 && lowAbove < low) result += countLowQueens(low, given, lowAbove, end);
  for (let number = 0; number < lastQueens && !hasOverflowed; number++) {
    if (lastQueen(number).column & given) result += countGivenQueen(number, low, given, lowAbove + 1, end);
  }
  return result;
}

/**
 * Lists the halves below with the columns `given` and any `size` low columns, and stores the lists after all levels.
 * @returns the first free element after them, or FAILED.
 */
function listPatternBelow(low: i32, given: u32, size: i32): u32 {
  const all = allLow(low);
  const pattern = given & ~below().required; // a required column has different index bits on the two sides
  let end = levelsEnd;
  for (let set = firstOfSize(size); set <= all && end != FAILED; set = nextSameSize(set)) {
    const keepsP = pColumnsBelow & ~(set | pattern) ? true : false;
    end = listAll(below(), set | given, keepsP, end, listBelow(set));
  }
  return end;
}

/**
 * Counts the solutions with the last band queen in a low column. Halves above use `given` and `size` other low columns.
 */
function countLowQueens(low: i32, given: u32, size: i32, end: u32): u64 {
  const all = allLow(low);
  let result: u64 = 0;
  for (let set = firstOfSize(size); set <= all && !hasOverflowed; set = nextSameSize(set)) {
    result += countSetAbove(set, given, all ^ set, end);
  }
  return result;
}

/** Counts the solutions with the last band queen in a column of `others`. Halves above use `set` and `given`. */
function countSetAbove(set: u32, given: u32, others: u32, end: u32): u64 {
  let result: u64 = 0;
  let isListed = false;
  for (let number = 0; number < lastQueens; number++) {
    const column = lastQueen(number).column;
    if (!(column & others)) continue;
    const other = listBelow(others ^ column);
    if (isEmpty(below(), other)) continue;
    if (!isListed) {
      const stop = listAll(above(), set | given, pColumnsAbove & others ? true : false, end, listAbove);
      if (stop == FAILED || isEmpty(above(), listAbove)) return 0;
      isListed = true;
    }
    filterFor(listAbove, attacksAbove(number), keysAbove());
    result += joinFor(number, other);
  }
  return result;
}

/**
 * Counts the solutions with the last band queen in its possible column `number`, which is in `given`. Halves above use
 * the other columns of `given` and `size` low columns.
 */
function countGivenQueen(number: i32, low: i32, given: u32, size: i32, end: u32): u64 {
  const all = allLow(low);
  const others = given ^ lastQueen(number).column;
  if (size > low) return 0;
  let result: u64 = 0;
  for (let set = firstOfSize(size); set <= all && !hasOverflowed; set = nextSameSize(set)) {
    const other = listBelow(all ^ set);
    if (isEmpty(below(), other)) continue;
    listKeysFor(above(), set | others, attacksAbove(number), end, listAbove, keysAbove());
    result += joinFor(number, other);
  }
  return result;
}

/** Joins the keys above with the keys of a list below that do not attack the last band queen. */
function joinFor(number: i32, list: usize): u64 {
  const queries = keysAbove();
  if (!queries.size()) return 0;
  const matrix = keysBelow();
  filterFor(list, attacksBelow(number), matrix);
  if (!matrix.size()) return 0;
  pairs += <u64>queries.size() * matrix.size();
  const queen = lastQueen(number);
  return join(queries, matrix, queen.strict, queen.tie);
}
