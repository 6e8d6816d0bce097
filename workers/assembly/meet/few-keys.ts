// The join without tables, for a few matrix keys: each is compared with all queries, eight at a time. Worth it for the
// ties of even n, of which a list has about ten, and for what is left over of a list after its whole words: n = 16 takes
// 0.85 times as long with it, n = 14 0.83 (2026-11-21).

import { addShorts, total } from './bit-count';
import { L_TO_D } from './layout';

/** Of the queries at first..end (addresses of their l masks), the pairs with the `count` keys at `keys` that fit. */
export function countFitsDirectly(first: usize, end: usize, keys: usize, count: u32): u64 {
  const whole = first + ((end - first) & ~15);
  const inTail = ((<u32>1) << (<u32>(end - whole) >> 1)) - 1;
  let sums = i64x2.splat(0);
  let result: u64 = 0;
  for (const keysEnd = keys + (<usize>count << 1); keys < keysEnd; keys += 2) {
    const l = i16x8.splat(load<i16>(keys));
    const d = i16x8.splat(load<i16>(keys, L_TO_D));
    let minusFits = i64x2.splat(0); // -1 for every pair that fits: a list has less than 2^16 vectors
    if (first < whole) {
      let at = first;
      do {
        minusFits = i16x8.add(minusFits, fitting(at, l, d));
        at += 16;
      } while (at < whole);
    }
    sums = addShorts(sums, i16x8.neg(minusFits));
    if (inTail) result += popcnt(<u32>i16x8.bitmask(fitting(whole, l, d)) & inTail);
  }
  return result + total(sums);
}

/** All ones in the lanes of the eight queries at `at` that fit the key. */
// @ts-ignore: decorator
@inline
function fitting(at: usize, l: v128, d: v128): v128 {
  return i16x8.eq(v128.or(v128.and(v128.load(at), d), v128.and(v128.load(at, L_TO_D), l)), i64x2.splat(0));
}
