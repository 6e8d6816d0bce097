// The words of a join. A word has a bit for each of its matrix keys, in one 128-bit vector or in two:
//
//     module             word        vectors    V8 computes with                         time for a query and 128 keys
//     meet.wasm          128 keys    1          128-bit registers                        1.13 ns
//     meet-wide.wasm     256 keys    2          one 256-bit register (AVX2)              0.65 ns
//
// With its option --experimental-wasm-revectorize, V8 joins two 128-bit operations into one 256-bit operation. It
// begins with two stores to neighboring addresses and follows their operands as long as both vectors get the same
// operation. Two rules are necessary for this (V8 13.6 and 14.6, 2026-11-27):
//
//     - Both stores must use the same variable address. With constant addresses, nothing is joined.
//     - No function parameter may be stored as one of the two vectors, or the process crashes. So functions with such
//       parameters are inlined.
//
// Without this option, V8 takes 1.5 times as long for two vectors (Node.js 20 and 22), so there are two modules. In the
// wide module, a last word with at most 128 keys has one vector, because a second one would only cost time.

/** Whether this is the wide module. The build enables relaxed SIMD only for it (scripts/build/kernels.mjs). */
const IS_WIDE: bool = ASC_FEATURE_RELAXED_SIMD;

/** Number of keys in a vector. */
export const VECTOR_KEYS: u32 = 128;
/** Number of keys in a word. */
export const WORD_KEYS: u32 = IS_WIDE ? 2 * VECTOR_KEYS : VECTOR_KEYS;
/** Binary logarithm of WORD_BYTES. */
export const WORD_SHIFT: u8 = IS_WIDE ? 5 : 4;
/** Size of a word in bytes. */
export const WORD_BYTES: usize = 1 << WORD_SHIFT;

// The number of vectors is a type, because load offsets must be compile-time constants.
@unmanaged export class OneVector {}
@unmanaged export class TwoVectors { second: v128; }

/** Returns whether words have a second vector. TwoVectors has a field, so the two types differ in size. */
@inline
export function hasSecond<Vectors>(): bool {
  return offsetof<Vectors>() > 0;
}

/** Loads the second vector of the word at `address`; zeros if words have one vector. */
@inline
export function loadSecond<Vectors>(address: usize): v128 {
  return hasSecond<Vectors>() ? v128.load(address, offsetof<TwoVectors>()) : i64x2.splat(0);
}

/** Stores the vectors of a word at `address`. */
@inline
export function storeWord<Vectors>(address: usize, first: v128, second: v128): void {
  v128.store(address, first);
  if (hasSecond<Vectors>()) v128.store(address, second, offsetof<TwoVectors>());
}
