// The packed lists (packing.ts) of a side, for n >= 18. All levels but the last two are built once. The next-to-last
// level is built for the column sets that fit the outer columns (meet.ts). The last level is listed one column set at a
// time.

import { firstOfSize, nextSameSize } from './column-sets';
import { USELESS, buildLevels, columnsToKeep, listSet } from './levels';
import { Keys } from './keys';
import { SLACK } from './layout';
import { FAILED, LANE_SHIFT, capacity, hasRoom, listsD, listsL, moveToHighEnd } from './lists';
import { Diagonals, fillPackingTables, pack, padPacked } from './packing';
import { Side, boundary, entryIn, setBoundary } from './side';
import {
  addSource, listSources, computeQueens, noDiagonals, queenOf, sourcesToKeys, startSources,
} from './sources';

/**
 * Builds all levels but the last two, starting at element `from` of the arena. Only the latest one stays there. If
 * packing begins in the last row, this is the next-to-last level.
 * @returns the first free element after it; 0 if a level outgrew the arena.
 */
export function buildPacked(side: Side, from: u32): u32 {
  computeQueens(side);
  fillPackingTables(side, side.packedRows);
  const rows = side.rows - side.packedRows;
  const unpackedStart = (from >> 1) + SLACK;
  const end = buildLevels<u32>(side, rows - 1, unpackedStart, capacity >> 1);
  if (!end) return 0;
  const unpacked = moveToHighEnd(unpackedStart, end - unpackedStart, capacity >> 1, 2);
  if (!unpacked) return 0;
  side.storedStart = from;
  side.listStart = from;
  let size = packLevel(side, rows, unpacked, from);
  for (let row = rows; row < side.rows - 2; row++) {
    if (size == FAILED) return 0;
    const source = moveToHighEnd(from, size, capacity, LANE_SHIFT);
    if (!source) return 0;
    size = addRow(side, row, source, from, source);
  }
  return size == FAILED ? 0 : from + size;
}

/** Builds the next-to-last level, starting at element `from` of the arena. @returns the same as `buildPacked`. */
export function buildPackedBeforeLast(side: Side, from: u32): u32 {
  if (side.packedRows < 2) return from; // `buildPacked` has built it
  side.listStart = from;
  const size = addRow(side, side.rows - 2, side.storedStart, from, capacity);
  return size == FAILED ? 0 : from + size;
}

/**
 * Builds level `rows` at `from` from the level before, which is at `source` in lanes of 32 bits.
 *
 * @returns its size, or FAILED.
 */
function packLevel(side: Side, rows: i32, source: u32, from: u32): u32 {
  if (!rows) return packSet(side, side.entry(0, 0), source, from, from) - from;
  side.startIndex(rows);
  const end = (<u32>1) << side.columns;
  let at = from;
  for (let set = firstOfSize(rows); set < end; set = nextSameSize(set)) {
    const kept = columnsToKeep(side, rows - 1, set);
    if (kept == USELESS) continue;
    const entry = side.entry(rows, set);
    const unpacked = (at >> 1) + SLACK;
    if (listSet<u32>(side, rows - 1, set, kept, source, unpacked, source, entry, 0) == FAILED) return FAILED;
    at = packSet(side, entry, 0, at, from);
  }
  return at - from;
}

/** Packs the list of `entry`, whose elements are relative to `source`, to element `at`. @returns its end. */
function packSet(side: Side, entry: usize, source: u32, at: u32, from: u32): u32 {
  let first = boundary(entry, 0);
  for (let section = 0; section < side.sections; section++) {
    const end = boundary(entry, section + 1);
    setBoundary(entry, section, at - from);
    if (end > first) {
      const input = <usize>(source + first) << 2;
      const kept = pack(listsL + input, listsD + input, end - first, at);
      at = padPacked(at + kept, at);
    }
    first = end;
  }
  setBoundary(entry, side.sections, at - from);
  return at;
}

/** Builds level `row + 1` at `from` from level `row` at `source`. @returns its size; FAILED if it exceeds `limit`. */
function addRow(side: Side, row: i32, source: u32, from: u32, limit: u32): u32 {
  side.startIndex(row + 1);
  const end = (<u32>1) << side.columns;
  let at = from;
  for (let set = firstOfSize(row + 1); set < end; set = nextSameSize(set)) {
    const kept = columnsToKeep(side, row, set);
    if (kept == USELESS) continue;
    const free = kept ? queenOf(side, row + 1, ctz(side.indexBits(kept))) : noDiagonals();
    addSources(side, row, set, free);
    at = listSources(side, source, free, true, at, limit, side.entry(row + 1, set), from);
    if (at == FAILED) return FAILED;
  }
  return at - from;
}

function addSources(side: Side, row: i32, set: u32, free: Diagonals): void {
  startSources(side, row);
  const index = side.index(row);
  const before = side.numbersBefore(row);
  const bytes = side.entryBytes();
  for (let rest = set & side.allowed(row); rest; rest &= rest - 1) {
    const column = rest & (0 - rest);
    addSource(side, row, column, entryIn(index, before, bytes, set ^ column), free);
  }
}

/**
 * Lists the complete halves on `set`, starting at element `at` of the arena. Writes their sections to `entry`.
 * @param keepsP whether to keep the mask p (packing.ts).
 * @returns the end of the list, or FAILED.
 */
export function listPackedLastRow(side: Side, set: u32, keepsP: bool, at: u32, entry: usize): u32 {
  addSources(side, side.rows - 1, set, noDiagonals());
  return listSources(side, side.listStart, noDiagonals(), keepsP, at, capacity, entry, 0);
}

/** Lists the keys of the complete halves on `set` that occupy no diagonal of `free`. */
export function listPackedKeys(side: Side, set: u32, free: Diagonals, keys: Keys): void {
  addSources(side, side.rows - 1, set, free);
  sourcesToKeys(side, side.listStart, free, keys);
}
