// Packing stores a half in three lanes of 16 bits, instead of two lanes of 32 bits.
//
// A diagonal has the same number in all rows, its column in the side's last row. So masks are never shifted, and a
// queen is a few bits that are first tested, then added.
//
//     column          0 .. b          b+1 ....... n-2-b      n-1-b .. n-1          (b rows of the band)
//     l               |  in the key: they cross the band    | left over     |  . .
//     d         . .   | left over   | in the key: they cross the band       |
//
// The diagonals that cross the whole band form the key, n - 1 - b in each direction. Left-over diagonals matter only to
// the side's own rows and the last band queen. They share a third mask p, which has 8 bits for each direction: b + 1
// diagonals that cross the last row on the board, and 7 - b that leave the board in the 7 - b rows before it. Halves
// with more than 8 - b rows to go are not packed yet.
//
//     l   bits of the key from column 0 up                  p   bits 0 .. 7     l, columns n-1-b .. n+6-b
//     d   bits of the key from column b+1 up                    bits 8 .. 15    d, columns b-7 .. b
//
// For n >= 19, a key has 16 or 17 bits. The central diagonal's bit is left out of the key, and determines the half's
// group (join.ts). Lists of complete halves are divided by group (sources.ts). In lists with rows to go, bit 0 of l and
// bit 15 of d belong to diagonals that only a queen of the last row can occupy. The central bits c replace them.
//
//     key      | 16 .. 9 | 8 | 7 .. 0 |
//                       /     \
//     mask     | 15 .. 8 | 7 .. 0 |        with rows to go    l | 15 ..... 1 | c |        d | c | 14 ..... 0 |
//
// Lists with rows to go are not divided, because they are short. If they were, n = 22 would take 1.13 times as long.

import { bandRows, central, crossing, groups } from './board';
import { BLOCK, listsD, listsL, listsP } from './lists';

/** Number of bits of p for each direction. */
const LEFT_OVER: i32 = 8;

/** With groups, the bits of the central diagonals in the masks of halves with rows to go. */
export const CENTRAL_L: u16 = 1;
export const CENTRAL_D: u16 = 1 << 15;

/** Bits of p for the group of a complete half, in place of left-over diagonals that reach no row of the band. */
export const GROUP_L: u16 = 1 << 7;
export const GROUP_D: u16 = 1 << 8;

/** Returns the largest number of rows to go at which halves can be packed, for example 2 if the band has six rows. */
export function mostRowsLeft(): i32 {
  return LEFT_OVER - bandRows;
}

/** A set of diagonals, as bits of masks. It has the diagonals of a queen, or diagonals that must stay free. */
@unmanaged
export class Diagonals {
  /** Bits in the masks of a complete half. */
  l: u16;
  d: u16;
  p: u16;
  group: u16;
  /** Bits in the masks of a half with rows to go. The bits of p are the same as in complete halves. */
  beforeL: u16;
  beforeD: u16;

  /** Sets the diagonals of a queen. `l` and `d` are their columns in the last row. Drops diagonals without a bit. */
  setToQueen(l: i32, d: i32): void {
    const numberD = d - bandRows - 1;
    this.l = keyBit(l);
    this.d = keyBit(numberD);
    this.p = 0;
    const leftOverL = l - crossing;
    if (leftOverL >= 0 && leftOverL < LEFT_OVER) this.p |= <u16>((<u32>1) << leftOverL);
    const leftOverD = numberD + LEFT_OVER;
    if (leftOverD >= 0 && leftOverD < LEFT_OVER) this.p |= <u16>((<u32>1) << (leftOverD + LEFT_OVER));
    this.group = (l == central ? 2 : 0) | (numberD == central ? 1 : 0);
    this.beforeL = this.l;
    this.beforeD = this.d;
    if (groups == 1) return;
    this.beforeL = (this.l & ~CENTRAL_L) | (l == central ? CENTRAL_L : 0);
    this.beforeD = (this.d & ~CENTRAL_D) | (numberD == central ? CENTRAL_D : 0);
  }

  /** Sets the union of two sets. */
  setToUnion(one: Diagonals, other: Diagonals): void {
    this.l = one.l | other.l;
    this.d = one.d | other.d;
    this.p = one.p | other.p;
    this.group = one.group | other.group;
    this.beforeL = one.beforeL | other.beforeL;
    this.beforeD = one.beforeD | other.beforeD;
  }

  intersects(other: Diagonals): bool {
    return ((this.l & other.l) | (this.d & other.d) | (this.p & other.p) | (this.group & other.group)) != 0;
  }
}

function keyBit(number: i32): u16 {
  if (number < 0 || number >= crossing || number == central) return 0;
  return <u16>((<u32>1) << (number > central ? number - 1 : number));
}

/**
 * Packs halves with `rowsLeft` rows to go, from lanes of 32 bits to element `at`. `count` includes padding.
 * @returns their number without padding.
 */
export function pack(l: usize, d: usize, count: u32, rowsLeft: i32, at: u32): u32 {
  const start = at;
  for (const end = l + (<usize>count << 2); l < end; l += 4, d += 4) {
    if (load<i32>(l) == -1) continue; // padding
    // The bits of the key and the left-over bits, which are above the key for l and below it for d.
    const numbersL = load<u32>(l) << rowsLeft;
    const numbersD = load<u32>(d) << (LEFT_OVER - bandRows - rowsLeft);
    const few = (1 << LEFT_OVER) - 1;
    const to = (<usize>at) << 1;
    at++;
    store<u16>(listsL + to, packKey(numbersL, CENTRAL_L));
    store<u16>(listsD + to, packKey(numbersD >> LEFT_OVER, CENTRAL_D));
    store<u16>(listsP + to, ((numbersL >> crossing) & few) | ((numbersD & few) << LEFT_OVER));
  }
  return at - start;
}

/** Returns the bits of the key. With groups, the central bit becomes `centralBit`. */
function packKey(numbers: u32, centralBit: u32): u16 {
  const key = numbers & ((1 << crossing) - 1);
  if (groups == 1) return <u16>key;
  const low = (1 << central) - 1;
  return <u16>((key & low) | ((key >> 1) & ~low) | ((key >> central) & 1 ? centralBit : 0));
}

/** Pads the list start..end to whole blocks. @returns its new end. */
export function padPacked(end: u32, start: u32): u32 {
  const ones = i64x2.splat(-1);
  v128.store(listsL + (<usize>end << 1), ones);
  v128.store(listsD + (<usize>end << 1), ones);
  v128.store(listsP + (<usize>end << 1), ones);
  return start + ((end - start + BLOCK - 1) & ~(BLOCK - 1));
}
