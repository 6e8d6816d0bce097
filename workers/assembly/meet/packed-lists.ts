// Half placements of a side in packed lists (packing.ts), for n from 18 to 24. Of the levels, those with all rows but the
// last two are stored. The row before the last is listed for one pattern of columns at a time, so that the memory holds a
// part of that level only, and the processor's caches most of what is used of it:
//
//     all rows but two     built once, for all column sets
//     all rows but one     for a pattern `given` and low columns S', of which there is one less than is wanted: given + S'
//                          and, for each column g of `given`, given - g + S, where the last row's queen must be on g
//     all rows             given + S = (given + S') + s for the columns s of S, and (given - g + S) + g
//
// Half placements on g that do not leave g free in the last row come to nothing: they are not listed.

import { CellKeys } from './cell-keys';
import { nextSameSize } from './column-sets';
import { KEYS, fail } from './failure';
import { USELESS, buildLevels, columnsToKeep, moveLane, moveToHighEnd } from './half-placements';
import { Keys } from './join';
import { MOST_KEYS, QUEENS, SIDES, SLACK, SOURCES } from './layout';
import { FAILED, capacity, fits, listsD, listsL, listsP } from './lists';
import { Diagonals, addQueen, addQueenToKeys, filterToKeys, mostRowsLeft, pack, padPacked } from './packing';
import { Side, boundary, setBoundary } from './side';

const DIAGONALS_BYTES: usize = offsetof<Diagonals>();
/** Column sets of a side have less than 2^5 columns. */
const ROW_BYTES: usize = DIAGONALS_BYTES << 5;

/** The diagonals of a queen in a row on an index bit's column. */
// @ts-ignore: decorator
@inline
function queenOf(side: Side, row: i32, index: i32): Diagonals {
  const queens = QUEENS + ((changetype<usize>(side) - SIDES) << 4);
  return changetype<Diagonals>(queens + ROW_BYTES * <usize>row + DIAGONALS_BYTES * <usize>index);
}

/** No diagonals. */
// @ts-ignore: decorator
@inline
export function nothing(): Diagonals {
  return changetype<Diagonals>(SOURCES + 0x400);
}

/** Where the entries of the lists with one row to go lie, for each column of a pattern and each set of low columns. */
let entriesBefore: usize = 0;
let setsBefore: i32 = 0;

/**
 * Lays out the index of the lists with one row to go, from `start` on, for sets of `lowColumns` columns and patterns of up
 * to `given` others.
 * @returns the first byte behind it.
 */
export function layOutListsBefore(start: usize, bytes: usize, lowColumns: i32, given: i32): usize {
  entriesBefore = start;
  setsBefore = lowColumns;
  return start + ((bytes * <usize>(given + 1)) << lowColumns);
}

/** The entry of given + `set`, for `missing` 0; or of that without the given column of this number, from 1. */
// @ts-ignore: decorator
@inline
function entryBefore(side: Side, missing: i32, set: u32): usize {
  return entriesBefore + side.entryBytes() * (((<usize>missing) << setsBefore) + set);
}

/**
 * Builds the levels of all rows but two, from element `from` of the arena on.
 * @returns the first free element behind them; 0 if they outgrew the arena (see failure.ts).
 */
export function buildPacked(side: Side, from: u32): u32 {
  nameQueens(side);
  const rows = max(side.rows - mostRowsLeft(), 0);
  const behind = (from >> 1) + SLACK;
  const end = buildLevels<u32>(side, rows, behind, capacity >> 1);
  if (!end) return 0;
  const unpacked = moveToHighEnd<u32>(behind, end - behind, capacity >> 1);
  if (!unpacked) return 0;
  side.listStart = from;
  let size = packLevel(side, rows, unpacked, from);
  for (let row = rows; row < side.rows - 2; row++) {
    if (size == FAILED) return 0;
    const source = moveToHighEnd<u16>(from, size, capacity);
    if (!source) return 0;
    moveLane<u16>(listsP, from, size, source);
    size = addRow(side, row, source, from);
  }
  return size == FAILED ? 0 : from + size;
}

