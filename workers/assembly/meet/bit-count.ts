// Counting the ones of many vectors. WebAssembly has only a popcount of bytes, which takes about ten instructions without
// AVX-512. So full adders sum the vectors first (Harley-Seal popcount): eight vectors give one carry vector, whose bits are
// worth eight each, and only that vector is counted.
//
//     ones  + v0 + v1  =  ones'  + 2 * two0       a full adder: sum and majority of three bits, in 128 columns
//     ones' + v2 + v3  =  ones'' + 2 * two1
//     twos  + two0 + two1  =  twos'  + 4 * four0
//     ...
//     fours + four0 + four1  =  fours' + 8 * eight
//
// The loop is in answers.ts.

import { ANSWER } from './layout';

/** Steps until byte counters could overflow: each adds at most 8, and 31 * 8 < 256. */
export const STEPS: usize = 31;

/**
 * Makes V8 compute a vector at this point, by a dummy store. V8 keeps loads and stores in order and computes as late as it
 * can: without this it loads the entries of all answers of a step first, and runs out of registers.
 */
// @ts-ignore: decorator
@inline
export function now(vector: v128): v128 {
  v128.store(ANSWER, vector);
  return vector;
}

/** Returns the sum bits of full adders. */
// @ts-ignore: decorator
@inline
export function sum(a: v128, b: v128, c: v128): v128 {
  return v128.xor(v128.xor(a, b), c);
}

/** Returns the carry bits of full adders. */
// @ts-ignore: decorator
@inline
export function carry(a: v128, b: v128, c: v128): v128 {
  return v128.or(v128.and(a, b), v128.and(v128.xor(a, b), c));
}

/** Adds the 16 byte counters of `bytes` to the 4 counters of `total`. */
export function addBytes(total: v128, bytes: v128): v128 {
  return i32x4.add(total, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes)));
}

/** Returns four counters of all ones: eights have been counted; the bits of the other vectors are worth four, two and one. */
export function allOnes(eights: v128, fours: v128, twos: v128, ones: v128): v128 {
  const low = i8x16.add(i8x16.popcnt(ones), i8x16.shl(i8x16.popcnt(twos), 1));
  return addBytes(i32x4.shl(eights, 3), i8x16.add(low, i8x16.shl(i8x16.popcnt(fours), 2)));
}

/** Adds 8 counters of 16 bits to the 4 counters of `total`. */
export function addShorts(total: v128, shorts: v128): v128 {
  return i32x4.add(total, i32x4.extadd_pairwise_i16x8_u(shorts));
}

/** Adds up 4 counters. */
// @ts-ignore: decorator
@inline
export function total(counters: v128): u64 {
  return (
    <u64>(<u32>i32x4.extract_lane(counters, 0)) + <u64>(<u32>i32x4.extract_lane(counters, 1)) +
    <u64>(<u32>i32x4.extract_lane(counters, 2)) + <u64>(<u32>i32x4.extract_lane(counters, 3))
  );
}
