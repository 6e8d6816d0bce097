// Packing: the lists of all rows but the last in lanes of 16 bits, for n from 18 to 24, where levels need lanes of 32.
//
// Of a half placement three kinds of diagonals still matter, by the column in which they pass the side's last row:
//
//     column          0 .. b      b+1 ........ n-2-b      n-1-b .. n-1         (b rows of the band)
//     l               |  in the key: they cross the band | left over     |
//     d               | left over | in the key: they cross the band      |
//
// Those that cross the whole band are the key, n - 1 - b of either direction, at most 16. The b + 1 left over of either
// direction are asked for by the last row and by the last band queen alone, and share a third mask:
//
//     l   bits 0 .. n-2-b    columns 0 .. n-2-b              p   bits 0 .. b        l, columns n-1-b .. n-1
//     d   bits 0 .. n-2-b    columns b+1 .. n-1                  bits b+1 .. 2b+1   d, columns 0 .. b
//
// So nothing is shifted any more: a queen of the last row, and one of the band, is a few bits that are tested or added.

import { shuffleOf } from './compression';
import { L_TO_D } from './layout';
import { listsD, listsL, listsP } from './half-placements';

let n: i32 = 0;
let band: i32 = 0;
let keyBits: i32 = 0;

/** What two diagonals are as bits of the three masks. */
export let packedL: u32 = 0;
export let packedD: u32 = 0;
export let packedP: u32 = 0;

/** Whether half placements of n queens are packed: below, lanes of 16 bits hold all; above, p is too short. */
export function suitsPacking(size: i32, bandRows: i32): bool {
  return size > 17 && 2 * (bandRows + 1) <= 16;
}

/** Says for which board, and for how many rows of the band, lists are packed from here on. */
export function setPacking(size: i32, bandRows: i32): void {
  n = size;
  band = bandRows;
  keyBits = size - 1 - bandRows;
}

/** Sets packedL, packedD and packedP for the diagonals that pass the last row in columns `l` and `d`, if they are on the board. */
export function packDiagonals(l: i32, d: i32): void {
  packedL = 0;
  packedD = 0;
  packedP = 0;
  if (l >= 0 && l < n) {
    if (l < keyBits) packedL = (<u32>1) << l;
    else packedP |= (<u32>1) << (l - keyBits);
  }
  if (d >= 0 && d < n) {
    if (d > band) packedD = (<u32>1) << (d - band - 1);
    else packedP |= (<u32>1) << (band + 1 + d);
  }
}

/** Packs `count` half placements without the last row, whole blocks of 8 with their padding. */
export function pack(l: usize, d: usize, count: u32, toL: usize, toD: usize, toP: usize): void {
  if (!count) return;
  const end = toL + (<usize>count << 1);
  do {
    const l0 = v128.load(l);
    const l1 = v128.load(l, 16);
    const d0 = v128.load(d);
    const d1 = v128.load(d, 16);
    const key = i32x4.splat((1 << keyBits) - 1);
    const few = i32x4.splat((1 << (band + 1)) - 1);
    // Padding stays all ones.
    const none0 = i32x4.shr_u(i32x4.eq(l0, i32x4.splat(-1)), 16);
    const none1 = i32x4.shr_u(i32x4.eq(l1, i32x4.splat(-1)), 16);
    v128.store(toL, i16x8.narrow_i32x4_u(
      v128.or(none0, v128.and(i32x4.shl(l0, 1), key)), v128.or(none1, v128.and(i32x4.shl(l1, 1), key)),
    ));
    v128.store(toD, i16x8.narrow_i32x4_u(
      v128.or(none0, v128.and(i32x4.shr_u(d0, band + 1), key)), v128.or(none1, v128.and(i32x4.shr_u(d1, band + 1), key)),
    ));
    v128.store(toP, i16x8.narrow_i32x4_u(v128.or(none0, leftOver(l0, d0, few)), v128.or(none1, leftOver(l1, d1, few))));
    l += 32;
    d += 32;
    toL += 16;
    toD += 16;
    toP += 16;
  } while (toL < end);
}

// @ts-ignore: decorator
@inline
function leftOver(l: v128, d: v128, few: v128): v128 {
  return v128.or(v128.and(i32x4.shr_u(l, keyBits - 1), few), i32x4.shl(v128.and(d, few), band + 1));
}

/** Pads a packed list that began at element `start` and has come to `end` to whole blocks. @returns its new end. */
export function padPacked(l: usize, d: usize, p: usize, end: u32, start: u32): u32 {
  const ones = i64x2.splat(-1);
  v128.store(l + (<usize>end << 1), ones);
  v128.store(d + (<usize>end << 1), ones);
  v128.store(p + (<usize>end << 1), ones);
  return start + ((end - start + 7) & ~7);
}

