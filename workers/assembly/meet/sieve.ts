// The sieve: the diagonals near the centre of the board are the busiest, so the first thing to ask of two half
// placements is whether they share one of those. A half placement's cell is which of a few central diagonals it
// occupies, in pairs of a bit of l and a bit of d at the same place:
//
//     cell number     l d   l d   l d ...        pair 0 (the highest bits) is the nearest to the centre
//                     pair0 pair1 pair2
//
// A key has an odd number of bits in either mask. Those around the central one are the same for all of one strict cell,
// and are cut out:
//
//     mask     | higher bits | 2s + 1 bits in the middle | lower bits |           s: the strict half width
//     cut      | higher bits | lower bits |                                       at most 16 bits remain
//
// The central bit is the main diagonal's: how many of the two a half placement occupies is its category, and none of the
// matrix does.

import { CELL_SHUFFLES, SWAPPED } from './sieve-layout';

/** Bits of a cell's number, and how many of them are strict: the others only sort. */
export let cellBits: i32 = 0;
export let strictBits: i32 = 0;

let center: i32 = 0;
/** Key bits below those cut out, the bits cut out, and the masks of what is left. */
let lowBits: u32 = 0;
let cutWidth: i32 = 0;
let keyMask: u32 = 0;
/** Lowest bit of the 8 bits that the pairs, and the main diagonals, lie within. */
let window: i32 = 0;

/** Starts the sieve for masks of `bits` bits, an odd number, without pairs. */
export function startSieve(bits: i32, strictHalfWidth: i32): void {
  center = bits >> 1;
  window = max(0, center - 4);
  cutWidth = 2 * strictHalfWidth + 1;
  lowBits = ((<u32>1) << (center - strictHalfWidth)) - 1;
  keyMask = ((<u32>1) << (bits - cutWidth)) - 1;
  cellBits = 0;
  strictBits = 4 * strictHalfWidth;
  memory.fill(CELL_SHUFFLES, 0, 128);
}

/**
 * Adds a pair, at a bit of the masks not more than 4 below and 3 above the centre's; `cells` is the number of bits that
 * cells will have, at most 12. The pairs of the strict half width must come first.
 */
export function addSievePair(position: i32, cells: i32): void {
  const bit = position - window;
  addCellBit(0, bit, (<u32>1) << (cells - 1 - cellBits));
  addCellBit(1, bit, (<u32>1) << (cells - 2 - cellBits));
  cellBits += 2;
}

/** Lets every half byte with the given bit of the window give `value` to the cell: low bytes, then high bytes. */
function addCellBit(mask: u32, bit: i32, value: u32): void {
  const table = CELL_SHUFFLES + 32 * <usize>(2 * mask + (bit >> 2));
  for (let half: u32 = 0; half < 16; half++) {
    if (!((half >> (bit & 3)) & 1)) continue;
    const low = table + <usize>half;
    store<u8>(low, load<u8>(low) | <u8>(value & 0xff));
    store<u8>(low, load<u8>(low, 16) | <u8>(value >> 8), 16);
  }
}

/** Fills the table of cells with l and d exchanged; to be called after the last pair. */
export function finishSieve(): void {
  for (let cell: u32 = 0; cell < (<u32>1) << cellBits; cell++) {
    store<u16>(SWAPPED + ((<usize>cell) << 1), <u16>(((cell & 0x5555) << 1) | ((cell >> 1) & 0x5555)));
  }
}

/** The cell with l and d exchanged: what a cell occupies, as seen from the other side. */
// @ts-ignore: decorator
@inline
export function swapped(cell: u32): u32 {
  return <u32>load<u16>(SWAPPED + ((<usize>cell) << 1));
}

/** The window of 8 half placements' masks, as lanes of 16 bits; T is the lane of the masks, two vectors if 32 bits. */
// @ts-ignore: decorator
@inline
export function windowOf<T>(first: v128, second: v128): v128 {
  const low8 = v128.splat<T>(0xff);
  const a = v128.and(v128.shr<T>(first, window), low8);
  if (sizeof<T>() == 2) return a;
  return i16x8.narrow_i32x4_u(a, v128.and(v128.shr<T>(second, window), low8));
}

/** The masks of 8 half placements without the bits cut out, and without those past the key, as lanes of 16 bits. */
// @ts-ignore: decorator
@inline
export function cutMasks<T>(first: v128, second: v128): v128 {
  if (sizeof<T>() == 2) return cutMask<T>(first);
  return i16x8.narrow_i32x4_u(cutMask<T>(first), cutMask<T>(second));
}

// @ts-ignore: decorator
@inline
function cutMask<T>(mask: v128): v128 {
  const low = v128.splat<T>(<T>lowBits);
  const closed = v128.bitselect(mask, v128.shr<T>(mask, cutWidth), low);
  return v128.and(closed, v128.splat<T>(<T>keyMask));
}

/** The cells of 8 half placements from the windows of their l and d, and above the cell's bits their categories. */
// @ts-ignore: decorator
@inline
export function cellsAndCategories(l: v128, d: v128): v128 {
  const low4 = i16x8.splat(15);
  const one = i16x8.splat(1);
  const cells = v128.or(
    v128.or(cellBitsOf(v128.and(l, low4), 0), cellBitsOf(i16x8.shr_u(l, 4), 32)),
    v128.or(cellBitsOf(v128.and(d, low4), 64), cellBitsOf(i16x8.shr_u(d, 4), 96)),
  );
  const main = center - window;
  const categories = i16x8.add(v128.and(i16x8.shr_u(l, main), one), v128.and(i16x8.shr_u(d, main), one));
  return i16x8.add(cells, i16x8.shl(categories, cellBits));
}

// Half bytes 0 to 15 in lanes of 16 bits: the low byte looks up the low byte of its cell bits, and moved to the high
// byte (where the low byte looks up entry 0, which is 0) the high one.
// @ts-ignore: decorator
@inline
function cellBitsOf(halves: v128, table: usize): v128 {
  return v128.or(
    i8x16.swizzle(v128.load(CELL_SHUFFLES + table), halves),
    i8x16.swizzle(v128.load(CELL_SHUFFLES + table, 16), i16x8.shl(halves, 8)),
  );
}
