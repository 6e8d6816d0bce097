// The packed lists (packing.ts) of a side, for n >= 18. The third level from the end is stored, and so is the
// next-to-last level if there is room. The last level is listed one column set at a time, from the latest stored level.
// So each of its lists is built from lists that lack one or two columns of the set:
//
//     stored         rows - 2  -->  rows - 1  -->  rows        one queen is added, in the last row
//     not stored     rows - 2  ----------------->  rows        two queens are added at once

import { firstOfSize, nextSameSize } from './column-sets';
import { NO_HALVES, buildLevels, columnsToKeep, listSet } from './levels';
import { Keys } from './keys';
import { SLACK } from './layout';
import { FAILED, LANE_SHIFT, capacity, listsD, listsL, moveToHighEnd, clearOverflow } from './lists';
import { Diagonals, fillPackingTables, pack, padPacked } from './packing';
import { Side, boundary, entryIn, setBoundary } from './side';
import {
  addSource, listSources, computeQueens, mustStayFree, noDiagonals, queenOf, sourcesSize, sourcesToKeys, startSources,
} from './sources';

/**
 * Builds all levels but the last two, starting at element `from` of the arena. Only the last of these levels stays
 * there. (If packing begins in the last row, it is the next-to-last level of the side.)
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
  side.listStart = from;
  side.lastRows = min(2, side.packedRows);
  let size = packLevel(side, rows, unpacked, from);
  for (let row = rows; row < side.rows - 2; row++) {
    if (size == FAILED) return 0;
    const source = moveToHighEnd(from, size, capacity, LANE_SHIFT);
    if (!source) return 0;
    size = addRow(side, row, source, from, source);
  }
  return size == FAILED ? 0 : from + size;
}

/**
 * Stores the next-to-last level, starting at element `from` of the arena, if that leaves an eighth of the arena for
 * complete halves. Otherwise, the last two queens are added at once. Where the levels of both sides fit, storing
 * neither takes 1.05 to 1.5 times as long for n = 22 and 24 (2026-11-28).
 * @returns the first free element after it.
 */
export function storeBeforeLast(side: Side, from: u32): u32 {
  const limit = capacity - capacity / 8;
  if (side.lastRows == 1 || from + estimateSize(side, side.rows - 2) > limit) return from;
  const size = addRow(side, side.rows - 2, side.listStart, from, limit);
  if (size == FAILED) {
    clearOverflow();
    return from;
  }
  side.listStart = from;
  side.lastRows = 1;
  return from + size;
}

/**
 * Builds level `rows` at `from` from the previous level, which is at `source` in 32-bit lanes.
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
    if (kept == NO_HALVES) continue;
    const entry = side.entry(rows, set);
    const unpacked = (at >> 1) + SLACK;
    if (listSet<u32>(side, rows - 1, set, kept, source, unpacked, source, entry, 0) == FAILED) return FAILED;
    at = packSet(side, entry, 0, at, from);
  }
  return at - from;
}

/** Packs the list of `entry`, which is relative to `source`, and stores it at element `at`. @returns its end. */
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

/** Builds level `row + 1` at `from` from level `row` at `source`. @returns its size, or FAILED past `limit`. */
function addRow(side: Side, row: i32, source: u32, from: u32, limit: u32): u32 {
  side.startIndex(row + 1);
  const end = (<u32>1) << side.columns;
  let at = from;
  for (let set = firstOfSize(row + 1); set < end; set = nextSameSize(set)) {
    if (!startRow(side, row, set)) continue;
    at = listSources(side, source, true, at, limit, side.entry(row + 1, set), from);
    if (at == FAILED) return FAILED;
  }
  return at - from;
}

/** Collects the sources of a list of level `row + 1`. @returns false if its halves cannot be completed. */
function startRow(side: Side, row: i32, set: u32): bool {
  const kept = columnsToKeep(side, row, set);
  if (kept == NO_HALVES) return false;
  startSources(side, row, kept ? queenOf(side, row + 1, ctz(side.indexBits(kept))) : noDiagonals());
  addSources(side, row, row, set, 0);
  return true;
}

/** An estimate samples one list out of this many. */
const LISTS_PER_SAMPLE: u32 = 7;

/**
 * Estimates the size of level `row + 1`: half the size of its sources, or a quarter if another queen's diagonals must
 * stay free. For n = 18 to 28, levels have 0.7 to 1.1 times this size (both sides of 3 to 8 random fillings for each n,
 * 2026-11-28).
 */
function estimateSize(side: Side, row: i32): u64 {
  const end = (<u32>1) << side.columns;
  let size: u64 = 0;
  let number: u32 = 0;
  for (let set = firstOfSize(row + 1); set < end; set = nextSameSize(set)) {
    if (number++ % LISTS_PER_SAMPLE || !startRow(side, row, set)) continue;
    size += sourcesSize(side) >> (mustStayFree.bits() ? 2 : 1);
  }
  return size * LISTS_PER_SAMPLE;
}

/**
 * Adds a source for each way to place queens in columns of `set` and rows `first` to `row` such that no queen attacks
 * another or occupies a diagonal that must stay free.
 * @param queens the diagonals of the queens in the rows after `row`.
 */
function addSources(side: Side, first: i32, row: i32, set: u32, queens: u64): void {
  const index = side.index(first);
  const before = side.numbersBefore(first);
  const bytes = side.entryBytes();
  for (let rest = set & side.allowed(row); rest; rest &= rest - 1) {
    const column = rest & (0 - rest);
    const queen = queenOf(side, row, ctz(column)).bits();
    if (queen & (queens | mustStayFree.bits())) continue;
    if (row > first) addSources(side, first, row - 1, set ^ column, queens | queen);
    else addSource(entryIn(index, before, bytes, set ^ column), queens | queen);
  }
}

/**
 * Builds the list of the complete halves on `set` at element `at` of the arena. Writes its sections to `entry`.
 * @param keepsP whether to keep the mask p (packing.ts).
 * @returns the end of the list, or FAILED.
 */
export function listPackedLastRow(side: Side, set: u32, keepsP: bool, at: u32, entry: usize): u32 {
  startLastRow(side, set, noDiagonals());
  return listSources(side, side.listStart, keepsP, at, capacity, entry, 0);
}

/** Lists the keys of the complete halves on `set` that occupy no diagonal of `free`. */
export function listPackedKeys(side: Side, set: u32, free: Diagonals, keys: Keys): void {
  startLastRow(side, set, free);
  sourcesToKeys(side, side.listStart, keys);
}

/** Collects the sources of the complete halves on `set` that occupy no diagonal of `free`. */
function startLastRow(side: Side, set: u32, free: Diagonals): void {
  startSources(side, side.rows - 1, free);
  addSources(side, side.rows - side.lastRows, side.rows - 1, set, 0);
}