function nameQueens(side: Side): void {
  for (let row = 0; row < side.rows; row++) {
    const rowsBehind = side.rows - 1 - row;
    for (let index = 0; index < side.columns; index++) {
      const column = side.column(index);
      queenOf(side, row, index).ofQueen(column + rowsBehind, column - rowsBehind);
    }
  }
}

/** Packs a level of `rows` rows in lanes of 32 bits at `source` to element `from` and on. @returns its size, or FAILED. */
function packLevel(side: Side, rows: i32, source: u32, from: u32): u32 {
  const end = (<u32>1) << side.columns;
  let at = from;
  for (let set = ((<u32>1) << rows) - 1; set < end; set = nextSameSize(set)) {
    if (!rows || columnsToKeep(side, rows - 1, set) != USELESS) at = packSet(side, rows, side.run(rows, set), source, at, from);
    if (at == FAILED) return FAILED;
    if (!set) break;
  }
  return at - from;
}

function packSet(side: Side, rows: i32, entry: usize, source: u32, at: u32, from: u32): u32 {
  const first = boundary(entry, 0);
  const tieStart = boundary(entry, side.cells);
  const end = boundary(entry, side.parts);
  for (let part = 0; part < side.parts; part++) {
    const partFirst = part < side.cells ? first : tieStart;
    const count = (part < side.cells ? tieStart : end) - partFirst;
    setBoundary(entry, part, at - from);
    if (!count) continue;
    if (!fits(at + count, source << 1)) return FAILED;
    const input = <usize>(source + partFirst) << 2;
    const kept = pack(listsL + input, listsD + input, count, side.rows - rows, part & (side.cells - 1), at);
    if (kept) at = padPacked(at + kept, at);
  }
  setBoundary(entry, side.parts, at - from);
  return at;
}

/** Builds level `row + 1` at `from` out of level `row` at `source`. @returns its size, or FAILED. */
function addRow(side: Side, row: i32, source: u32, from: u32): u32 {
  side.startRuns(row + 1);
  const end = (<u32>1) << side.columns;
  let at = from;
  for (let set = ((<u32>1) << (row + 1)) - 1; set < end; set = nextSameSize(set)) {
    if (columnsToKeep(side, row, set) == USELESS) continue;
    addSourcesOf(side, row, set, nothing());
    at = list(side, source, nothing(), true, at, source, side.run(row + 1, set), from);
    if (at == FAILED) return FAILED;
  }
  return at - from;
}

/**
 * Lists the half placements with one row to go of all column sets that are needed for `given` and any of the low columns,
 * where they leave `free` free; from element `at` of the arena on.
 * @returns the first free element behind them, or FAILED.
 */
export function listRowBefore(side: Side, given: u32, free: Diagonals, at: u32): u32 {
  const lowGiven = side.rows - <i32>popcnt(given);
  const kept = changetype<Diagonals>(SOURCES + 0x410);
  if (lowGiven > 0) at = listSetsBefore(side, given, lowGiven - 1, free, 0, at);
  let missing = 1;
  for (let rest = given; rest && at != FAILED; rest &= rest - 1) {
    const column = rest & (0 - rest);
    if (column & side.allowed(side.rows - 1)) {
      const queen = queenOf(side, side.rows - 1, ctz(rest));
      kept.l = free.l | queen.l;
      kept.d = free.d | queen.d;
      kept.p = free.p | queen.p;
      kept.cell = free.cell | queen.cell;
      at = listSetsBefore(side, given ^ column, lowGiven, kept, missing, at);
    }
    missing++;
  }
  return at;
}

/** The same of all sets of `size` low columns with those of `given`. */
function listSetsBefore(side: Side, given: u32, size: i32, free: Diagonals, missing: i32, at: u32): u32 {
  const end = (<u32>1) << setsBefore;
  for (let set = ((<u32>1) << size) - 1; set < end && at != FAILED; set = nextSameSize(set)) {
    addSourcesOf(side, side.rows - 2, set | given, free);
    at = list(side, side.listStart, free, true, at, capacity, entryBefore(side, missing, set), 0);
    if (!set) break;
  }
  return at;
}

