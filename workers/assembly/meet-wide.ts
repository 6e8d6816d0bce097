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

import { nextSameSize } from './meet/column-sets';
import { setBand } from './meet/expansion';
import { LISTS, NONE, clearFailure, fail, failure } from './meet/failure';
import { FAILED, buildHalfPlacements, layOutLists } from './meet/half-placements';
import { Keys, joinKeys, setKeyBits } from './meet/join';
import { Attacks, filterList, listLastRow, listLastRowKeys } from './meet/last-row';
import { ARENA, LAST_QUEENS, MATRIX_KEYS, QUERY_KEYS } from './meet/layout';
import { memoryEnd } from './meet/memory';
import { setPacking, suitsPacking } from './meet/packing';
import { END, START, above, below } from './meet/side';

export { failure, had, needed } from './meet/failure';
export { grantMemory } from './meet/memory';

let n: i32 = 0;
let band: i32 = 0;
/** Row of the band, from 0, in which the last band queen stands. */
let lastRow: i32 = 0;
let places: i32 = 0;
/** Free columns whose side is not part of a pattern; the others are the pattern's. */
let lowColumns: i32 = 0;
/** Columns (index bits) in which the last band queen attacks diagonals that a packed half placement's key lacks. */
let leftOverAbove: u32 = 0;
let leftOverBelow: u32 = 0;
let pairs: u64 = 0;

/** A place of the last band queen. */
@unmanaged
class LastQueen {
  /** Its column as an index bit, of the free columns or of those required above. */
  column: u32;
  /** What a pair of strict half placements counts, and a pair with a tie. */
  strict: u32;
  tie: u32;
}

const PLACE_BYTES: usize = 80;
const ABOVE: usize = 16;
const BELOW: usize = 48;

// @ts-ignore: decorator
@inline
function place(number: i32): LastQueen {
  return changetype<LastQueen>(LAST_QUEENS + PLACE_BYTES * <usize>number);
}

// @ts-ignore: decorator
@inline
function attacksAbove(number: i32): Attacks {
  return changetype<Attacks>(LAST_QUEENS + PLACE_BYTES * <usize>number + ABOVE);
}

// @ts-ignore: decorator
@inline
function attacksBelow(number: i32): Attacks {
  return changetype<Attacks>(LAST_QUEENS + PLACE_BYTES * <usize>number + BELOW);
}

/** The board: n, the rows of the band, and which of them, from 0, is the last band queen's. */
export function setBoard(size: i32, bandRows: i32, row: i32): void {
  n = size;
  band = bandRows;
  lastRow = row;
  places = 0;
  leftOverAbove = 0;
  leftOverBelow = 0;
  setBand(size, bandRows);
  setKeyBits(size - 1 - bandRows);
  setPacking(size, bandRows);
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
  side.numberColumnsInOrder(low, pattern, required);
  side.tieRow = tieRow;
  side.tieColumns = side.indexBits(tieColumns);
  lowColumns = popcnt(low);
}

/** The columns, as a mask, that a row of a side allows; rows count from the edge of the board. */
export function setAllowed(which: i32, row: i32, columns: u32): void {
  const side = which ? below() : above();
  side.setAllowed(row, side.indexBits(columns));
}

/** A column for the last band queen, free or required above, and what pairs of strict ones and with a tie count there. */
export function addLastQueen(column: i32, strict: u32, tie: u32): void {
  const queen = place(places);
  queen.column = above().indexBits((<u32>1) << column);
  queen.strict = strict;
  queen.tie = tie;
  attacksAbove(places).set(column, lastRow + 1);
  attacksBelow(places).set(column, band - lastRow);
  if (attacksAbove(places).packedP) leftOverAbove |= queen.column;
  if (attacksBelow(places).packedP) leftOverBelow |= queen.column;
  above().replaceable |= queen.column & above().required;
  places++;
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
  let result: u64 = 0;
  const patterns: u32 = (<u32>1) << (above().free - lowColumns);
  for (let pattern: u32 = 0; pattern < patterns; pattern++) {
    result += countPattern(pattern << lowColumns, ((patterns - 1) ^ pattern) << lowColumns);
    if (failure() != NONE) return 0;
  }
  return <f64>result;
}

const ENTRY: usize = 12;