/**
 * Adds a queen on `column` of the last row to `count` half placements from element `first` on; out come half placements
 * from element `at` on, with their bits left over if `keepsLeftOver`.
 * @returns how many.
 */
export function expandPacked(first: u32, count: u32, column: i32, keepsLeftOver: bool, at: u32): u32 {
  packDiagonals(column, column);
  const out = <usize>at << 1;
  const l = packedL;
  const d = packedD;
  const p = packedP;
  if (keepsLeftOver) return passAll(first, count, l, d, p, l, d, p, listsL + out, listsD + out, listsP + out);
  return p
    ? passTested(first, count, l, d, p, l, d, listsL + out, listsD + out)
    : passUntested(first, count, l, d, l, d, listsL + out, listsD + out);
}

/** The same, of those that leave the last band queen free, which attacks `alsoL`, `alsoD` and `alsoP`; out come keys. */
export function expandPackedToKeys(
  first: u32, count: u32, column: i32, alsoL: u32, alsoD: u32, alsoP: u32, out: usize,
): u32 {
  packDiagonals(column, column);
  const l = packedL;
  const d = packedD;
  const p = packedP | alsoP;
  return p
    ? passTested(first, count, l | alsoL, d | alsoD, p, l, d, out, out + L_TO_D)
    : passUntested(first, count, l | alsoL, d | alsoD, l, d, out, out + L_TO_D);
}

/** The keys of those of `count` complete half placements from element `first` on that leave a queen of the band free. */
export function filterPacked(first: u32, count: u32, l: u32, d: u32, p: u32, out: usize): u32 {
  return p
    ? passTested(first, count, l, d, p, 0, 0, out, out + L_TO_D)
    : passUntested(first, count, l, d, 0, 0, out, out + L_TO_D);
}

// The work itself, eight at a time: those that meet no bit of the test, with the bits of a queen added; without the bits
// left over, or with them in the test, or in the test and in what comes out.

function passUntested(
  first: u32, count: u32, testL: u32, testD: u32, addL: u32, addD: u32, toL: usize, toD: usize,
): u32 {
  return pass(first, count, testL, testD, 0, addL, addD, 0, toL, toD, 0, false, false);
}

function passTested(
  first: u32, count: u32, testL: u32, testD: u32, testP: u32, addL: u32, addD: u32, toL: usize, toD: usize,
): u32 {
  return pass(first, count, testL, testD, testP, addL, addD, 0, toL, toD, 0, true, false);
}

function passAll(
  first: u32, count: u32, testL: u32, testD: u32, testP: u32, addL: u32, addD: u32, addP: u32,
  toL: usize, toD: usize, toP: usize,
): u32 {
  return pass(first, count, testL, testD, testP, addL, addD, addP, toL, toD, toP, true, true);
}

// @ts-ignore: decorator
@inline
function pass(
  first: u32, count: u32, testL: u32, testD: u32, testP: u32, addL: u32, addD: u32, addP: u32,
  toL: usize, toD: usize, toP: usize, readsP: bool, writesP: bool,
): u32 {
  const testsL = i16x8.splat(<i16>testL);
  const testsD = i16x8.splat(<i16>testD);
  const testsP = i16x8.splat(<i16>testP);
  const addsL = i16x8.splat(<i16>addL);
  const addsD = i16x8.splat(<i16>addD);
  const addsP = i16x8.splat(<i16>addP);
  const zero = i64x2.splat(0);
  const start = toL;
  let at = listsL + (<usize>first << 1);
  const d = listsD - listsL;
  const p = listsP - listsL;
  if (!count) return 0;
  const end = at + (<usize>count << 1);
  // V8 takes what does not change out of a loop only if the condition stands at its end (see expansion.ts).
  do {
    const l0 = v128.load(at);
    const d0 = v128.load(at + d);
    let hit = v128.or(v128.and(l0, testsL), v128.and(d0, testsD));
    if (readsP) hit = v128.or(hit, v128.and(v128.load(at + p), testsP));
    const free = i16x8.eq(hit, zero);
    // Lanes of 16 bits have no mask instruction on x86: they are narrowed to bytes for one.
    const mask = <u32>i8x16.bitmask(i8x16.narrow_i16x8_s(free, zero));
    const close = shuffleOf<u16>(mask);
    v128.store(toL, i8x16.swizzle(v128.or(l0, addsL), close));
    v128.store(toD, i8x16.swizzle(v128.or(d0, addsD), close));
    const kept = <usize>popcnt(mask) << 1;
    if (writesP) {
      v128.store(toP, i8x16.swizzle(v128.or(v128.load(at + p), addsP), close));
      toP += kept;
    }
    toL += kept;
    toD += kept;
    at += 16;
  } while (at < end);
  return <u32>((toL - start) >> 1);
}
