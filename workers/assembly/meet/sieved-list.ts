// A sieved list: the keys of all half placements on one column set, sorted by category and cell.
//
//     category     0                                  1                       2
//     cell         0 | 1 | 2 | ...  | last            0 | 1 | ...             0 | 1 | ...
//     keys         ....................................................................
//     CELLS        where each of these begins; one more entry after the last cell of each category
//
// A key is what the join wants of it: for each of its four chunks, of up to 8 bits each, the distance into that chunk's
// OR table (16 bytes an entry), as four lanes of 16 bits.
//
//     l low chunk * 16 | l high chunk * 16 | d low chunk * 16 | d high chunk * 16

import { FAILED, listHalfPlacements } from './half-placements';
import { SLACK } from './layout';
import { Side } from './side';
import { CELLS, CELLS_STRIDE, CURSORS } from './sieve-layout';
import { cellBits, cellsAndCategories, cutMasks, windowOf } from './sieve';

/** Bits of the low and of the high chunk of a cut mask. */
export let lowChunk: i32 = 0;
export let highChunk: i32 = 0;

/** The keys of the two lists (8 bytes each), sorted; before that, keys and their cells (2 bytes each). */
let sorted: usize = 0;
let unsorted: usize = 0;
let cells: usize = 0;
/** The half placements of one list as they come, in lanes of 16 or 32 bits. */
let listL: usize = 0;
let listD: usize = 0;
let wide: bool = false;
/** Keys that each has room for, and a store past their end. */
let capacity: u32 = 0;

/** Divides cut masks of `bits` bits, at most 16, into two chunks. */
export function setChunks(bits: i32): void {
  lowChunk = (bits + 1) >> 1;
  highChunk = bits >> 1;
}

/** Lays out lists of at most `keys` keys from `start` on. @returns the first byte behind them. */
export function layOutSievedLists(start: usize, keys: u32, wideLanes: bool): usize {
  wide = wideLanes;
  capacity = keys + SLACK;
  sorted = start;
  unsorted = sorted + 16 * <usize>capacity;
  cells = unsorted + 8 * <usize>capacity;
  listL = cells + 2 * <usize>capacity;
  listD = listL + (<usize>capacity << (wide ? 2 : 1));
  return listD + (<usize>capacity << (wide ? 2 : 1));
}

/** Makes list 0 or 1 of a side's column set (index bits). @returns false if it is too long (see failure.ts). */
export function makeSievedList(list: i32, side: Side, set: u32): bool {
  const count = listHalfPlacements(side, set, listL, listD, capacity - SLACK);
  if (count == FAILED) return false;
  if (wide) sortIntoCells<u32>(list, listL, listD, count);
  else sortIntoCells<u16>(list, listL, listD, count);
  return true;
}

/** Address of the first key of list 0 or 1. */
// @ts-ignore: decorator
@inline
export function keysOf(list: i32): usize {
  return sorted + (list ? <usize>capacity << 3 : 0);
}

/** Where a cell of a category begins in a list, as a number of keys; cell may be one past the last. */
// @ts-ignore: decorator
@inline
export function cellStart(list: i32, category: i32, cell: u32): u32 {
  return load<u32>(cellEntry(list, category, cell));
}

/** Keys of list 0 or 1. */
export function sizeOf(list: i32): u32 {
  return cellStart(list, 2, (<u32>1) << cellBits);
}

// @ts-ignore: decorator
@inline
function cellEntry(list: i32, category: i32, cell: u32): usize {
  const number = <u32>category * (((<u32>1) << cellBits) + 1) + cell;
  return CELLS + (list ? CELLS_STRIDE : 0) + ((<usize>number) << 2);
}

/** Makes list 0 or 1 of the `count` half placements whose masks are at `l` and `d`, in lanes T. */
export function sortIntoCells<T>(list: i32, l: usize, d: usize, count: u32): void {
  makeKeys<T>(l, d, count);
  countCells(count);
  startCells(list);
  moveKeys(keysOf(list), count);
}

// A counting sort. Neighbours often are of the same cell, and a counter that was just stored takes some cycles to load:
// so keys of even and of odd number have counters, and then cursors, of their own, side by side (a fifth of the sort).

/** Address of the counter, or cursor, of a cell with its category, for keys of even number; for odd ones 4 behind. */
// @ts-ignore: decorator
@inline
function cursorOf(cell: u32): usize {
  return CURSORS + ((<usize>cell) << 3);
}

