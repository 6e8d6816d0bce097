// Packing: half placements in three lanes of 16 bits each, where their diagonals take lanes of 32 otherwise.
//
// Diagonals are named by the column in which they pass the side's last row, whatever row is being filled; so nothing is
// ever shifted, and a queen, wherever it stands, is a few bits that are tested or added.
//
//     column          0 .. b          b+1 ....... n-2-b      n-1-b .. n-1          (b rows of the band)
//     l               |  in the key: they cross the band    | left over     |  . .
//     d         . .   | left over   | in the key: they cross the band       |
//
// Those that cross the whole band are the key, n - 1 - b of either direction. Those left over are asked for by the rows of
// the side and by the last band queen alone, and share a third mask. It has room for 8 of either direction: the b + 1 that
// pass the last row on the board, and 7 - b that leave the board in the 7 - b rows before it. With more rows to go, half
// placements are not packed yet.
//
//     l   bits of the key from column 0 on                  p   bits 0 .. 7     l, columns n-1-b .. n+6-b
//     d   bits of the key from column b+1 on                    bits 8 .. 15    d, columns b-7 .. b
//
// Keys of 16 or 17 bits do without the one in the middle, the central diagonal's: it makes the half placement's cell
// (cell-join.ts). Lists with all rows are split by cells (cell-lists.ts). Lists with rows to go are not: there the central
// bits c take the places of diagonals that only a queen of the last row occupies, of l that of column 0, of d bit 15.
//
//     key      | 16 .. 9 | 8 | 7 .. 0 |
//                       /     \
//     mask     | 15 .. 8 | 7 .. 0 |        with rows to go    l | 15 ..... 1 | c |        d | c | 14 ..... 0 |
//
// If all lists are split, n = 19 to 21 take as long, n = 22 1.13 and n = 24 1.17 times as long: runs are short there, and
// each costs some 90 cycles beside its elements (2026-11-23).

import { compress, shuffleOf } from './compression';
import { L_TO_D } from './layout';
import { BLOCK, listsD, listsL, listsP } from './lists';

let band: i32 = 0;
let keyBits: i32 = 0;
/** Number of the key's bit that is a cell instead, or more than there are. */
let central: i32 = 0;

/** Bits of p for either direction. */
const LEFT_OVER: i32 = 8;

/** With cells, the bits of the central diagonals in the masks of half placements with rows to go. */
export const CENTRAL_L: u16 = 1;
export const CENTRAL_D: u16 = 1 << 15;

/** Says for which board, and for how many rows of the band, lists are packed from here on. */
export function setPacking(n: i32, bandRows: i32, withCells: bool): void {
  band = bandRows;
  keyBits = n - 1 - bandRows;
  central = withCells ? keyBits >> 1 : 32;
}

/** Rows that may be left to fill when half placements are packed, 2 for six rows of the band. */
export function mostRowsLeft(): i32 {
  return LEFT_OVER - band;
}

/** Some diagonals, as bits of the masks: those of a queen, or those that must stay free. */
@unmanaged
export class Diagonals {
  /** As bits of a half placement with all rows. */
  l: u16;
  d: u16;
  p: u16;
  cell: u16;
  /** As bits of one with rows to go; its p has the same bits. */
  beforeL: u16;
  beforeD: u16;

  /** Those of a queen, by the columns in which they pass the last row; what no mask has a bit for falls away. */
  ofQueen(l: i32, d: i32): void {
    const numberD = d - band - 1;
    this.l = keyBit(l);
    this.d = keyBit(numberD);
    this.p = 0;
    const leftOverL = l - keyBits;
    if (leftOverL >= 0 && leftOverL < LEFT_OVER) this.p |= <u16>((<u32>1) << leftOverL);
    const leftOverD = numberD + LEFT_OVER;
    if (leftOverD >= 0 && leftOverD < LEFT_OVER) this.p |= <u16>((<u32>1) << (leftOverD + LEFT_OVER));
    this.cell = (l == central ? 2 : 0) | (numberD == central ? 1 : 0);
    this.beforeL = this.l;
    this.beforeD = this.d;
    if (!hasCells()) return;
    this.beforeL = (this.l & ~CENTRAL_L) | (l == central ? CENTRAL_L : 0);
    this.beforeD = (this.d & ~CENTRAL_D) | (numberD == central ? CENTRAL_D : 0);
  }

  /** Makes these those of two others. */
  ofBoth(one: Diagonals, other: Diagonals): void {
    this.l = one.l | other.l;
    this.d = one.d | other.d;
    this.p = one.p | other.p;
    this.cell = one.cell | other.cell;
    this.beforeL = one.beforeL | other.beforeL;
    this.beforeD = one.beforeD | other.beforeD;
  }

