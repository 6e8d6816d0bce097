// Exports single functions of the kernel for test/workers/meet-pieces.test.ts, which compiles this file.

import { readBoard } from './board';
import { nextSameSize } from './column-sets';
import { compress, fillCompressionTables, shuffleOf } from './compression';
import { expand, expandToKeys, filterToKeys } from './expansion';
import { countFitsDirectly } from './few-keys';
import { join as joinKeys } from './join';
import { KEYS_BYTES, Keys, canHold } from './keys';
import { ARENA, INPUT, MATRIX_KEYS, QUERY_KEYS, ROWS, L_TO_D } from './layout';
import { layOutLists } from './lists';
import { fillPadding } from './padding';
import { transpose128 } from './transposition';

export { canHold, nextSameSize };

/** Addresses that the tests write to and read from. */
export const rows: usize = ROWS;
export const queryKeys: usize = QUERY_KEYS;
export const matrixKeys: usize = MATRIX_KEYS;
export const lToD: usize = L_TO_D;
export const scratch: usize = ARENA;

/** Allocates the memory: the fixed addresses and 192 KB of scratch. */
export function initialise(): void {
  memory.grow(<i32>(ARENA >> 16) + 3);
  fillCompressionTables();
  fillPadding();
  layOutLists(ARENA, ARENA + 0x10000);
}

/** Compresses the 16 bytes at scratch in place, as lanes of 16 bits or 32 bits. */
export function compress16(mask: u32): void {
  v128.store(ARENA, compress(v128.load(ARENA), shuffleOf<u16>(mask)));
}

export function compress32(mask: u32): void {
  v128.store(ARENA, compress(v128.load(ARENA), shuffleOf<u32>(mask)));
}

/** Transposes the 128 keys at scratch, and stores the bit matrix at `rows`. */
export function transpose(): void {
  transpose128(ARENA, ROWS);
}

/** Sets the number of bits in each mask of a key. */
export function setKeyBits(bits: i32): void {
  store<i32>(INPUT, bits, 20);
  readBoard();
}

/** Starts list 0 (query keys) or 1 (matrix keys) with `sections` sections. */
export function startList(list: i32, sections: i32): void {
  listOf(list).begin(list ? MATRIX_KEYS : QUERY_KEYS, sections);
}

/** Ends a section of a list before key `end`. */
export function endSection(list: i32, section: i32, end: u32): void {
  listOf(list).setStart(section + 1, end);
}

/** Counts the weighted fitting pairs of the two lists. */
export function join(strict: u32, tie: u32): f64 {
  return <f64>joinKeys(listOf(0), listOf(1), strict, tie);
}

function listOf(list: i32): Keys {
  return changetype<Keys>(ARENA + KEYS_BYTES * <usize>list);
}

/** Counts the fitting pairs of `queries` queries and `count` matrix keys, without tables. */
export function fitsDirectly(queries: u32, count: u32): f64 {
  return <f64>countFitsDirectly(QUERY_KEYS, QUERY_KEYS + 2 * <usize>queries, MATRIX_KEYS, count);
}

/** Expands `count` elements. l is at scratch, and d is 32 KB after it. Results are 16 KB after their inputs. */
export function expand16(count: u32, column: i32, kept: u32): u32 {
  return expand<u16>(ARENA, count, column, kept, ARENA + 0x4000);
}

export function expand32(count: u32, column: i32, kept: u32): u32 {
  return expand<u32>(ARENA, count, column, kept, ARENA + 0x4000);
}

/** Expands to keys at `queryKeys`. Leaves out halves that attack a band queen. */
export function keys(count: u32, column: i32, l: u32, d: u32): u32 {
  return expandToKeys(ARENA, count, column, l, d, QUERY_KEYS);
}

/** Filters complete halves to keys at `queryKeys`. Leaves out halves that attack a band queen. */
export function filter(count: u32, l: u32, d: u32): u32 {
  return filterToKeys(ARENA, count, l, d, QUERY_KEYS);
}
