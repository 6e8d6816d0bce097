// The kernel of meet counts the solutions with given queens in a band of middle rows: all but one of them, the last band
// queen, which stands in a given row on any of given columns.
//
//     rows above     halves, listed once, level by level, whatever the last band queen
//     -----------
//     band           . . Q . . . . .      given
//                    . . . . . . x .      the last band queen: wherever it may stand
//     -----------
//     rows below     halves likewise
//
// For each place of that queen and each split of the other columns, the lists of both sides are filtered by what it attacks,
// and joined. So lists are built once for all places, and yet the lists that are joined are short: the wider the band, the
// fewer pairs, and the more of them fit.
//
// A caller grants memory, describes the board from `input` on (meet/board.ts), and counts. All symmetry is the caller's: it
// says which columns a row allows, which halves are ties, and what the pairs weigh.

import { groups, isPacked, laneShift, readBoard, sideInput } from './meet/board';
import { firstOfSize, nextSameSize } from './meet/column-sets';
import { LISTS, NONE, clearFailure, fail, failure } from './meet/failure';
import { join } from './meet/join';
import { KEYS_BYTES, Keys } from './meet/keys';
import { attacksAbove, attacksBelow, leftOverAbove, leftOverBelow, place, places, readPlaces } from './meet/last-queens';
import { ARENA, INPUT, KEY_LISTS, MATRIX_KEYS, QUERY_KEYS } from './meet/layout';
import { FAILED, layOutLists, moveElements } from './meet/lists';
import { memoryEnd } from './meet/memory';
import { layOutListsBefore } from './meet/packed-lists';
import { Side, above, below, boundary, setBoundary } from './meet/side';
import { buildSide, filterFor, listAll, listKeysFor, startPattern } from './meet/side-lists';

export { failure, had, needed } from './meet/failure';
export { grantMemory } from './meet/memory';
export const input: usize = INPUT;

/** The most free columns that are low: the others are the pattern's. */
let lowColumns: i32 = 0;
let pairs: u64 = 0;

function keysAbove(): Keys {
  return changetype<Keys>(KEY_LISTS);
}

function keysBelow(): Keys {
  return changetype<Keys>(KEY_LISTS + KEYS_BYTES);
}

/** Pairs of halves that the last count compared. */
export function pairsCompared(): f64 {
  return <f64>pairs;
}

/** Where the lists below begin, one entry for each set of low columns, and where the one list above does. */
let listsBelow: usize = 0;
let listAbove: usize = 0;
/** First element of the arena behind the halves of both sides. */
let behind: u32 = 0;

/** Returns the weighted number of solutions, or 0 with `failure` set. Exact below 2^53, like all figures here. */
export function count(): f64 {
  clearFailure();
  pairs = 0;
  readBoard();
  above().read(sideInput(0));
  below().read(sideInput(1));
  lowColumns = above().low;
  readPlaces();
  keysAbove().begin(QUERY_KEYS, above().lastSections());
  keysBelow().begin(MATRIX_KEYS, below().lastSections());
  if (!buildSides()) return 0;
  setLow(above().free);
  const result = countInHalves(0, 0);
  return failure() == NONE ? <f64>result : 0;
}

/**
 * Counts as `countPattern` does, in two halves: one more column becomes the pattern's, until the pattern has all its columns,
 * and further if the lists outgrow the memory.
 */
function countInHalves(patternBelow: u32, patternAbove: u32): u64 {
  const low = above().low;
  if (low <= lowColumns) {
    const pairsBefore = pairs;
    const result = countPattern(patternBelow, patternAbove);
    if (failure() != LISTS || !low) return result;
    clearFailure();
    pairs = pairsBefore;
  }
  setLow(low - 1);
  const column = (<u32>1) << (low - 1);
  let result = countInHalves(patternBelow | column, patternAbove);
  if (failure() == NONE) result += countInHalves(patternBelow, patternAbove | column);
  setLow(low);
  return result;
}

function setLow(columns: i32): void {
  above().low = columns;
  below().low = columns;
}

