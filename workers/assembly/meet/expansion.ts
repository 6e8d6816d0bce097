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
// Lists that are not packed stay in lanes of 16 bits. In the last row of a side, their expansion writes keys instead of
// halves. Keys have the diagonals that reach the other side of the band. Diagonals that leave the board within the band
// are dropped. Packed lists need only `expand`, for their first levels, in lanes of 32 bits.
//
//     function        keeps halves that                         adds a queen    l shifts by    d shifts by
//     expand          leave its column free                     yes             1              1
//     expandToKeys    and do not attack the last band queen     yes             1              1 + band
//     filterToKeys    do not attack the last band queen         no              0              band
//
// Lists are short, about 15 to 120 elements, so these functions are inlined where they are called most. With calls,
// n = 16 takes 1.05 times as long.

import { compress, shuffleOf } from './compression';
import { L_TO_D } from './layout';
import { listsD, listsL } from './lists';

// The variants of the loop, one for each function.
const EXPANDS: i32 = 0;
const EXPANDS_TO_KEYS: i32 = 1;
const FILTERS_TO_KEYS: i32 = 2;

/** Number of band rows if lists are not packed. As a constant, it lets V8 shift in one instruction. */
const BAND_ROWS: i32 = 2;

/**
 * Adds a queen on `column` to `count` halves in lanes of type T, in any row but the last. Drops halves that attack
 * the columns `kept` (a mask of board columns) in the next row. `from` and `to` are addresses of l lanes in the arena.
 * @returns the number of halves stored at `to`. Up to one vector past their end is overwritten.
 */
@inline
export function expand<T>(from: usize, count: u32, column: i32, kept: u32, to: usize): u32 {
  if (((<u32>5) << column >> 1) & kept) return 0; // the queen attacks the columns beside its own
  const queen: u32 = (<u32>1) << column;
  return pass<T>(EXPANDS, from, count, (queen >> 1) | (kept >> 2), queen | (kept << 1), queen, queen >> 1, to);
}

/**
 * Adds a queen in the last row, and stores keys. Drops halves that attack a queen of the band. The caller must not pass
 * a column that this queen attacks. `alsoL` and `alsoD` are its diagonals, as bits of lanes before the last row.
 * @returns the number of keys stored at `to` and `to + L_TO_D`. Up to one vector past their end is overwritten.
 */
export function expandToKeys(from: usize, count: u32, column: i32, alsoL: u32, alsoD: u32, to: usize): u32 {
  const queen: u32 = (<u32>1) << column;
  return pass<u16>(
    EXPANDS_TO_KEYS, from, count, (queen >> 1) | alsoL, queen | alsoD, queen, queen >> (BAND_ROWS + 1), to,
  );
}

/**
 * Filters `count` complete halves. Stores the keys of halves that do not attack a queen of the band. `attackL` and
 * `attackD` are the diagonals of that queen, as bits of the lanes after the last row.
 * @returns the same as `expandToKeys`.
 */
export function filterToKeys(from: usize, count: u32, attackL: u32, attackD: u32, to: usize): u32 {
  return pass<u16>(FILTERS_TO_KEYS, from, count, attackL, attackD, 0, 0, to);
}

/** Returns a vector with all ones in the lanes of halves that occupy no diagonal of `attackL` and `attackD`. */
function freeLanes<T>(l: v128, d: v128, attackL: v128, attackD: v128): v128 {
  return v128.eq<T>(v128.or(v128.and(l, attackL), v128.and(d, attackD)), i64x2.splat(0));
}

/**
 * Runs the loop that these functions share. Drops halves with the given attacks, shifts the others, adds a queen's
 * bits, and stores them. One pointer reads l lanes, and one writes them. The d lanes are at fixed distances from these.
 */
@inline
function pass<T>(
  variant: i32, from: usize, count: u32, attackedL: u32, attackedD: u32, queenL: u32, queenD: u32, to: usize,
): u32 {
  const attackL = v128.splat<T>(<T>attackedL);
  const attackD = v128.splat<T>(<T>attackedD);
  const newL = v128.splat<T>(<T>queenL);
  const newD = v128.splat<T>(<T>queenD);
  const start = to;
  const lToD = listsD - listsL;
  const outLToD = variant == EXPANDS ? lToD : L_TO_D;

  if (!count) return 0;
  const end = from + (<usize>count << alignof<T>());
  do {
    const l0 = v128.load(from);
    const d0 = v128.load(from + lToD);
    const free0 = freeLanes<T>(l0, d0, attackL, attackD);
    if (sizeof<T>() == 2) {
      // x86 has no mask instruction for lanes of 16 bits, so they are narrowed to bytes.
      const mask = <u32>i8x16.bitmask(i8x16.narrow_i16x8_s(free0, i64x2.splat(0)));
      emit<T>(variant, l0, d0, mask, newL, newD, to, outLToD);
      to += <usize>popcnt(mask) << alignof<T>();
    } else {
      // A step takes two vectors, so that the popcounts and stores of one overlap with the comparisons of the other.
      const l1 = v128.load(from, 16);
      const d1 = v128.load(from + lToD, 16);
      const mask0 = <u32>v128.bitmask<T>(free0);
      const mask1 = <u32>v128.bitmask<T>(freeLanes<T>(l1, d1, attackL, attackD));
      emit<T>(variant, l0, d0, mask0, newL, newD, to, outLToD);
      const middle = to + (<usize>popcnt(mask0) << alignof<T>());
      emit<T>(variant, l1, d1, mask1, newL, newD, middle, outLToD);
      to = middle + (<usize>popcnt(mask1) << alignof<T>());
    }
    from += 8 * sizeof<T>();
  } while (from < end);
  return <u32>((to - start) >> alignof<T>());
}

/** Shifts a vector by a row or across the band, and stores the lanes that `mask` selects. */
@inline
function emit<T>(
  variant: i32, l: v128, d: v128, mask: u32, newL: v128, newD: v128, to: usize, lToD: usize,
): void {
  const shuffle = shuffleOf<T>(mask);
  // In keys, l can keep bits of diagonals that do not cross the band, because d never has these bits.
  let nextL = l;
  let nextD = v128.shr<T>(d, variant == EXPANDS ? 1 : variant == EXPANDS_TO_KEYS ? 1 + BAND_ROWS : BAND_ROWS);
  if (variant != FILTERS_TO_KEYS) {
    nextL = v128.or(v128.shl<T>(l, 1), newL);
    nextD = v128.or(nextD, newD);
  }
  v128.store(to, compress(nextL, shuffle));
  v128.store(to + lToD, compress(nextD, shuffle));
}
