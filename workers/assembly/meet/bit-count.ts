// Counting the ones of very many vectors. There is no popcount of a whole vector, only one by bytes that costs about
// ten instructions without AVX-512; so vectors are added as columns of binary numbers first (Harley and Seal's way):
// of four vectors, only one carry word, worth four, is counted at once.
//
//     ones  + v0 + v1  =  ones'  + 2 * c0         a full adder: sum and majority of three bits, in 128 columns
//     ones' + v2 + v3  =  ones'' + 2 * c1
//     twos  + c0 + c1  =  twos'  + 4 * fours

/** Sum bit of a full adder. */
// @ts-ignore: decorator
@inline
export function sum(a: v128, b: v128, c: v128): v128 {
  return v128.xor(v128.xor(a, b), c);
}

/** Carry bit of a full adder. */
// @ts-ignore: decorator
@inline
export function carry(a: v128, b: v128, c: v128): v128 {
  return v128.or(v128.and(a, b), v128.and(v128.xor(a, b), c));
}

/** Adds the 16 byte counters of `bytes` to the 4 counters of `total`. */
// @ts-ignore: decorator
@inline
export function addBytes(total: v128, bytes: v128): v128 {
  return i32x4.add(total, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes)));
}

/** Adds 8 counters of 16 bits to the 4 counters of `total`. */
// @ts-ignore: decorator
@inline
export function addShorts(total: v128, shorts: v128): v128 {
  return i32x4.add(total, i32x4.extadd_pairwise_i16x8_u(shorts));
}

/** Sum of 4 counters. */
// @ts-ignore: decorator
@inline
export function total(counters: v128): u64 {
  return (
    <u64>(<u32>i32x4.extract_lane(counters, 0)) + <u64>(<u32>i32x4.extract_lane(counters, 1)) +
    <u64>(<u32>i32x4.extract_lane(counters, 2)) + <u64>(<u32>i32x4.extract_lane(counters, 3))
  );
}
