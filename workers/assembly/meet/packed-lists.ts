// Packed lists (packing.ts) of a side, for n >= 18. For n = 18 all levels but the last are stored. On larger boards all
// levels but the last two are stored. To save memory, the level before the last is listed for one pattern at a time.
// For `given` (pattern and required columns) and a set S of low columns (side.ts):
//
//     all rows but two     built once, for all column sets
//     all rows but one     given + S' for each set S' of low columns with one column fewer than S,
//                          and given - g + S for each column g of `given`; the queen of the last row will be on g
//     all rows             given + S = (given + S') + s for each column s of S, and (given - g + S) + g
//
// Halves on given - g + S are listed only if they leave g free in the last row. With patterns, n = 18 would take 1.05
// times as long. Without them, n = 19 would take 290 MB instead of 130.

import { listsByPattern } from './board';
import { firstOfSize, nextSameSize } from './column-sets';
import { USELESS, buildLevels, columnsToKeep } from './levels';
import { Keys } from './keys';
import { KEPT, SLACK } from './layout';
import { FAILED, LANE_SHIFT, capacity, hasRoom, listsD, listsL, moveToHighEnd } from './lists';
import { Diagonals, pack, padPacked } from './packing';
import { Side, boundary, entryIn, setBoundary } from './side';
import {
  addSource, listSources, computeQueens, noDiagonals, queenOf, sourcesToKeys, startSources,
} from './sources';

/** Address of the index of lists with one row to go. It is sorted by set of low columns, then missing given column. */
let entriesBefore: usize = 0;

/**
 * Lays out the index of the lists with one row to go at address `start`, for all sets of `lowColumns` low columns and
 * for up to `given` other columns. The index stays large enough if a low column moves to the pattern.
 * @returns the address after the index.
 */
export function layOutListsBefore(start: usize, bytes: usize, lowColumns: i32, given: i32): usize {
  entriesBefore = start;
  return start + ((bytes * <usize>(given + 1)) << lowColumns);
}

/** Returns the entry for `set` and all `given` columns but number `missing` (counted from 1; 0 if none is missing). */
function entryBefore(side: Side, set: u32, given: u32, missing: i32): usize {
  return entriesBefore + side.entryBytes() * (set * (popcnt(given) + 1) + missing);
}

/**
 * Builds the stored levels, starting at element `from` of the arena.
 * @returns the first free element after the levels; 0 if they outgrew the arena (see failure.ts).
 */
export function buildPacked(side: Side, from: u32): u32 {
  computeQueens(side);
  const rows = side.rows - side.packedRows;
  const unpackedStart = (from >> 1) + SLACK;
  const end = buildLevels<u32>(side, rows, unpackedStart, capacity >> 1);
  if (!end) return 0;
  const unpacked = moveToHighEnd(unpackedStart, end - unpackedStart, capacity >> 1, 2);
  if (!unpacked) return 0;
  side.listStart = from;
  let size = packLevel(side, rows, unpacked, from);
  const stored = side.rows - (listsByPattern ? 2 : 1);
  for (let row = rows; row < stored; row++) {
    if (size == FAILED) return 0;
    const source = moveToHighEnd(from, size, capacity, LANE_SHIFT);
    if (!source) return 0;
    size = addRow(side, row, source, from);
  }
  return size == FAILED ? 0 : from + size;
}

/** Packs level `rows`: reads lanes of 32 bits at `source`, writes at `from`. @returns its packed size, or FAILED. */
function packLevel(side: Side, rows: i32, source: u32, from: u32): u32 {
  const end = (<u32>1) << side.columns;
  let at = from;
  for (let set = firstOfSize(rows); set < end; set = nextSameSize(set)) {
    if (rows && columnsToKeep(side, rows - 1, set) == USELESS) continue;
    at = packSet(side, rows, side.entry(rows, set), source, at, from);
    if (at == FAILED) return FAILED;
  }
  return at - from;
}

function packSet(side: Side, rows: i32, entry: usize, source: u32, at: u32, from: u32): u32 {
  let first = boundary(entry, 0);
  for (let section = 0; section < side.sections; section++) {
    const end = boundary(entry, section + 1);
    setBoundary(entry, section, at - from);
    if (end > first) {
      if (!hasRoom(at + end - first, source << 1)) return FAILED;
      const input = <usize>(source + first) << 2;
      const kept = pack(side, listsL + input, listsD + input, end - first, side.rows - rows, at);
      at = padPacked(at + kept, at);
    }
    first = end;
  }
  setBoundary(entry, side.sections, at - from);
  return at;
}

