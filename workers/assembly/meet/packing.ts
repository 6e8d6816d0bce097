// Packing stores a half in three 16-bit lanes instead of two 32-bit ones. With it, n = 18 takes 30% less time. Up to
// n = 17, where two 16-bit lanes are enough, it would make counts take 1.15 to 1.2 times as long.
//
// In every row, a diagonal is numbered by its column in the side's last row. So masks are never shifted, and a queen is
// a few bits that are first tested, then added. The caller gives each diagonal a bit in one of three masks (see
// src/core/meet/key-bits.ts for the rule and a drawing):
//
//     l, d    the key: diagonals that queens of both sides can occupy         bit numbers 0 .. 15, 16 .. 31
//     p       the others, which matter only to the side's own rows            bit numbers 32 .. 47
//             and the last band queen
//
// Diagonals that no half can occupy have no bit.
//
// Packing reads the lanes l and d one byte at a time. A table for each byte holds the packed bits of each value:
//
//     PACKING    | l: byte 0 | byte 1 | byte 2 | byte 3 | d: byte 0 | byte 1 | byte 2 | byte 3 |      256 entries each

import { PACKING } from './layout';
import { BLOCK, listsD, listsL, listsP } from './lists';
import { Side } from './side';

/** Number of entries in a side's table of bit numbers. Each direction has such a table. */
const DIAGONALS: i32 = 40;
/** Index of the entry for the d diagonal of column 0. (Columns of d diagonals can be negative.) */
const FIRST_D: i32 = DIAGONALS + 8;

/** Size of a table of packed bits, in bytes. */
const TABLE_BYTES: usize = 8 << 8;
const PACKING_D: usize = PACKING + 4 * TABLE_BYTES;

/** A set of diagonals, as bits of the three masks: those of queens, or those that must stay free. */
@unmanaged
export class Diagonals {
  l: u16;
  d: u16;
  p: u16;
  /** 1 if the queens turn a strict half into a tie (side.ts). */
  ties: u16;

  /** Sets the diagonals of a queen, which are in the columns `l` and `d` of the side's last row. */
  setToQueen(side: Side, l: i32, d: i32): void {
    let bits: u64 = 0;
    if (l >= 0 && l < DIAGONALS) bits |= packEntry(side, l);
    if (d >= -8 && d < DIAGONALS - 8) bits |= packEntry(side, FIRST_D + d);
    store<u64>(changetype<usize>(this), bits);
  }

  /** Returns the four fields as one number. */
  bits(): u64 {
    return load<u64>(changetype<usize>(this));
  }
}

/** Returns the bit of a diagonal in the 48 bits of l, d and p; 0 if it has none. */
function packEntry(side: Side, entry: i32): u64 {
  const number = load<i32>(side.bitNumbers + (<usize>entry << 2));
  return number < 0 ? 0 : (<u64>1) << number;
}

/** Fills the tables for halves of `side` with `rowsLeft` rows still to add. */
export function fillPackingTables(side: Side, rowsLeft: i32): void {
  // The next row is `rowsLeft` - 1 rows before the last one. l is not shifted for it yet (expansion.ts), but d is.
  for (let bit = 0; bit < 32; bit++) {
    addToTable(PACKING, bit, packEntry(side, rowsLeft + bit));
    addToTable(PACKING_D, bit, packEntry(side, FIRST_D - (rowsLeft - 1) + bit));
  }
}

/** Doubles the filled part of the table for bit `bit` of a lane. The new entries also contain the bits `packed`. */
function addToTable(tables: usize, bit: i32, packed: u64): void {
  const table = tables + TABLE_BYTES * <usize>(bit >> 3);
  const half: usize = 8 << (bit & 7);
  if (half == 8) store<u64>(table, 0);
  for (let at = table; at < table + half; at += 8) store<u64>(at + half, load<u64>(at) | packed);
}

/** Returns the packed bits of a lane. */
function packLane(tables: usize, lane: u32): u64 {
  return (
    load<u64>(tables + ((<usize>lane & 0xff) << 3)) |
    load<u64>(tables + ((<usize>(lane >> 8) & 0xff) << 3), TABLE_BYTES) |
    load<u64>(tables + ((<usize>(lane >> 16) & 0xff) << 3), 2 * TABLE_BYTES) |
    load<u64>(tables + (<usize>(lane >> 24) << 3), 3 * TABLE_BYTES)
  );
}

/**
 * Packs `count` halves, including padding, from 32-bit lanes to 16-bit lanes at element `at`. The lanes may overlap.
 * @returns the number of halves without padding.
 */
export function pack(l: usize, d: usize, count: u32, at: u32): u32 {
  const start = at;
  for (const end = l + (<usize>count << 2); l < end; l += 4, d += 4) {
    if (load<i32>(l) == -1) continue; // padding
    const bits = packLane(PACKING, load<u32>(l)) | packLane(PACKING_D, load<u32>(d));
    const to = (<usize>at) << 1;
    at++;
    store<u16>(listsL + to, <u16>bits);
    store<u16>(listsD + to, <u16>(bits >> 16));
    store<u16>(listsP + to, <u16>(bits >> 32));
  }
  return at - start;
}

/** Pads the list start..end to whole blocks. @returns its new end. */
export function padPacked(end: u32, start: u32): u32 {
  const ones = i64x2.splat(-1);
  v128.store(listsL + (<usize>end << 1), ones);
  v128.store(listsD + (<usize>end << 1), ones);
  v128.store(listsP + (<usize>end << 1), ones);
  return start + ((end - start + BLOCK - 1) & ~(BLOCK - 1));
}
