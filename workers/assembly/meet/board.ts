// The board to count. The caller writes it to INPUT as 32-bit numbers.
//
//     INPUT      | n | band rows | row of the last band queen | is packed | count of last queens | key bits | 0 | 0 |
//                | side above | side below |        128 numbers each, see side.ts
//                | column, strict, tie |            for each column of the last band queen, see last-queens.ts
//
// This file reads the first eight numbers, which the whole kernel needs.

import { INPUT } from './layout';

/** Number of rows in the band. */
export let bandRows: i32 = 0;
/** Row of the last band queen, counted from 0 in the band. */
export let lastRow: i32 = 0;
/** Number of bits in each mask of a key, at most 16. */
export let keyBits: i32 = 0;
/** True if lists are packed: three 16-bit lanes for a half (packing.ts) instead of two (expansion.ts). */
export let isPacked: bool = false;

export function readBoard(): void {
  bandRows = load<i32>(INPUT, 4);
  lastRow = load<i32>(INPUT, 8);
  keyBits = load<i32>(INPUT, 20);
  isPacked = load<i32>(INPUT, 12) != 0;
}

/** Returns the address of a side's description. `side` is 0 for the side above the band, and 1 for the side below. */
export function sideInput(side: i32): usize {
  return INPUT + 32 + (<usize>side << 9);
}

/** Returns the number of possible columns of the last band queen. */
export function lastQueenCount(): i32 {
  return load<i32>(INPUT, 16);
}

/** Returns the address of the description of a possible column of the last band queen. */
export function lastQueenInput(number: i32): usize {
  return INPUT + 32 + 1024 + 12 * <usize>number;
}
