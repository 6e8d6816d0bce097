// Expansion: every half of a run gets one more queen, on the same column for all, if that column is free.
//
// A half is two lanes, in two arrays:
//
//     l   diagonals that move one column up a row, the last queen in it, before the shift:
//         column c of the next row is attacked by it if bit c - 1 is set
//     d   diagonals that move one column down a row, after the shift: column c is attacked if bit c is set
//
// The last row of a side gives keys instead: the diagonals that reach the far side of the band, always in lanes of 16 bits.
// A diagonal that leaves the board within the band can meet nothing over there and is dropped.
//
// With that skew 17 columns fit lanes of 16 bits: what would be bit 16 of l has left the board, and d never has it.
//
// Runs are short, some 15 to 120 elements, so these functions are inlined where they are called most: n = 16 takes 0.95 of
// the time of calls.

import { bandRows, crossing } from './board';
import { compress, shuffleOf } from './compression';
import { L_TO_D } from './layout';
import { listsD, listsL } from './lists';

/**
 * Adds a queen on `column` to `count` halves of lanes T, for another row of the same side; only to those that
 * then leave the columns `kept` (a mask of board columns) free of attacks in the row after. `from` and `to` are addresses
 * of l lanes in the arena.
 * @returns how many there are now; they lie at `to`, and up to a vector past their end is overwritten.
 */
// @ts-ignore: decorator
@inline
export function expand<T>(from: usize, count: u32, column: i32, kept: u32, to: usize): u32 {
  if (((<u32>5) << column >> 1) & kept) return 0; // the queen attacks the columns beside its own
  const queen: u32 = (<u32>1) << column;
  return pass<T>(from, count, (queen >> 1) | (kept >> 2), queen | (kept << 1), queen, queen >> 1, 1, 1, to, false);
}

/**
 * The same for the last row of a side: out come keys, only of those that leave a queen of the band free. What that queen
 * attacks is given as `alsoL` and `alsoD`, by the lanes as they are before the last row; the queen on `column` must not
 * attack it.
 * @returns how many; they lie at `to` and `to + L_TO_D`, and up to a vector past their end is overwritten.
 */
export function expandToKeys<T>(from: usize, count: u32, column: i32, alsoL: u32, alsoD: u32, to: usize): u32 {
  const queen: u32 = (<u32>1) << column;
  const shiftD = bandOf<T>() + 1;
  return pass<T>(
    from, count, (queen >> 1) | alsoL, queen | alsoD, queen, queen >> shiftD, 1, shiftD, to, true,
  );
}

/**
 * The keys of those of `count` complete halves that leave a queen of the band free, which attacks `attackL` and
 * `attackD`, by the lanes as they are behind the last row.
 * @returns as `expandToKeys`.
 */
// @ts-ignore: decorator
@inline
export function filterToKeys<T>(from: usize, count: u32, attackL: u32, attackD: u32, to: usize): u32 {
  return pass<T>(from, count, attackL, attackD, 0, 0, 0, bandOf<T>(), to, true);
}

/** Rows of the band: with lanes of 16 bits always two, because V8 shifts by a constant in one instruction instead of four. */
// @ts-ignore: decorator
@inline
function bandOf<T>(): i32 {
  return sizeof<T>() == 2 ? 2 : bandRows;
}

/** The lanes that meet none of the attacks, all ones. */
// @ts-ignore: decorator
@inline
function freeLanes<T>(l: v128, d: v128, attackL: v128, attackD: v128): v128 {
  return v128.eq<T>(v128.or(v128.and(l, attackL), v128.and(d, attackD)), i64x2.splat(0));
}

/**
 * All list work: the halves without the attacks given, shifted, with a queen's bits added. One address moves on at
 * either end; the d lanes are found from it.
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
      // Lanes of 16 bits have no mask instruction on x86: they are narrowed to bytes for one.
      const mask = <u32>i8x16.bitmask(i8x16.narrow_i16x8_s(free0, i64x2.splat(0)));
      emit<T>(l0, d0, mask, newL, newD, shiftL, shiftD, keep, to, lToD, toKeys);
      to += <usize>popcnt(mask) << outSize;
    } else {
      // Two vectors at a time: the popcounts and the stores of one overlap with the compares of the other.
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

/** Advances one vector by a row, or across the band, and stores the lanes in `mask`. */
// @ts-ignore: decorator
@inline
function emit<T>(
  l: v128, d: v128, mask: u32, newL: v128, newD: v128, shiftL: i32, shiftD: i32, keep: v128, to: usize, lToD: usize,
  toKeys: bool,
): void {
  const shuffle = shuffleOf<T>(mask);
  // Without a shift of l there is no queen to add.
  const shiftedL = shiftL ? v128.or(v128.shl<T>(l, shiftL), newL) : l;
  const shiftedD = shiftL ? v128.or(v128.shr<T>(d, shiftD), newD) : v128.shr<T>(d, shiftD);
  // A key of 16 bits may keep diagonals that do not cross the band: those of the other side have no bits for them.
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