  meet(other: Diagonals): bool {
    return ((this.l & other.l) | (this.d & other.d) | (this.p & other.p) | (this.cell & other.cell)) != 0;
  }
}

function keyBit(number: i32): u16 {
  if (number < 0 || number >= keyBits || number == central) return 0;
  return <u16>((<u32>1) << (number > central ? number - 1 : number));
}

// @ts-ignore: decorator
@inline
function hasCells(): bool {
  return central < keyBits;
}

/**
 * Packs `count` half placements in lanes of 32 bits, whole blocks with their padding, to element `at` and on. There are
 * `rowsLeft` rows to go.
 * @returns how many there are without padding.
 */
export function pack(l: usize, d: usize, count: u32, rowsLeft: i32, at: u32): u32 {
  const out = <usize>at << 1;
  const start = listsL + out;
  let toL = start;
  let toD = listsD + out;
  let toP = listsP + out;
  const ones = i64x2.splat(-1);
  for (const end = l + (<usize>count << 2); l < end; l += 16, d += 16) {
    // Bits of the key, and those left over above it; of d, those left over lie below it.
    const l0 = v128.load(l);
    const d0 = v128.load(d);
    const numbersL = i32x4.shl(l0, rowsLeft);
    const numbersD = i32x4.shl(d0, LEFT_OVER - band - rowsLeft);
    const mask = <u32>i32x4.bitmask(i32x4.ne(l0, ones));
    const close = shuffleOf<u32>(mask);
    const few = i32x4.splat((1 << LEFT_OVER) - 1);
    const p = v128.or(v128.and(i32x4.shr_u(numbersL, keyBits), few), i32x4.shl(v128.and(numbersD, few), LEFT_OVER));
    store4(toL, compress(keyOf(numbersL, CENTRAL_L), close));
    store4(toD, compress(keyOf(i32x4.shr_u(numbersD, LEFT_OVER), CENTRAL_D), close));
    store4(toP, compress(p, close));
    const kept = <usize>popcnt(mask) << 1;
    toL += kept;
    toD += kept;
    toP += kept;
  }
  return <u32>((toL - start) >> 1);
}

/** The bits of the key; the central one, where that is a cell, comes to another place. */
// @ts-ignore: decorator
@inline
function keyOf(numbers: v128, centralBit: i32): v128 {
  const key = v128.and(numbers, i32x4.splat((1 << keyBits) - 1));
  if (!hasCells()) return key;
  const low = i32x4.splat((1 << central) - 1);
  const isTaken = i32x4.ne(v128.and(key, i32x4.splat(1 << central)), i64x2.splat(0));
  const others = v128.or(v128.and(key, low), v128.andnot(i32x4.shr_u(key, 1), low));
  return v128.or(others, v128.and(isTaken, i32x4.splat(centralBit)));
}

// @ts-ignore: decorator
@inline
function store4(at: usize, lanes: v128): void {
  v128.store64_lane(at, i16x8.narrow_i32x4_u(lanes, lanes), 0);
}

/** Pads a list that began at element `start` and has come to `end` to whole blocks. @returns its new end. */
export function padPacked(end: u32, start: u32): u32 {
  const ones = i64x2.splat(-1);
  v128.store(listsL + (<usize>end << 1), ones);
  v128.store(listsD + (<usize>end << 1), ones);
  v128.store(listsP + (<usize>end << 1), ones);
  return start + ((end - start + BLOCK - 1) & ~(BLOCK - 1));
}

/**
 * Adds a queen of a row before the last, or, without cells, of any row to those of `count` half placements from element
 * `first` on that leave it and `free` free; they come to element `at` and on, with their bits left over if `keepsLeftOver`.
 * @returns how many.
 */
export function addQueen(
  first: u32, count: u32, queen: Diagonals, free: Diagonals, keepsLeftOver: bool, at: u32,
): u32 {
  const l = queen.beforeL | free.beforeL;
  const d = queen.beforeD | free.beforeD;
  const p = queen.p | free.p;
  const from = listsL + (<usize>first << 1);
  const to = listsL + (<usize>at << 1);
  if (keepsLeftOver) return addToListKeeping(from, count, l, d, p, queen.beforeL, queen.beforeD, queen.p, to);
  return p
    ? addToListTested(from, count, l, d, p, queen.beforeL, queen.beforeD, to)
    : addToList(from, count, l, d, queen.beforeL, queen.beforeD, to);
}

/** The same for the last row, without cells; out come keys, at `out` and `out + L_TO_D`. */
export function addQueenToKeys(first: u32, count: u32, queen: Diagonals, free: Diagonals, out: usize): u32 {
  const l = queen.l | free.l;
  const d = queen.d | free.d;
  const p = queen.p | free.p;
  const from = listsL + (<usize>first << 1);
  return p
    ? addToKeysTested(from, count, l, d, p, queen.l, queen.d, out)
    : addToKeys(from, count, l, d, queen.l, queen.d, out);
}

