// Expansion adds a queen on one column to the halves of a list. It drops halves that attack this column.
//
// A half has one lane in each of two arrays:
//
//     l   attacked diagonals whose column grows by one with every row: if bit c - 1 is set, column c of the next row is
//         attacked
//     d   attacked diagonals whose column falls by one: if bit c is set, column c of the next row is attacked
//
// l is not yet shifted for the next row, so 17 columns fit in lanes of 16 bits. Bit 16 of l would be beyond the board,
// and bit 16 of d would never be set.
//
// In the last row of a side, expansion writes keys instead of halves. Keys have the diagonals that reach the other
// side of the band, in lanes of 16 bits. Diagonals that leave the board within the band are dropped.
//
// Lists are short, about 15 to 120 elements, so these functions are inlined where they are called most. With calls,
// n = 16 takes 1.05 times as long.

import { bandRows, crossing } from './board';
import { compress, shuffleOf } from './compression';
import { L_TO_D } from './layout';
import { listsD, listsL } from './lists';

/**
 * Adds a queen on `column` to `count` halves in lanes of type T, in any row but the last. Drops halves that attack
 * the columns `kept` (a mask of board columns) in the next row. `from` and `to` are addresses of l lanes in the arena.
 * @returns the number of halves stored at `to`. Up to one vector past their end is overwritten.
 */
// @ts-ignore: decorator
@inline
export function expand<T>(from: usize, count: u32, column: i32, kept: u32, to: usize): u32 {
  if (((<u32>5) << column >> 1) & kept) return 0; // the queen attacks the columns beside its own
  const queen: u32 = (<u32>1) << column;
  return pass<T>(from, count, (queen >> 1) | (kept >> 2), queen | (kept << 1), queen, queen >> 1, 1, 1, to, false);
}

/**
 * Adds a queen in the last row, and stores keys. Drops halves that attack a queen of the band. The caller must not pass
 * a column that this queen attacks. `alsoL` and `alsoD` are its diagonals, as bits of lanes before the last row.
 * @returns the number of keys stored at `to` and `to + L_TO_D`. Up to one vector past their end is overwritten.
 */
export function expandToKeys<T>(from: usize, count: u32, column: i32, alsoL: u32, alsoD: u32, to: usize): u32 {
  const queen: u32 = (<u32>1) << column;
  const shiftD = bandOf<T>() + 1;
  return pass<T>(
    from, count, (queen >> 1) | alsoL, queen | alsoD, queen, queen >> shiftD, 1, shiftD, to, true,
  );
}

/**
 * Filters `count` complete halves. Stores the keys of halves that do not attack a queen of the band. `attackL` and
 * `attackD` are the diagonals of that queen, as bits of the lanes after the last row.
 * @returns the same as `expandToKeys`.
 */
// @ts-ignore: decorator
@inline
export function filterToKeys<T>(from: usize, count: u32, attackL: u32, attackD: u32, to: usize): u32 {
  return pass<T>(from, count, attackL, attackD, 0, 0, 0, bandOf<T>(), to, true);
}

/** Returns the number of band rows. For lanes of 16 bits this is a constant, so that V8 shifts in one instruction. */
// @ts-ignore: decorator
@inline
function bandOf<T>(): i32 {
  return sizeof<T>() == 2 ? 2 : bandRows;
}

/** Returns a vector with all ones in the lanes of halves that occupy no diagonal of `attackL` and `attackD`. */
// @ts-ignore: decorator
@inline
function freeLanes<T>(l: v128, d: v128, attackL: v128, attackD: v128): v128 {
  return v128.eq<T>(v128.or(v128.and(l, attackL), v128.and(d, attackD)), i64x2.splat(0));
}

/**
 * Runs the loop that these functions share. Drops halves with the given attacks, shifts the others, adds a queen's
 * bits, and stores them. One pointer reads l lanes, and one writes them. The d lanes are at fixed distances from these.
 */
// @ts-ignore: decorator
@inline
function pass<T>(
  from: usize, count: u32, attackedL: u32, attackedD: u32, queenL: u32, queenD: u32, shiftL: i32, shiftD: i32, to: usize,
  toKeys: bool,
): u32 {
  const attackL = v128.splat<T>(<T>attackedL);
  const attackD = v128.splat<T>(<T>attackedD);
  const newL = v128.splat<T>(<T>queenL);
  const newD = v128.splat<T>(<T>queenD);
  const keep = v128.splat<T>(<T>((<u32>1 << crossing) - 1));
  const outSize: i32 = toKeys ? 1 : alignof<T>();
  const start = to;
  const lToD = listsD - listsL;

  if (!count) return 0;
  const end = from + (<usize>count << alignof<T>());
  do {
    const l0 = v128.load(from);
    const d0 = v128.load(from + lToD);
    const free0 = freeLanes<T>(l0, d0, attackL, attackD);
    if (sizeof<T>() == 2) {
      // x86 has no mask instruction for lanes of 16 bits, so they are narrowed to bytes.
      const mask = <u32>i8x16.bitmask(i8x16.narrow_i16x8_s(free0, i64x2.splat(0)));
      emit<T>(l0, d0, mask, newL, newD, shiftL, shiftD, keep, to, lToD, toKeys);
      to += <usize>popcnt(mask) << outSize;
    } else {
      // A step takes two vectors, so that the popcounts and stores of one overlap with the comparisons of the other.
      const l1 = v128.load(from, 16);
      const d1 = v128.load(from + lToD, 16);
      const mask0 = <u32>v128.bitmask<T>(free0);
      const mask1 = <u32>v128.bitmask<T>(freeLanes<T>(l1, d1, attackL, attackD));
      emit<T>(l0, d0, mask0, newL, newD, shiftL, shiftD, keep, to, lToD, toKeys);
      const middle = to + (<usize>popcnt(mask0) << outSize);
      emit<T>(l1, d1, mask1, newL, newD, shiftL, shiftD, keep, middle, lToD, toKeys);
      to = middle + (<usize>popcnt(mask1) << outSize);
    }
    from += 8 * sizeof<T>();
  } while (from < end);
  return <u32>((to - start) >> outSize);
}

/** Shifts a vector by a row or across the band, and stores the lanes that `mask` selects. */
// @ts-ignore: decorator
@inline
function emit<T>(
  l: v128, d: v128, mask: u32, newL: v128, newD: v128, shiftL: i32, shiftD: i32, keep: v128, to: usize, lToD: usize,
  toKeys: bool,
): void {
  const shuffle = shuffleOf<T>(mask);
  // If l is not shifted, there is no queen to add.
  const shiftedL = shiftL ? v128.or(v128.shl<T>(l, shiftL), newL) : l;
  const shiftedD = shiftL ? v128.or(v128.shr<T>(d, shiftD), newD) : v128.shr<T>(d, shiftD);
  // From lanes of 16 bits, l can keep bits of diagonals that do not cross the band, because d never has these bits.
  const nextL = compress(toKeys && sizeof<T>() == 4 ? v128.and(shiftedL, keep) : shiftedL, shuffle);
  const nextD = compress(shiftedD, shuffle);
  if (toKeys && sizeof<T>() == 4) {
    const keys = i16x8.narrow_i32x4_u(nextL, nextD);
    v128.store64_lane(to, keys, 0);
    v128.store64_lane(to, keys, 1, L_TO_D);
  } else {
    v128.store(to, nextL);
    if (toKeys) v128.store(to, nextD, L_TO_D);
    else v128.store(to + lToD, nextD);
  }
}