// What a list is made from: for each column of its set, a run of the lists of one row less, and the queen to be added.

@unmanaged
class Source {
  /** Entry of the run. */
  run: usize;
  queen: Diagonals;
  /** Whether the queen makes a strict half placement a tie. */
  ties: bool;
}

const SOURCE_BYTES: usize = 12;
let sourcesEnd: usize = SOURCES;
/** Whether any half placement of the list can be a tie. */
let haveTies: bool = false;

// @ts-ignore: decorator
@inline
function startSources(side: Side, row: i32): void {
  sourcesEnd = SOURCES;
  haveTies = side.tieRow >= 0 && row >= side.tieRow;
}

/** A queen that meets `free` makes no source. */
// @ts-ignore: decorator
@inline
function addSource(side: Side, row: i32, column: u32, run: usize, free: Diagonals): void {
  const queen = queenOf(side, row, ctz(column));
  if (queen.meet(free)) return;
  const source = changetype<Source>(sourcesEnd);
  source.run = run;
  source.queen = queen;
  source.ties = row == side.tieRow && (side.tieColumns & column) != 0;
  sourcesEnd += SOURCE_BYTES;
}

function addSourcesOf(side: Side, row: i32, set: u32, free: Diagonals): void {
  startSources(side, row);
  for (let rest = set & side.allowed(row); rest; rest &= rest - 1) {
    const column = rest & (0 - rest);
    addSource(side, row, column, side.run(row, set ^ column), free);
  }
}

/** The sources of a list with all rows, of `given` and the low columns `set`. */
function addLastSources(side: Side, set: u32, given: u32, free: Diagonals): void {
  const row = side.rows - 1;
  const allowed = side.allowed(row);
  startSources(side, row);
  for (let rest = set & allowed; rest; rest &= rest - 1) {
    const column = rest & (0 - rest);
    addSource(side, row, column, entryBefore(side, 0, set ^ column), free);
  }
  let missing = 1;
  for (let rest = given; rest; rest &= rest - 1) {
    const column = rest & (0 - rest);
    if (column & allowed) addSource(side, row, column, entryBefore(side, missing, set), free);
    missing++;
  }
}

/**
 * Lists what the sources, runs of lists that begin at element `base`, give and leaves `free` free; part by part, from
 * element `at` on. `entry` is told where they lie, counted from element `origin`.
 * @returns one past the last of them; FAILED if they would reach past `limit`.
 */
function list(
  side: Side, base: u32, free: Diagonals, leftOver: bool, at: u32, limit: u32, entry: usize, origin: u32,
): u32 {
  for (let part = 0; part < side.parts; part++) {
    setBoundary(entry, part, at - origin);
    const cell = part & (side.cells - 1);
    const isTie = part >= side.cells;
    if (cell & free.cell || (isTie && !haveTies)) continue;
    const start = at;
    for (let place: usize = SOURCES; place < sourcesEnd; place += SOURCE_BYTES) {
      const source = changetype<Source>(place);
      const queen = source.queen;
      if (queen.cell & ~cell) continue;
      const from = cell ^ queen.cell;
      if (isTie ? source.ties : !source.ties) at = addPart(source, from, base, free, leftOver, at, limit);
      if (isTie && at != FAILED) at = addPart(source, side.cells + from, base, free, leftOver, at, limit);
      if (at == FAILED) return FAILED;
    }
    if (at > start) at = padPacked(at, start);
  }
  setBoundary(entry, side.parts, at - origin);
  return at;
}

// @ts-ignore: decorator
@inline
function addPart(source: Source, part: i32, base: u32, free: Diagonals, leftOver: bool, at: u32, limit: u32): u32 {
  const start = boundary(source.run, part);
  const length = boundary(source.run, part + 1) - start;
  if (!length) return at;
  if (!fits(at + length, limit)) return FAILED;
  return at + addQueen(base + start, length, source.queen, free, leftOver, at);
}