/** Lays out the run indexes, then the lists behind them, and builds both sides. */
function buildSides(): bool {
  listsBelow = below().layOutRuns(above().layOutRuns(ARENA));
  listAbove = listsBelow + (ENTRY << lowColumns);
  const end = (listAbove + ENTRY + 15) & ~15;
  if (end > memoryEnd()) {
    fail(LISTS, end, memoryEnd());
    return false;
  }
  layOutLists(end, memoryEnd(), n > 17, suitsPacking(n, band));
  const behindAbove = buildHalfPlacements(above(), 0);
  if (!behindAbove) return false;
  behind = buildHalfPlacements(below(), behindAbove);
  return behind != 0;
}

// @ts-ignore: decorator
@inline
function listBelow(low: u32): usize {
  return listsBelow + ENTRY * <usize>low;
}

/**
 * Solutions in which just the columns `patternBelow` of the pattern's are below the band; `patternAbove`, the others,
 * are above it, or the last band queen's.
 */
function countPattern(patternBelow: u32, patternAbove: u32): u64 {
  const low = ((<u32>1) << lowColumns) - 1;
  const given = patternAbove | above().required;
  const lowBelow = below().rows - <i32>popcnt(patternBelow | below().required);
  const lowAbove = above().rows - <i32>popcnt(given);
  if (lowBelow < 0 || lowBelow > lowColumns || lowAbove < -1) return 0;
  let end = behind;
  for (let set = ((<u32>1) << lowBelow) - 1; set <= low; set = nextSameSize(set)) {
    const leftOver = leftOverBelow & ~(set | patternBelow) ? true : false;
    end = listLastRow(below(), set | patternBelow | below().required, leftOver, end, listBelow(set));
    if (end == FAILED) return 0;
    if (!set) break;
  }
  let result: u64 = 0;
  if (lowAbove >= 0 && lowAbove < lowColumns) {
    for (let set = ((<u32>1) << lowAbove) - 1; set <= low; set = nextSameSize(set)) {
      result += countSetAbove(set, given, low ^ set, end);
      if (failure() != NONE) return 0;
      if (!set) break;
    }
  }
  for (let number = 0; number < places; number++) {
    const column = place(number).column;
    if (!(column & given)) continue;
    for (let set = ((<u32>1) << (lowAbove + 1)) - 1; set <= low; set = nextSameSize(set)) {
      const other = listBelow(low ^ set);
      if (load<u32>(other, START) != load<u32>(other, END)) {
        if (!listLastRowKeys(above(), set | (given ^ column), attacksAbove(number), keysAbove())) return 0;
        result += join(number, other);
      }
      if (failure() != NONE) return 0;
      if (!set) break;
    }
  }
  return result;
}

/** Solutions with the low columns `set` and those `given` above, and the last band queen on any of the other low ones. */
function countSetAbove(set: u32, given: u32, others: u32, end: u32): u64 {
  let result: u64 = 0;
  let made = false;
  for (let number = 0; number < places; number++) {
    const column = place(number).column;
    if (!(column & others)) continue;
    const other = listBelow(others ^ column);
    if (load<u32>(other, START) == load<u32>(other, END)) continue;
    if (!made) {
      if (listLastRow(above(), set | given, leftOverAbove & others ? true : false, end, listAbove) == FAILED) return 0;
      if (load<u32>(listAbove, START) == load<u32>(listAbove, END)) return 0;
      made = true;
    }
    if (!filterList(listAbove, attacksAbove(number), keysAbove())) return 0;
    result += join(number, other);
  }
  return result;
}

// @ts-ignore: decorator
@inline
function keysAbove(): Keys {
  return changetype<Keys>(LAST_QUEENS + 0xfe0);
}

// @ts-ignore: decorator
@inline
function keysBelow(): Keys {
  return changetype<Keys>(LAST_QUEENS + 0xff0);
}

/** Joins the keys above with those of the list below that leave the last band queen free. */
function join(number: i32, list: usize): u64 {
  const queries = keysAbove();
  if (!queries.all) return 0;
  const matrix = keysBelow();
  if (!filterList(list, attacksBelow(number), matrix) || !matrix.all) return 0;
  pairs += <u64>queries.all * matrix.all;
  const queen = place(number);
  if (queen.strict == queen.tie) {
    queries.strict = queries.all;
    matrix.strict = matrix.all;
  }
  return joinKeys(queries, matrix, queen.strict, queen.tie);
}