/** The keys of those of `count` complete half placements from element `first` on that leave some diagonals free. */
export function filterToKeys(first: u32, count: u32, free: Diagonals, out: usize): u32 {
  const from = listsL + (<usize>first << 1);
  if (free.p) return addToKeysTested(from, count, free.l, free.d, free.p, 0, 0, out);
  if (free.l | free.d) return filterKeys(from, count, free.l, free.d, out);
  return copyKeys(first, count, out);
}

/** Copies keys: there is nothing to test that padding would fail. */
function copyKeys(first: u32, count: u32, out: usize): u32 {
  memory.copy(out, listsL + (<usize>first << 1), <usize>count << 1);
  memory.copy(out + L_TO_D, listsD + (<usize>first << 1), <usize>count << 1);
  while (count && load<u16>(out + ((<usize>count - 1) << 1)) == 0xffff) count--;
  return count;
}

// The work itself, eight at a time: those that meet no bit of the test, with the bits of a queen added. To keys, or to a
// list; without the bits left over, with them in the test, or in the test and in what comes out. One address moves on at
// either end; from it the other lanes are found.

function filterKeys(from: usize, count: u32, testL: u32, testD: u32, to: usize): u32 {
  return pass(from, count, testL, testD, 0, 0, 0, 0, to, true, false, false, false);
}

function addToKeys(from: usize, count: u32, testL: u32, testD: u32, addL: u32, addD: u32, to: usize): u32 {
  return pass(from, count, testL, testD, 0, addL, addD, 0, to, true, true, false, false);
}

function addToKeysTested(
  from: usize, count: u32, testL: u32, testD: u32, testP: u32, addL: u32, addD: u32, to: usize,
): u32 {
  return pass(from, count, testL, testD, testP, addL, addD, 0, to, true, true, true, false);
}

function addToList(from: usize, count: u32, testL: u32, testD: u32, addL: u32, addD: u32, to: usize): u32 {
  return pass(from, count, testL, testD, 0, addL, addD, 0, to, false, true, false, false);
}

function addToListTested(
  from: usize, count: u32, testL: u32, testD: u32, testP: u32, addL: u32, addD: u32, to: usize,
): u32 {
  return pass(from, count, testL, testD, testP, addL, addD, 0, to, false, true, true, false);
}

function addToListKeeping(
  from: usize, count: u32, testL: u32, testD: u32, testP: u32, addL: u32, addD: u32, addP: u32, to: usize,
): u32 {
  return pass(from, count, testL, testD, testP, addL, addD, addP, to, false, true, true, true);
}

// @ts-ignore: decorator
@inline
function pass(
  from: usize, count: u32, testL: u32, testD: u32, testP: u32, addL: u32, addD: u32, addP: u32, to: usize,
  toKeys: bool, adds: bool, readsP: bool, writesP: bool,
): u32 {
  const testsL = i16x8.splat(<i16>testL);
  const testsD = i16x8.splat(<i16>testD);
  const testsP = i16x8.splat(<i16>testP);
  const addsL = i16x8.splat(<i16>addL);
  const addsD = i16x8.splat(<i16>addD);
  const addsP = i16x8.splat(<i16>addP);
  const zero = i64x2.splat(0);
  const start = to;
  const d = listsD - listsL;
  const p = listsP - listsL;
  if (!count) return 0;
  const end = from + (<usize>count << 1);
  // V8 takes what does not change out of a loop only if the condition stands at its end.
  do {
    const l0 = v128.load(from);
    const d0 = v128.load(from + d);
    let hit = v128.or(v128.and(l0, testsL), v128.and(d0, testsD));
    if (readsP) hit = v128.or(hit, v128.and(v128.load(from + p), testsP));
    const free = i16x8.eq(hit, zero);
    // Lanes of 16 bits have no mask instruction on x86: they are narrowed to bytes for one.
    const mask = <u32>i8x16.bitmask(i8x16.narrow_i16x8_s(free, zero));
    const close = shuffleOf<u16>(mask);
    v128.store(to, compress(adds ? v128.or(l0, addsL) : l0, close));
    const lanesD = compress(adds ? v128.or(d0, addsD) : d0, close);
    if (toKeys) v128.store(to, lanesD, L_TO_D);
    else v128.store(to + d, lanesD);
    if (writesP) v128.store(to + p, compress(v128.or(v128.load(from + p), addsP), close));
    to += <usize>popcnt(mask) << 1;
    from += 16;
  } while (from < end);
  return <u32>((to - start) >> 1);
}