/**
 * Lists the half placements with all rows on `given` and the low columns `set`, from element `at` of the arena on; `entry`
 * is told where they lie.
 * @param leftOver whether the bits left over will be asked for.
 * @returns one past the last of them, or FAILED.
 */
export function listPackedLastRow(side: Side, set: u32, given: u32, leftOver: bool, at: u32, entry: usize): u32 {
  addLastSources(side, set, given, nothing());
  return list(side, 0, nothing(), leftOver, at, capacity, entry, 0);
}

/**
 * The keys of those of them that leave `free` free, as those of one row less, by `listRowBefore`, already do.
 * @returns false if there are too many (see failure.ts).
 */
export function listPackedKeys(side: Side, set: u32, given: u32, free: Diagonals, keys: CellKeys): bool {
  addLastSources(side, set, given, free);
  startKeys(side, keys);
  let count: u32 = 0;
  for (let part = 0; part < side.parts; part++) {
    count = partStart(side, count);
    const start = count;
    const cell = part & (side.cells - 1);
    const isTie = part >= side.cells;
    const isEmpty = cell & free.cell || (isTie && !haveTies);
    for (let place: usize = SOURCES; place < sourcesEnd && !isEmpty; place += SOURCE_BYTES) {
      const source = changetype<Source>(place);
      const queen = source.queen;
      if (queen.cell & ~cell) continue;
      const from = cell ^ queen.cell;
      if (isTie ? source.ties : !source.ties) count = addPartKeys(source, from, keys, count);
      if (isTie && count != FAILED) count = addPartKeys(source, side.cells + from, keys, count);
      if (count == FAILED) return false;
    }
    endPart(side, keys, part, start, count);
  }
  return true;
}

// @ts-ignore: decorator
@inline
function addPartKeys(source: Source, part: i32, keys: CellKeys, count: u32): u32 {
  const start = boundary(source.run, part);
  const length = boundary(source.run, part + 1) - start;
  if (!length) return count;
  if (count + length > MOST_KEYS) {
    fail(KEYS, count + length, MOST_KEYS);
    return FAILED;
  }
  return count + addQueenToKeys(start, length, source.queen, keys.at + ((<usize>count) << 1));
}

/**
 * The keys of those half placements of a list (by its entry) that leave `free` free.
 * @returns false if there are too many (see failure.ts).
 */
export function filterPacked(side: Side, entry: usize, free: Diagonals, keys: CellKeys): bool {
  const all = boundary(entry, side.parts) - boundary(entry, 0);
  if (all > MOST_KEYS) {
    fail(KEYS, all, MOST_KEYS);
    return false;
  }
  startKeys(side, keys);
  let count: u32 = 0;
  for (let part = 0; part < side.parts; part++) {
    count = partStart(side, count);
    const start = count;
    const first = boundary(entry, part);
    const length = boundary(entry, part + 1) - first;
    if (length && !(part & (side.cells - 1) & free.cell)) {
      count += filterToKeys(first, length, free, keys.at + ((<usize>count) << 1));
    }
    endPart(side, keys, part, start, count);
  }
  return true;
}

// @ts-ignore: decorator
@inline
function startKeys(side: Side, keys: CellKeys): void {
  keys.parts = side.parts;
  keys.all = 0;
}

/** Parts by cell start where queries are read from; others lie end to end. */
// @ts-ignore: decorator
@inline
function partStart(side: Side, count: u32): u32 {
  return side.cells > 1 ? (count + 3) & ~3 : count;
}

// @ts-ignore: decorator
@inline
function endPart(side: Side, keys: CellKeys, part: i32, start: u32, end: u32): void {
  keys.all += end - start;
  if (side.cells > 1) keys.setEnd(part, end);
  else if (!part) keys.strict = end;
}
