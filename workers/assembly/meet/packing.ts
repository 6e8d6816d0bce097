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
// Keys of 16 or 17 bits do without the one in the middle. It is the half placement's cell (cell-join.ts), and lists are
// made cell by cell: a queen takes the half placements of a cell into the same one or, on a central diagonal, from those
// where it is free into another. So the bits are neither stored nor tested.
//
//     key      | 16 .. 9 | 8 | 7 .. 0 |       mask     | 15 .. 8 | 7 .. 0 |       bit 8 of l: cell + 2, of d: cell + 1

import { compress, shuffleOf } from './compression';
import { L_TO_D } from './layout';
import { BLOCK, listsD, listsL, listsP } from './lists';

let band: i32 = 0;
let keyBits: i32 = 0;
/** Number of the key's bit that is a cell instead, or more than there are. */
let central: i32 = 0;

/** Bits of p for either direction. */
const LEFT_OVER: i32 = 8;

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

/** Some diagonals, as bits of the three masks and of the cell: those of a queen, or those that must stay free. */
@unmanaged
export class Diagonals {
  l: u32;
  d: u32;
  p: u32;
  cell: u32;

  /** Those of a queen, by the columns in which they pass the last row; what no mask has a bit for falls away. */
  ofQueen(l: i32, d: i32): void {
    this.l = keyBit(l);
    this.d = keyBit(d - band - 1);
    this.p = 0;
    const leftOverL = l - keyBits;
    if (leftOverL >= 0 && leftOverL < LEFT_OVER) this.p |= (<u32>1) << leftOverL;
    const leftOverD = d - band - 1 + LEFT_OVER;
    if (leftOverD >= 0 && leftOverD < LEFT_OVER) this.p |= (<u32>1) << (leftOverD + LEFT_OVER);
    this.cell = (l == central ? 2 : 0) | (d - band - 1 == central ? 1 : 0);
  }

  meet(other: Diagonals): bool {
    return ((this.l & other.l) | (this.d & other.d) | (this.p & other.p) | (this.cell & other.cell)) != 0;
  }
}

function keyBit(number: i32): u32 {
  if (number < 0 || number >= keyBits || number == central) return 0;
  return (<u32>1) << (number > central ? number - 1 : number);
}

/**
 * Packs those of `count` half placements in lanes of 32 bits, whole blocks with their padding, that are of a cell (0 where
 * there are none), to element `at` and on. There are `rowsLeft` rows to go.
 * @returns how many.
 */
export function pack(l: usize, d: usize, count: u32, rowsLeft: i32, cell: u32, at: u32): u32 {
  const out = <usize>at << 1;
  const start = listsL + out;
  let toL = start;
  let toD = listsD + out;
  let toP = listsP + out;
  const ones = i64x2.splat(-1);
  const hasCells = central < keyBits;
  for (const end = l + (<usize>count << 2); l < end; l += 16, d += 16) {
    // Bits of the key, and those left over above it; of d, those left over lie below it.
    const l0 = v128.load(l);
    const d0 = v128.load(d);
    const numbersL = i32x4.shl(l0, rowsLeft);
    const numbersD = i32x4.shl(d0, LEFT_OVER - band - rowsLeft);
    let free = i32x4.ne(l0, ones);
    if (hasCells) {
      free = v128.and(free, hasBit(numbersL, central, cell >> 1));
      free = v128.and(free, hasBit(numbersD, central + LEFT_OVER, cell & 1));
    }
    const mask = <u32>i32x4.bitmask(free);
    const close = shuffleOf<u32>(mask);
    const few = i32x4.splat((1 << LEFT_OVER) - 1);
    const p = v128.or(v128.and(i32x4.shr_u(numbersL, keyBits), few), i32x4.shl(v128.and(numbersD, few), LEFT_OVER));
    store4(toL, compress(keyOf(numbersL), close));
    store4(toD, compress(keyOf(i32x4.shr_u(numbersD, LEFT_OVER)), close));
    store4(toP, compress(p, close));
    const kept = <usize>popcnt(mask) << 1;
    toL += kept;
    toD += kept;
    toP += kept;
  }
  return <u32>((toL - start) >> 1);
}

// @ts-ignore: decorator
@inline
function hasBit(lanes: v128, bit: i32, value: u32): v128 {
  return i32x4.eq(v128.and(i32x4.shr_u(lanes, bit), i32x4.splat(1)), i32x4.splat(value));
}

/** The bits of the key without the central one, where that is a cell. */
// @ts-ignore: decorator
@inline
function keyOf(numbers: v128): v128 {
  const key = v128.and(numbers, i32x4.splat((1 << keyBits) - 1));
  if (central >= keyBits) return key;
  const low = i32x4.splat((1 << central) - 1);
  return v128.or(v128.and(key, low), v128.andnot(i32x4.shr_u(key, 1), low));
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
 * Adds a queen to those of `count` half placements from element `first` on that leave it and `free` free; they come to
 * element `at` and on, with their bits left over if `keepsLeftOver`.
 * @returns how many.
 */
export function addQueen(
  first: u32, count: u32, queen: Diagonals, free: Diagonals, keepsLeftOver: bool, at: u32,
): u32 {
  const l = queen.l | free.l;
  const d = queen.d | free.d;
  const p = queen.p | free.p;
  const from = listsL + (<usize>first << 1);
  const to = listsL + (<usize>at << 1);
  if (keepsLeftOver) return addToListKeeping(from, count, l, d, p, queen.l, queen.d, queen.p, to);
  return p
    ? addToListTested(from, count, l, d, p, queen.l, queen.d, to)
    : addToList(from, count, l, d, queen.l, queen.d, to);
}

/** The same; out come keys, at `out` and `out + L_TO_D`. */
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