/** Lays out the indexes, then the lists behind them, and builds both sides. */
function buildSides(): bool {
  const bytes = max(above().entryBytes(), below().entryBytes());
  const given = max(above().columns, below().columns) - lowColumns;
  listsBelow = below().layOutRuns(above().layOutRuns(ARENA));
  listAbove = listsBelow + (below().lastEntryBytes() << lowColumns);
  let end = listAbove + above().lastEntryBytes();
  if (isPacked) end = layOutListsBefore(end, bytes, lowColumns, given);
  end = (end + 15) & ~15;
  if (end > memoryEnd()) {
    fail(LISTS, end, memoryEnd());
    return false;
  }
  layOutLists(end, memoryEnd());
  const behindAbove = buildSide(above(), 0);
  if (!behindAbove) return false;
  behind = buildSide(below(), behindAbove);
  return behind != 0;
}

function listBelow(low: u32): usize {
  return listsBelow + below().lastEntryBytes() * <usize>low;
}

/** All low columns. */
function lowSet(): u32 {
  return ((<u32>1) << above().low) - 1;
}

function isEmpty(side: Side, list: usize): bool {
  return boundary(list, 0) == boundary(list, side.lastSections());
}

/**
 * Counts the solutions with the pattern's columns `patternBelow` below the band, and the others, `patternAbove`, above it or
 * the last band queen's.
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
  if (lowAbove >= 0 && lowAbove < above().low) result += countFreePlaces(given, lowAbove, end);
  for (let number = 0; number < places && failure() == NONE; number++) {
    if (place(number).column & given) result += countGivenPlace(number, given, lowAbove + 1, end);
  }
  return result;
}

/**
 * Lists the halves below on the given columns and any `size` of the low ones, behind those of both sides.
 * @returns the first free element behind them, or FAILED.
 */
function listPatternBelow(given: u32, size: i32): u32 {
  const low = lowSet();
  const start = startPattern(below(), given, 0, behind);
  let end = start;
  const pattern = given & ~below().required; // the index bits of required columns are other columns' above
  for (let set = firstOfSize(size); set <= low && end != FAILED; set = nextSameSize(set)) {
    const leftOver = leftOverBelow & ~(set | pattern) ? true : false;
    end = listAll(below(), set, given, leftOver, end, listBelow(set));
  }
  if (start == behind || end == FAILED) return end;
  // The row before the last is no longer needed.
  moveElements(start, end - start, behind, laneShift);
  for (let set = firstOfSize(size); set <= low; set = nextSameSize(set)) {
    const entry = listBelow(set);
    for (let section = 0; section <= below().lastSections(); section++) {
      setBoundary(entry, section, boundary(entry, section) - start + behind);
    }
  }
  return end - start + behind;
}

/** Counts those with the last band queen on a low column: `given` and `size` other low columns are above. */
function countFreePlaces(given: u32, size: i32, end: u32): u64 {
  const low = lowSet();
  end = startPattern(above(), given, 0, end);
  if (end == FAILED) return 0;
  let result: u64 = 0;
  for (let set = firstOfSize(size); set <= low && failure() == NONE; set = nextSameSize(set)) {
    result += countSetAbove(set, given, low ^ set, end);
  }
  return result;
}

/** Counts those with the columns `set` and `given` above, and the last band queen on any of the other low columns. */
function countSetAbove(set: u32, given: u32, others: u32, end: u32): u64 {
  let result: u64 = 0;
  let made = false;
  for (let number = 0; number < places && failure() == NONE; number++) {
    const column = place(number).column;
    if (!(column & others)) continue;
    const other = listBelow(others ^ column);
    if (isEmpty(below(), other)) continue;
    if (!made) {
      const stop = listAll(above(), set, given, leftOverAbove & others ? true : false, end, listAbove);
      if (stop == FAILED || isEmpty(above(), listAbove)) return 0;
      made = true;
    }
    if (filterFor(listAbove, attacksAbove(number), keysAbove())) result += joinFor(number, other);
  }
  return result;
}

/** Counts those with the last band queen on a given column: the other given ones and `size` low ones are above. */
function countGivenPlace(number: i32, given: u32, size: i32, end: u32): u64 {
  const low = lowSet();
  const others = given ^ place(number).column;
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

/** Joins the keys above with those of the list below that leave the last band queen free. */
function joinFor(number: i32, list: usize): u64 {
  const queries = keysAbove();
  if (!queries.size()) return 0;
  const matrix = keysBelow();
  if (!filterFor(list, attacksBelow(number), matrix) || !matrix.size()) return 0;
  pairs += <u64>queries.size() * matrix.size();
  const queen = place(number);
  return join(queries, matrix, queen.strict, queen.tie);
}
