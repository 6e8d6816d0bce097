// Compression: of the lanes of a vector, keep those that a bit mask names, side by side at the low end. WebAssembly
// has no instruction for that, but it can shuffle bytes by a table: one shuffle for each mask.
//
//     lanes      a b c d e f g h          mask 0b01100101 (a, c, f, g)
//     shuffle    0 1 4 5 10 11 12 13 - - - - - - - -       (bytes; - gives zero)
//     result     a c f g 0 0 0 0
//
// The caller stores the whole vector and moves on by the number of lanes kept: the next store covers the rest.

import { COMPRESS_16, COMPRESS_32 } from './layout';

const ZERO_BYTE: u8 = 0x80;

/** Fills the tables. Once, before anything is compressed. */
export function fillCompressionTables(): void {
  fillShuffles<u16>(COMPRESS_16);
  fillShuffles<u32>(COMPRESS_32);
}

/**
 * The lanes that a shuffle keeps, side by side. Plain SIMD says what indexes from 16 to 127 give, too, which V8 ensures with
 * two more instructions. There are none here; so where relaxed SIMD may be used, they are saved: n = 18 and 19 take 0.96 of
 * the time (2026-11-22).
 */
// @ts-ignore: decorator
@inline
export function compress(lanes: v128, shuffle: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? i8x16.relaxed_swizzle(lanes, shuffle) : i8x16.swizzle(lanes, shuffle);
}

/** The shuffle that keeps the lanes in `mask`; T is the lane's type. */
// @ts-ignore: decorator
@inline
export function shuffleOf<T>(mask: u32): v128 {
  if (sizeof<T>() == 2) return v128.load(<usize>mask << 4, COMPRESS_16);
  return v128.load(<usize>mask << 4, COMPRESS_32);
}

function fillShuffles<T>(table: usize): void {
  const lanes: u32 = 16 / sizeof<T>();
  for (let mask: u32 = 0; mask < (<u32>1) << lanes; mask++) {
    const shuffle = table + 16 * <usize>mask;
    memory.fill(shuffle, ZERO_BYTE, 16);
    let out = shuffle;
    for (let lane: u32 = 0; lane < lanes; lane++) {
      if (!((mask >> lane) & 1)) continue;
      for (let byte: u32 = 0; byte < sizeof<T>(); byte++) store<u8>(out++, <u8>(lane * sizeof<T>() + byte));
    }
  }
}
