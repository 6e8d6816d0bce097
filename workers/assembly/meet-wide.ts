// The wide kernel: counts the solutions with given queens in a band of middle rows, all but one of them: the last band
// queen, which stands in a given row on any of given columns.
//
//     rows above     half placements, listed once, level by level, knowing nothing of the last band queen
//     -----------
//     band           . . Q . . . . .      given
//                    . . . . . . x .      the last band queen: wherever it may stand
//     -----------
//     rows below     half placements likewise
//
// For each place of it and each split of the other columns, the lists of both sides are filtered by what that queen
// attacks, and joined. So lists are built once for all its places, and yet what is joined is short: the wider the band,
// the fewer pairs, and the greater the part of them that fits.
//
// A caller sets the memory, the board, the two sides and the last band queen's places, and counts. All symmetry is the
// caller's: it says which columns a row allows, which half placements are ties, and what the pairs weigh.

import { joinCells, setCellKeyBits } from './meet/cell-join';
import { CELL_KEYS_BYTES, CELLS, CellKeys } from './meet/cell-keys';
import { firstOfSize, nextSameSize } from './meet/column-sets';
import { setBand } from './meet/expansion';
import { LISTS, NONE, clearFailure, fail, failure } from './meet/failure';
import { joinKeys, setKeyBits } from './meet/join';
import { attacksAbove, attacksBelow, clearPlaces, leftOverAbove, leftOverBelow, place, places } from './meet/last-queens';
import { ARENA, KEY_LISTS, MATRIX_KEYS, QUERY_KEYS } from './meet/layout';
import { FAILED, isPacked, laneShift, layOutLists, moveElements, setListLanes } from './meet/lists';
import { memoryEnd } from './meet/memory';
import { layOutListsBefore } from './meet/packed-lists';
import { setPacking } from './meet/packing';
import { Side, above, below, boundary, setBoundary } from './meet/side';
import { buildSide, filterFor, listAll, listKeysFor, startPattern } from './meet/side-lists';

export { failure, had, needed } from './meet/failure';
export { addLastQueen } from './meet/last-queens';
export { grantMemory } from './meet/memory';

// The lanes that lists are made in, beside 0 for 16 bits: see meet/lists.ts, and meet/packing.ts for cells.
const LANES_32: i32 = 1;
const PACKED: i32 = 2;
const PACKED_WITH_CELLS: i32 = 3;

let withCells: bool = false;
/** The most free columns that are low: the others are the pattern's. */
let lowColumns: i32 = 0;
let pairs: u64 = 0;

// @ts-ignore: decorator
@inline
function keysAbove(): CellKeys {
  return changetype<CellKeys>(KEY_LISTS);
}

// @ts-ignore: decorator
@inline
function keysBelow(): CellKeys {
  return changetype<CellKeys>(KEY_LISTS + CELL_KEYS_BYTES);
}

/**
 * The board: n, the rows of the band, and which of them, from 0, is the last band queen's. Lanes of 16 bits suffice up to
 * n = 17. Packed ones need two rows on either side, at most six of the band, and for keys (n - 1 - bandRows) of 17 bits
 * cells; all others keys of at most 16.
 */
export function setBoard(size: i32, bandRows: i32, row: i32, lanes: i32): void {
  withCells = lanes == PACKED_WITH_CELLS;
  setListLanes(lanes == LANES_32 ? 2 : 1, lanes >= PACKED);
  clearPlaces(bandRows, row);
  setBand(size, bandRows);
  setPacking(size, bandRows, withCells);
  setKeyBits(size - 1 - bandRows);
  setCellKeyBits(max(size - 2 - bandRows, 8));
  keysAbove().at = QUERY_KEYS;
  keysBelow().at = MATRIX_KEYS;
}

/**
 * A side (0 above, 1 below): its number of rows, from 1; the masks of free columns, in two parts, and of required ones;
 * the row and the columns that make ties (row -1: none). `setAllowed` must follow. For each subset of the second part of
 * the free columns (the same for both sides) the lists below are made once.
 */