/** Counts the keys of every cell. */
function countCells(count: u32): void {
  memory.fill(CURSORS, 0, (3 * 8) << cellBits);
  let at = cells;
  for (const pairsEnd = cells + 2 * <usize>(count & ~1); at < pairsEnd; at += 4) {
    const even = cursorOf(load<u16>(at));
    const odd = cursorOf(load<u16>(at, 2));
    store<u32>(even, load<u32>(even) + 1);
    store<u32>(odd, load<u32>(odd, 4) + 1, 4);
  }
  if (count & 1) {
    const even = cursorOf(load<u16>(at));
    store<u32>(even, load<u32>(even) + 1);
  }
}

/** Turns the counters into cursors, and notes where each cell begins. */
function startCells(list: i32): void {
  const cellCount = (<u32>1) << cellBits;
  let start: u32 = 0;
  for (let category = 0; category < 3; category++) {
    for (let cell: u32 = 0; cell < cellCount; cell++) {
      const cursor = cursorOf(<u32>category * cellCount + cell);
      const even = load<u32>(cursor);
      const odd = load<u32>(cursor, 4);
      store<u32>(cellEntry(list, category, cell), start);
      store<u32>(cursor, start);
      store<u32>(cursor, start + even, 4);
      start += even + odd;
    }
    store<u32>(cellEntry(list, category, cellCount), start);
  }
}

/** Moves every key to its cell. */
function moveKeys(keys: usize, count: u32): void {
  let at = cells;
  let key = unsorted;
  for (const pairsEnd = cells + 2 * <usize>(count & ~1); at < pairsEnd; at += 4, key += 16) {
    const even = cursorOf(load<u16>(at));
    const odd = cursorOf(load<u16>(at, 2));
    const evenPlace = load<u32>(even);
    const oddPlace = load<u32>(odd, 4);
    store<u32>(even, evenPlace + 1);
    store<u32>(odd, oddPlace + 1, 4);
    store<u64>(keys + ((<usize>evenPlace) << 3), load<u64>(key));
    store<u64>(keys + ((<usize>oddPlace) << 3), load<u64>(key, 8));
  }
  if (count & 1) store<u64>(keys + ((<usize>load<u32>(cursorOf(load<u16>(at)))) << 3), load<u64>(key));
}

/** Keys and cells of the half placements, eight at a time, in the order they come. */
function makeKeys<T>(l: usize, d: usize, count: u32): void {
  const low = i16x8.splat(<i16>(((<i32>1) << lowChunk) - 1));
  let key = unsorted;
  let cell = cells;
  for (const end = cells + 2 * <usize>count; cell < end; cell += 16, key += 64) {
    const l0 = v128.load(l);
    const d0 = v128.load(d);
    const l1 = v128.load(l, 16); // of no meaning with lanes of 16 bits: eight are in the first vector
    const d1 = v128.load(d, 16);
    v128.store(cell, cellsAndCategories(windowOf<T>(l0, l1), windowOf<T>(d0, d1)));
    const cutL = cutMasks<T>(l0, l1);
    const cutD = cutMasks<T>(d0, d1);
    const lowL = i16x8.shl(v128.and(cutL, low), 4);
    const highL = i16x8.shl(i16x8.shr_u(cutL, lowChunk), 4);
    const lowD = i16x8.shl(v128.and(cutD, low), 4);
    const highD = i16x8.shl(i16x8.shr_u(cutD, lowChunk), 4);
    // From four vectors of one chunk for eight keys each to four vectors of two keys each.
    const l03 = i16x8.shuffle(lowL, highL, 0, 8, 1, 9, 2, 10, 3, 11);
    const l47 = i16x8.shuffle(lowL, highL, 4, 12, 5, 13, 6, 14, 7, 15);
    const d03 = i16x8.shuffle(lowD, highD, 0, 8, 1, 9, 2, 10, 3, 11);
    const d47 = i16x8.shuffle(lowD, highD, 4, 12, 5, 13, 6, 14, 7, 15);
    v128.store(key, i32x4.shuffle(l03, d03, 0, 4, 1, 5));
    v128.store(key, i32x4.shuffle(l03, d03, 2, 6, 3, 7), 16);
    v128.store(key, i32x4.shuffle(l47, d47, 0, 4, 1, 5), 32);
    v128.store(key, i32x4.shuffle(l47, d47, 2, 6, 3, 7), 48);
    l += 8 * sizeof<T>();
    d += 8 * sizeof<T>();
  }
}
