// Not part of any kernel: the pieces one by one, for test/workers/meet-pieces.test.ts, which compiles this file itself.

import { joinCells, setCellKeyBits } from './cell-join';
import { CELL_KEYS_BYTES, CellKeys } from './cell-keys';
import { nextSameSize } from './column-sets';
import { compress, fillCompressionTables, shuffleOf } from './compression';
import { expand, expandToKeys, filterToKeys, setBand } from './expansion';
import { countFitsDirectly } from './few-keys';
import { Keys, joinKeys, setKeyBits } from './join';
import { ARENA, MATRIX_KEYS, QUERY_KEYS, ROWS, L_TO_D } from './layout';
import { layOutLists } from './lists';
import { fillPadding } from './or-tables';
import { transpose128 } from './transposition';

export { nextSameSize, setBand, setCellKeyBits, setKeyBits };

/** Addresses that the tests write to and read from. */
export const rows: usize = ROWS;
export const queryKeys: usize = QUERY_KEYS;
export const matrixKeys: usize = MATRIX_KEYS;
export const lToD: usize = L_TO_D;
export const scratch: usize = ARENA;

/** Makes the memory: the fixed part and 192 KB of scratch. */
export function initialise(): void {
  memory.grow(<i32>(ARENA >> 16) + 3);
  fillCompressionTables();
  fillPadding();
  layOutLists(ARENA, ARENA + 0x10000);
}

/** Compresses the 16 bytes at scratch in place: lanes of 2 or 4 bytes. */
export function compress16(mask: u32): void {
  v128.store(ARENA, compress(v128.load(ARENA), shuffleOf<u16>(mask)));
}

export function compress32(mask: u32): void {
  v128.store(ARENA, compress(v128.load(ARENA), shuffleOf<u32>(mask)));
}

/** Transposes the 128 keys at scratch into the rows, as word 0. */
export function transpose(): void {
  transpose128(ARENA, ROWS);
}

/** The weighted pairs that fit of the first `queries` queries and the first `matrix` matrix keys; strict ones come first. */
export function join(
  queries: u32, strictQueries: u32, matrix: u32, strictMatrix: u32, strict: u32, tie: u32,
): f64 {
  const a = listOf(ARENA, QUERY_KEYS, strictQueries, queries);
  return <f64>joinKeys(a, listOf(ARENA + 16, MATRIX_KEYS, strictMatrix, matrix), strict, tie);
}

function listOf(at: usize, keys: usize, strict: u32, all: u32): Keys {
  const list = changetype<Keys>(at);
  list.at = keys;
  list.strict = strict;
  list.all = all;
  return list;
}

/** Says that part `part` of `parts` of a list (0 the query keys, 1 the matrix keys) ends at `end`; parts in order. */
export function endPart(list: i32, parts: i32, part: i32, end: u32): void {
  const keys = cellKeys(list);
  keys.at = list ? MATRIX_KEYS : QUERY_KEYS;
  keys.parts = parts;
  if (!part) keys.all = 0;
  keys.setEnd(part, end);
  keys.all += end - keys.start(part);
}

/** The weighted pairs of these lists that fit, by their cells. */
export function joinByCells(strict: u32, tie: u32): f64 {
  return <f64>joinCells(cellKeys(0), cellKeys(1), strict, tie);
}

function cellKeys(list: i32): CellKeys {
  return changetype<CellKeys>(ARENA + CELL_KEYS_BYTES * <usize>list);
}

/** The pairs that fit, without tables. */
export function fitsDirectly(queries: u32, count: u32): f64 {
  return <f64>countFitsDirectly(QUERY_KEYS, QUERY_KEYS + 2 * <usize>queries, MATRIX_KEYS, count);
}

/** Expands `count` elements of l at scratch and of d 32 KB behind, to 16 KB behind either; leaves columns free. */
export function expand16(count: u32, column: i32, kept: u32): u32 {
  return expand<u16>(ARENA, count, column, kept, ARENA + 0x4000);
}

export function expand32(count: u32, column: i32, kept: u32): u32 {
  return expand<u32>(ARENA, count, column, kept, ARENA + 0x4000);
}

/** The same to keys, which are stored as queries, without what a queen of the band attacks. */
export function keys16(count: u32, column: i32, l: u32, d: u32): u32 {
  return expandToKeys<u16>(ARENA, count, column, l, d, QUERY_KEYS);
}

export function keys32(count: u32, column: i32, l: u32, d: u32): u32 {
  return expandToKeys<u32>(ARENA, count, column, l, d, QUERY_KEYS);
}

/** The keys of those without what a queen of the band attacks, likewise. */
export function filter16(count: u32, l: u32, d: u32): u32 {
  return filterToKeys<u16>(ARENA, count, l, d, QUERY_KEYS);
}

export function filter32(count: u32, l: u32, d: u32): u32 {
  return filterToKeys<u32>(ARENA, count, l, d, QUERY_KEYS);
}
