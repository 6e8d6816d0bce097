// Expansion adds a queen in one column to the halves of a list and drops the halves that attack its cell.
//
// A half has one lane in each of two arrays:
//
//     l   attacked diagonals whose column grows by one with every row: if bit c - 1 is set, column c of the next row is
//         attacked
//     d   attacked diagonals whose column falls by one: if bit c is set, column c of the next row is attacked
//
// l is not yet shifted for the next row, so 17 columns fit in 16-bit lanes: bit 16 of l would be beyond the board, and
// bit 16 of d would never be set.
//
// Lists that are not packed stay in 16-bit lanes. For packed lists, only `expand` is needed, which builds their first
// levels in 32-bit lanes. Keys need only the diagonals that reach the other side of the band. So d drops those that
// leave the board within the band, but l can keep them.
//
//     function        keeps halves that                       adds a queen    l shifts by    d shifts by
//     expand          leave its column free                   yes             1              1
//     filterToKeys    do not attack the last band queen       no              0              band
//
// Lists are short, about 15 to 120 elements, so these functions are inlined where they are called most. Without
// inlining, n = 16 takes 1.05 times as long.

import { compress, maskOf, shuffleOf } from '../compression';
import { L_TO_D } from './layout';
import { listsD, listsL } from './lists';

/** Number of band rows if lists are not packed. A constant lets V8 shift in one instruction. */
const BAND_ROWS: i32 = 2;

/**
 * Adds a queen in `column` to `count` halves in lanes of type T. Drops halves that attack a column of `kept` (a mask of
 * board columns) in the next row. `from` and `to` are addresses of l lanes in the arena.
 * @returns the number of halves stored at `to`. Up to one vector past their end is overwritten.
 */
@inline
export function expand<T>(from: usize, count: u32, column: i32, kept: u32, to: usize): u32 {
  if (((<u32>5) << column >> 1) & kept) return 0; // in the next row, the queen attacks the columns next to its own
  const queen: u32 = (<u32>1) << column;
  return pass<T>(true, from, count, (queen >> 1) | (kept >> 2), queen | (kept << 1), queen, queen >> 1, to);
}

/**
 * Filters `count` complete halves and stores the keys of those that do not attack the last band queen. `attackL` and
 * `attackD` are that queen's diagonals, as bits of the lanes after the last row.
 * @returns the number of keys stored at `to` and `to + L_TO_D`. Up to one vector past their end is overwritten.
 */
export function filterToKeys(from: usize, count: u32, attackL: u32, attackD: u32, to: usize): u32 {
  return pass<u16>(false, from, count, attackL, attackD, 0, 0, to);
}

/**
 * Runs the loop that `expand` and `filterToKeys` share. Drops halves that attack a diagonal in `attackedL` or
 * `attackedD`, then shifts and stores the others, with the bits of a queen if `adds` is true. One pointer is for
 * reading l lanes, another for writing them. The d lanes are at fixed distances from these pointers.
 */
@inline
function pass<T>(
  adds: bool, from: usize, count: u32, attackedL: u32, attackedD: u32, queenL: u32, queenD: u32, to: usize,
): u32 {
  const attackL = v128.splat<T>(<T>attackedL);
  const attackD = v128.splat<T>(<T>attackedD);
  const newL = v128.splat<T>(<T>queenL);
  const newD = v128.splat<T>(<T>queenD);
  const start = to;
  const lToD = listsD - listsL;

  if (!count) return 0;
  const end = from + (<usize>count << alignof<T>());
  do {
    let l = v128.load(from);
    let d = v128.load(from + lToD);
    const free = v128.eq<T>(v128.or(v128.and(l, attackL), v128.and(d, attackD)), i64x2.splat(0));
    const mask = maskOf<T>(free);
    const shuffle = shuffleOf<T>(mask);
    // In keys, l can keep the bits of diagonals that do not cross the band, because d never has these bits.
    if (adds) l = v128.or(v128.shl<T>(l, 1), newL);
    d = adds ? v128.or(v128.shr<T>(d, 1), newD) : v128.shr<T>(d, BAND_ROWS);
    v128.store(to, compress(l, shuffle));
    v128.store(to + (adds ? lToD : L_TO_D), compress(d, shuffle));
    to += <usize>popcnt(mask) << alignof<T>();
    from += 16;
  } while (from < end);
  return <u32>((to - start) >> alignof<T>());
}