/** Builds level `row + 1` at `from` from level `row` at `source`. @returns its size, or FAILED. */
function addRow(side: Side, row: i32, source: u32, from: u32): u32 {
  side.startIndex(row + 1);
  const end = (<u32>1) << side.columns;
  let at = from;
  for (let set = firstOfSize(row + 1); set < end; set = nextSameSize(set)) {
    const kept = columnsToKeep(side, row, set);
    if (kept == USELESS) continue;
    const free = kept ? queenOf(side, row + 1, ctz(side.indexBits(kept))) : noDiagonals();
    addSourcesOf(side, row, set, free);
    at = listSources(side, source, free, true, at, source, side.entry(row + 1, set), from);
    if (at == FAILED) return FAILED;
  }
  return at - from;
}

/**
 * Lists the halves with one row to go that are needed for `given` and any set of `low` low columns, starting at element
 * `at` of the arena. Leaves out halves that occupy a diagonal of `free`.
 * @returns the first free element after the lists, or FAILED.
 */
export function listRowBefore(side: Side, low: i32, given: u32, free: Diagonals, at: u32): u32 {
  const lowGiven = side.rows - <i32>popcnt(given);
  const kept = changetype<Diagonals>(KEPT);
  if (lowGiven > 0) at = listSetsBefore(side, low, lowGiven - 1, given, 0, 0, free, at);
  let missing = 1;
  for (let rest = given; rest && at != FAILED; rest &= rest - 1) {
    const column = rest & (0 - rest);
    if (column & side.allowed(side.rows - 1)) {
      const queen = queenOf(side, side.rows - 1, ctz(rest));
      kept.setToUnion(free, queen);
      at = listSetsBefore(side, low, lowGiven, given, column, missing, kept, at);
    }
    missing++;
  }
  return at;
}

/** Lists such halves on each set of `size` low columns and on `given` without `column`, which has number `missing`. */
function listSetsBefore(
  side: Side, low: i32, size: i32, given: u32, column: u32, missing: i32, free: Diagonals, at: u32,
): u32 {
  const end = (<u32>1) << low;
  for (let set = firstOfSize(size); set < end && at != FAILED; set = nextSameSize(set)) {
    addSourcesOf(side, side.rows - 2, set | (given ^ column), free);
    at = listSources(side, side.listStart, free, true, at, capacity, entryBefore(side, set, given, missing), 0);
  }
  return at;
}

function addSourcesOf(side: Side, row: i32, set: u32, free: Diagonals): void {
  startSources(side, row);
  const index = side.index(row);
  const before = side.numbersBefore(row);
  const bytes = side.entryBytes();
  for (let rest = set & side.allowed(row); rest; rest &= rest - 1) {
    const column = rest & (0 - rest);
    addSource(side, row, column, entryIn(index, before, bytes, set ^ column), free);
  }
}

/** Adds the sources of the complete halves on `given` and the low columns `set`. */
function addLastSources(side: Side, set: u32, given: u32, free: Diagonals): void {
  const row = side.rows - 1;
  const allowed = side.allowed(row);
  if (!listsByPattern) {
    addSourcesOf(side, row, set | given, free);
    return;
  }
  startSources(side, row);
  for (let rest = set & allowed; rest; rest &= rest - 1) {
    const column = rest & (0 - rest);
    addSource(side, row, column, entryBefore(side, set ^ column, given, 0), free);
  }
  let missing = 1;
  for (let rest = given; rest; rest &= rest - 1) {
    const column = rest & (0 - rest);
    if (column & allowed) addSource(side, row, column, entryBefore(side, set, given, missing), free);
    missing++;
  }
}

/**
 * Lists the complete halves on `given` and the low columns `set`, starting at element `at` of the arena. Writes their
 * sections to `entry`.
 * @param keepsP whether to keep the mask p (packing.ts).
 * @returns the end of the list, or FAILED.
 */
export function listPackedLastRow(side: Side, set: u32, given: u32, keepsP: bool, at: u32, entry: usize): u32 {
  addLastSources(side, set, given, noDiagonals());
  return listSources(side, lastBase(side), noDiagonals(), keepsP, at, capacity, entry, 0);
}

/** Returns the element that the sources of complete halves are relative to. */
function lastBase(side: Side): u32 {
  return listsByPattern ? 0 : side.listStart;
}

/**
 * Lists the keys of the complete halves that occupy no diagonal of `free`. By pattern, call `listRowBefore` first.
 * @returns false if there are too many keys (see failure.ts).
 */
export function listPackedKeys(side: Side, set: u32, given: u32, free: Diagonals, keys: Keys): bool {
  addLastSources(side, set, given, free);
  return sourcesToKeys(side, lastBase(side), free, keys);
}