export function setSide(
  which: i32, rows: i32, low: u32, pattern: u32, required: u32, tieRow: i32, tieColumns: u32,
): void {
  const side = which ? below() : above();
  side.rows = rows;
  side.numberColumns(low, pattern, required);
  side.setParts(tieRow, tieColumns, withCells ? CELLS : 1);
  lowColumns = popcnt(low);
}

/** The columns, as a mask, that a row of a side allows; rows count from the edge of the board. */
export function setAllowed(which: i32, row: i32, columns: u32): void {
  const side = which ? below() : above();
  side.setAllowed(row, side.indexBits(columns));
}

/** Pairs of half placements that the last count compared. */
export function pairsCompared(): f64 {
  return <f64>pairs;
}

/** Where the lists below begin, one entry for each set of low columns, and where the one list above does. */
let listsBelow: usize = 0;
let listAbove: usize = 0;
/** First element of the arena behind the half placements of both sides. */
let behind: u32 = 0;

/** @returns the weighted number of solutions, or 0 with `failure` set. Exact below 2^53, like all figures here. */
export function count(): f64 {
  clearFailure();
  pairs = 0;
  if (!buildSides()) return 0;
  setLow(above().free);
  const result = countInHalves(0, 0);
  return failure() == NONE ? <f64>result : 0;
}

/**
 * The same as `countPattern`, in halves: one more column becomes the pattern's, until the pattern has all its columns. It
 * gets still more where the lists outgrow the memory.
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

// @ts-ignore: decorator
@inline
function listBelow(low: u32): usize {
  return listsBelow + below().lastEntryBytes() * <usize>low;
}

/** All low columns. */
// @ts-ignore: decorator
@inline
function lowSet(): u32 {
  return ((<u32>1) << above().low) - 1;
}

// @ts-ignore: decorator
@inline
function isEmpty(side: Side, list: usize): bool {
  return boundary(list, 0) == boundary(list, side.lastParts());
}

/**
 * Solutions in which just the columns `patternBelow` of the pattern's are below the band; `patternAbove`, the others,
 * are above it, or the last band queen's.
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
 * Lists the half placements below on the given columns and any `size` of the low ones, behind those of both sides.
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
  // What had to be listed first has served.
  moveElements(start, end - start, behind, laneShift);
  for (let set = firstOfSize(size); set <= low; set = nextSameSize(set)) {
    const entry = listBelow(set);
    for (let part = 0; part <= below().lastParts(); part++) setBoundary(entry, part, boundary(entry, part) - start + behind);
  }
  return end - start + behind;
}

/** Solutions with the last band queen on a low column: `given` and `size` other low columns are above. */
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

/** Solutions with the low columns `set` and those `given` above, and the last band queen on any of the other low ones. */
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
    if (filterFor(above(), listAbove, attacksAbove(number), keysAbove())) result += join(number, other);
  }
  return result;
}

/** Solutions with the last band queen in a place on a given column: the other given ones and `size` low ones are above. */
function countGivenPlace(number: i32, given: u32, size: i32, end: u32): u64 {
  const low = lowSet();
  const others = given ^ place(number).column;
  if (size > above().low) return 0;
  if (startPattern(above(), others, attacksAbove(number), end) == FAILED) return 0;
  let result: u64 = 0;
  for (let set = firstOfSize(size); set <= low && failure() == NONE; set = nextSameSize(set)) {
    const other = listBelow(low ^ set);
    if (!isEmpty(below(), other) && listKeysFor(above(), set, others, attacksAbove(number), keysAbove())) {
      result += join(number, other);
    }
  }
  return result;
}

/** Joins the keys above with those of the list below that leave the last band queen free. */
function join(number: i32, list: usize): u64 {
  const queries = keysAbove();
  if (!queries.all) return 0;
  const matrix = keysBelow();
  if (!filterFor(below(), list, attacksBelow(number), matrix) || !matrix.all) return 0;
  pairs += <u64>queries.all * matrix.all;
  const queen = place(number);
  if (withCells) return joinCells(queries, matrix, queen.strict, queen.tie);
  if (queen.strict == queen.tie) {
    queries.strict = queries.all;
    matrix.strict = matrix.all;
  }
  return joinKeys(queries, matrix, queen.strict, queen.tie);
}
