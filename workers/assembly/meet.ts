// The kernel of meet counts the solutions with given queens in a band of middle rows. All queens of the band are given
// except one, the last band queen. For this queen, the row and the possible columns are given.
//
//     rows above     halves, listed once, level by level
//     -----------
//     band           . . Q . . . . .      given
//                    . . . . . . x .      the last band queen, on each possible column
//     -----------
//     rows below     halves, listed once, level by level
//
// The kernel tries each column of that queen, and each way to divide the other columns between the sides. It drops the
// halves that the queen attacks from the lists of both sides, and joins the others. So the lists are built once for all
// columns of the queen, and joins are short. A wider band leaves fewer pairs, and a larger share of them fits.
//
// A caller grants memory, writes the board to `input` (meet/board.ts), and calls `count`. The input includes the
// symmetry rules: which columns each row allows, which halves are ties, and the weights of pairs.

import { isPacked, readBoard, sideInput } from './meet/board';
import { firstOfSize, nextSameSize } from './meet/column-sets';
import { LISTS, NONE, clearFailure, fail, failure } from './meet/failure';
import { join } from './meet/join';
import { KEYS_BYTES, Keys } from './meet/keys';
import {
  attacksAbove, attacksBelow, lastQueen, lastQueens, leftOverAbove, leftOverBelow, readLastQueens,
} from './meet/last-queens';
import { ARENA, INPUT, KEY_LISTS, MATRIX_KEYS, QUERY_KEYS } from './meet/layout';
import { FAILED, LANE_SHIFT, layOutLists, moveElements } from './meet/lists';
import { memoryEnd } from './meet/memory';
import { layOutListsBefore } from './meet/packed-lists';
import { Side, above, below, boundary, setBoundary } from './meet/side';
import { buildSide, filterFor, listAll, listKeysFor, startPattern } from './meet/side-lists';

export { failure, had, needed } from './meet/failure';
export { grantMemory } from './meet/memory';
export const input: usize = INPUT;

/** The largest number of low columns (side.ts). A pattern assigns every other free column to a side. */
let lowColumns: i32 = 0;
let pairs: u64 = 0;

function keysAbove(): Keys {
  return changetype<Keys>(KEY_LISTS);
}

function keysBelow(): Keys {
  return changetype<Keys>(KEY_LISTS + KEYS_BYTES);
}

/** Returns the number of pairs of halves that the latest call of `count` compared. */
export function pairsCompared(): f64 {
  return <f64>pairs;
}

/** Address of the entries of the lists below, one for each set of low columns. */
let listsBelow: usize = 0;
/** Address of the entry of the list above. Only one such list exists at a time. */
let listAbove: usize = 0;
/** First element of the arena after the stored levels of both sides. */
let patternStart: u32 = 0;

/** Returns the weighted number of solutions, which is exact below 2^53. If `failure` is set, returns 0. */
export function count(): f64 {
  clearFailure();
  pairs = 0;
  readBoard();
  above().read(sideInput(0));
  below().read(sideInput(1));
  lowColumns = above().low;
  readLastQueens();
  keysAbove().begin(QUERY_KEYS, above().sections);
  keysBelow().begin(MATRIX_KEYS, below().sections);
  if (!buildSides()) return 0;
  setLowColumns(above().free);
  const result = countPatterns(0, 0);
  return failure() == NONE ? <f64>result : 0;
}

/**
 * Counts the solutions of all patterns that include these columns. A pattern gets one more column if it is incomplete
 * or if its lists outgrow the memory. The column is first given to the side below the band, then to the side above it.
 */
function countPatterns(patternBelow: u32, patternAbove: u32): u64 {
  const low = above().low;
  if (low <= lowColumns) {
    const pairsBefore = pairs;
    const result = countPattern(patternBelow, patternAbove);
    if (failure() != LISTS || !low) return result;
    clearFailure();
    pairs = pairsBefore;
  }
  setLowColumns(low - 1);
  const column = (<u32>1) << (low - 1);
  let result = countPatterns(patternBelow | column, patternAbove);
  if (failure() == NONE) result += countPatterns(patternBelow, patternAbove | column);
  setLowColumns(low);
  return result;
}

function setLowColumns(columns: i32): void {
  above().low = columns;
  below().low = columns;
}

/** Lays out the indexes and, after them, the lists. Then builds both sides. */
function buildSides(): bool {
  const bytes = max(above().entryBytes(), below().entryBytes());
  const given = max(above().columns, below().columns) - lowColumns;
  listsBelow = below().layOutIndexes(above().layOutIndexes(ARENA));
  listAbove = listsBelow + (below().entryBytes() << lowColumns);
  let end = listAbove + above().entryBytes();
  if (isPacked) end = layOutListsBefore(end, bytes, lowColumns, given);
  end = (end + 15) & ~15;
  if (end > memoryEnd()) {
    fail(LISTS, end, memoryEnd());
    return false;
  }
  layOutLists(end, memoryEnd());
  const endAbove = buildSide(above(), 0);
  if (!endAbove) return false;
  patternStart = buildSide(below(), endAbove);
  return patternStart != 0;
}

