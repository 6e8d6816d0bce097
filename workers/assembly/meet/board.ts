// The board to count. The caller writes it to INPUT as 32-bit numbers.
//
//     INPUT      | n | band rows | row of the last band queen | form of lists | count of last queens | 0 | 0 | 0 |
//                | side above | side below |        32 numbers each, see side.ts
//                | column, strict, tie |            for each column of the last band queen, see last-queens.ts
//
// This file reads the first eight numbers, which the whole kernel needs.

import { INPUT } from './layout';

// Forms of lists. Form 0 has lanes of 16 bits. See expansion.ts for lanes, packing.ts for packing, join.ts for groups.
const LANES_OF_32: i32 = 1;
const PACKED: i32 = 2;
const PACKED_IN_GROUPS: i32 = 3;

/** Number of rows of the band. */
export let bandRows: i32 = 0;
/** Row of the last band queen, counted from 0 in the band. */
export let lastRow: i32 = 0;
/** Number of diagonals in one direction that cross the whole band. */
export let crossing: i32 = 0;
/** Number of the central diagonal, for which keys in groups have no bit. Without groups 32, which no diagonal has. */
export let central: i32 = 0;
/** Number of groups in a list of complete halves: 1 or 4. */
export let groups: i32 = 1;
/** Whether lists are packed. */
export let isPacked: bool = false;
/** Binary logarithm of the bytes in a lane. */
export let laneShift: i32 = 0;

export function readBoard(): void {
  const n = load<i32>(INPUT);
  bandRows = load<i32>(INPUT, 4);
  lastRow = load<i32>(INPUT, 8);
  const form = load<i32>(INPUT, 12);
  crossing = n - 1 - bandRows;
  groups = form == PACKED_IN_GROUPS ? 4 : 1;
  central = groups > 1 ? crossing >> 1 : 32;
  isPacked = form >= PACKED;
  laneShift = form == LANES_OF_32 ? 2 : 1;
}

/** Returns the number of bits in each mask of a key, at most 16. */
export function keyBits(): i32 {
  return groups > 1 ? crossing - 1 : crossing;
}

/** Returns the address of a side's description. `side` is 0 for the side above the band, and 1 for the side below. */
export function sideInput(side: i32): usize {
  return INPUT + 32 + (<usize>side << 7);
}

/** Returns the number of possible columns of the last band queen. */
export function lastQueenCount(): i32 {
  return load<i32>(INPUT, 16);
}

/** Returns the address of the description of a possible column of the last band queen. */
export function lastQueenInput(number: i32): usize {
  return INPUT + 32 + 256 + 12 * <usize>number;
}
