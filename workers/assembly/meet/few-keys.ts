// The join without tables, for the few matrix keys after the last whole word (words.ts) in a list, or for all keys of a
// list without a whole word. Each step compares two keys with eight queries. Without this join, n = 15 takes 1.06 times
// as long. With one key in each step, joins at n = 15 take 1.4 times as long.

import { L_TO_D } from './layout';

/**
 * Counts the fitting pairs between the queries at first..end (addresses of their l masks) and the `count` keys at
 * `keys`.
 */
export function countFitsDirectly(first: usize, end: usize, keys: usize, count: u32): u64 {
  if (first == end) return 0;
  const last = first + ((end - first - 1) & ~15);
  const inLast = i16x8.gt_s(i16x8.splat(<i16>((end - last) >> 1)), i16x8(0, 1, 2, 3, 4, 5, 6, 7));
  let sums = i64x2.splat(0);
  for (const pairsEnd = keys + (<usize>(count & ~1) << 1); keys < pairsEnd; keys += 4) {
    sums = addShorts(sums, countInLanes(true, first, last, inLast, keys));
  }
  if (count & 1) sums = addShorts(sums, countInLanes(false, first, last, inLast, keys));
  return total(sums);
}

/** Counts in each lane the queries that fit the key at `keys` and, if `two` is true, those that fit the next key. */
@inline
function countInLanes(two: bool, first: usize, last: usize, inLast: v128, keys: usize): v128 {
  const l0 = v128.load_splat<i16>(keys);
  const d0 = v128.load_splat<i16>(keys, L_TO_D);
  const l1 = v128.load_splat<i16>(keys, 2);
  const d1 = v128.load_splat<i16>(keys, L_TO_D + 2);
  let minusFits = i64x2.splat(0); // -1 for every fitting pair; no overflow, because a list has fewer than 2^13 vectors
  let latest = i64x2.splat(0);
  let at = first;
  do {
    const l = v128.load(at);
    const d = v128.load(at, L_TO_D);
    latest = fitting(l, d, l0, d0);
    if (two) latest = i16x8.add(latest, fitting(l, d, l1, d1));
    minusFits = i16x8.add(minusFits, latest);
    at += 16;
  } while (at <= last);
  return i16x8.sub(v128.andnot(latest, inLast), minusFits);
}

/** Compares eight queries with a key. Returns a vector with all bits set in the lanes of the queries that fit. */
function fitting(l: v128, d: v128, keyL: v128, keyD: v128): v128 {
  return i16x8.eq(v128.or(v128.and(l, keyD), v128.and(d, keyL)), i64x2.splat(0));
}

/** Adds 8 16-bit counters to the 4 counters of `total`. */
function addShorts(total: v128, shorts: v128): v128 {
  return i32x4.add(total, i32x4.extadd_pairwise_i16x8_u(shorts));
}

/** Adds up the 4 counters. */
function total(counters: v128): u64 {
  return (
    <u64>(<u32>i32x4.extract_lane(counters, 0)) + <u64>(<u32>i32x4.extract_lane(counters, 1)) +
    <u64>(<u32>i32x4.extract_lane(counters, 2)) + <u64>(<u32>i32x4.extract_lane(counters, 3))
  );
}