function listBelow(low: u32): usize {
  return listsBelow + below().entryBytes() * <usize>low;
}

/** Returns the set of all low columns. */
function lowSet(): u32 {
  return ((<u32>1) << above().low) - 1;
}

function isEmpty(side: Side, list: usize): bool {
  return boundary(list, 0) == boundary(list, side.sections);
}

/**
 * Counts the solutions with queens on `patternBelow` below the band, and on `patternAbove` above it. The last band
 * queen can take one column of `patternAbove` from the side above.
 */
function countPattern(patternBelow: u32, patternAbove: u32): u64 {
  const givenBelow = patternBelow | below().required;
  const given = patternAbove | above().required;
  const lowBelow = below().rows - <i32>popcnt(givenBelow);
  const lowAbove = above().rows - <i32>popcnt(given);
  if (lowBelow < 0 || lowBelow > above().low || lowAbove < -1) return 0;
  const end = listPatternBelow(givenBelow, lowBelow);
  if (end == FAILED) return 0;
  let result: u64 = 0;
  if (lowAbove >= 0 && lowAbove < above().low) result += countLowQueens(given, lowAbove, end);
  for (let number = 0; number < lastQueens && failure() == NONE; number++) {
    if (lastQueen(number).column & given) result += countGivenQueen(number, given, lowAbove + 1, end);
  }
  return result;
}

/**
 * Lists the halves below on the columns `given` and any `size` low columns. Stores them after the levels of both sides.
 * @returns the first free element after them, or FAILED.
 */
function listPatternBelow(given: u32, size: i32): u32 {
  const low = lowSet();
  const start = startPattern(below(), given, 0, patternStart);
  let end = start;
  const pattern = given & ~below().required; // a required column has different index bits on the two sides
  for (let set = firstOfSize(size); set <= low && end != FAILED; set = nextSameSize(set)) {
    const leftOver = leftOverBelow & ~(set | pattern) ? true : false;
    end = listAll(below(), set, given, leftOver, end, listBelow(set));
  }
  if (start == patternStart || end == FAILED) return end;
  // The level before the last is no longer needed.
  moveElements(start, end - start, patternStart, LANE_SHIFT);
  for (let set = firstOfSize(size); set <= low; set = nextSameSize(set)) {
    const entry = listBelow(set);
    for (let section = 0; section <= below().sections; section++) {
      setBoundary(entry, section, boundary(entry, section) - start + patternStart);
    }
  }
  return end - start + patternStart;
}

/** Counts solutions with the last band queen on a low column. Halves above use `given` and `size` other low columns. */
function countLowQueens(given: u32, size: i32, end: u32): u64 {
  const low = lowSet();
  end = startPattern(above(), given, 0, end);
  if (end == FAILED) return 0;
  let result: u64 = 0;
  for (let set = firstOfSize(size); set <= low && failure() == NONE; set = nextSameSize(set)) {
    result += countSetAbove(set, given, low ^ set, end);
  }
  return result;
}

/** Counts solutions with the last band queen on a column of `others`. Halves above use `set` and `given`. */
function countSetAbove(set: u32, given: u32, others: u32, end: u32): u64 {
  let result: u64 = 0;
  let isListed = false;
  for (let number = 0; number < lastQueens && failure() == NONE; number++) {
    const column = lastQueen(number).column;
    if (!(column & others)) continue;
    const other = listBelow(others ^ column);
    if (isEmpty(below(), other)) continue;
    if (!isListed) {
      const stop = listAll(above(), set, given, leftOverAbove & others ? true : false, end, listAbove);
      if (stop == FAILED || isEmpty(above(), listAbove)) return 0;
      isListed = true;
    }
    if (filterFor(listAbove, attacksAbove(number), keysAbove())) result += joinFor(number, other);
  }
  return result;
}

/** Counts solutions with the last band queen on a given column. Halves above use the others and `size` low columns. */
function countGivenQueen(number: i32, given: u32, size: i32, end: u32): u64 {
  const low = lowSet();
  const others = given ^ lastQueen(number).column;
  if (size > above().low) return 0;
  if (startPattern(above(), others, attacksAbove(number), end) == FAILED) return 0;
  let result: u64 = 0;
  for (let set = firstOfSize(size); set <= low && failure() == NONE; set = nextSameSize(set)) {
    const other = listBelow(low ^ set);
    if (!isEmpty(below(), other) && listKeysFor(above(), set, others, attacksAbove(number), keysAbove())) {
      result += joinFor(number, other);
    }
  }
  return result;
}

/** Joins the keys above with those keys of a list below that do not attack the last band queen. */
function joinFor(number: i32, list: usize): u64 {
  const queries = keysAbove();
  if (!queries.size()) return 0;
  const matrix = keysBelow();
  if (!filterFor(list, attacksBelow(number), matrix) || !matrix.size()) return 0;
  pairs += <u64>queries.size() * matrix.size();
  const queen = lastQueen(number);
  return join(queries, matrix, queen.strict, queen.tie);
}
