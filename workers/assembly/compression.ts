// Compression moves the lanes that a bit mask selects to the low end of their vector. WebAssembly has no instruction
// for this, but it can shuffle bytes, and a table holds the shuffle for each mask.
//
//     lanes      a b c d e f g h          mask 0b01100101 (a, c, f, g)
//     shuffle    0 1 4 5 10 11 12 13 - - - - - - - -       (bytes; - gives zero)
//     result     a c f g 0 0 0 0
//
// The caller stores the whole vector and advances by the number of lanes kept, so the next store overwrites the zeros.
//
// A relaxed shuffle may give any byte for `-`, but takes one instruction instead of three, so counts take 3 to 7% less
// time. Older versions of browsers and Node.js lack it, so only the wide module uses it (meet/words.ts).

/** Addresses of the tables in each kernel's memory: 256 shuffles of 8 lanes, then 16 of 4 lanes. */
const COMPRESS_16: usize = 0x400;
const COMPRESS_32: usize = 0x1400;

const ZERO_BYTE: u8 = 0x80;

export function fillCompressionTables(): void {
  fillShuffles<u16>(COMPRESS_16);
  fillShuffles<u32>(COMPRESS_32);
}

/**
 * Returns the mask of the lanes whose bits are all 1. All bits of the other lanes must be 0. T is the type of a lane.
 *
 * x86 has no such instruction for 16-bit lanes, so they are first narrowed to bytes. V8 does the same for
 * `i16x8.bitmask`, but in its scratch register (`vpacksswb xmm15, xmm15, x`). So the instruction waits for that
 * register's last value, which a shuffle may have written. With this false dependency, `bitmask` takes 2.6 times as
 * long (n = 15, Node.js 20 and 26, 2026-11-28).
 */
@inline
export function maskOf<T>(lanes: v128): u32 {
  if (sizeof<T>() == 4) return i32x4.bitmask(lanes);
  return i8x16.bitmask(i8x16.narrow_i16x8_s(lanes, i64x2.splat(0)));
}

/** Moves the lanes that a shuffle selects to the low end. */
export function compress(lanes: v128, shuffle: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? i8x16.relaxed_swizzle(lanes, shuffle) : i8x16.swizzle(lanes, shuffle);
}

/** Returns the shuffle that selects the lanes in `mask`. T is the type of a lane. */
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
