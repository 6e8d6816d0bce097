// Transposition turns 128 keys into 128-bit rows, one row for each bit of a key. The rows are vectors of words.
//
// The input is eight 16-byte vectors, where byte j of vector v comes from key 16v + j. The eight bytes at each j form
// an 8 x 8 bit matrix. Three rounds of exchanges between vectors transpose all 16 matrices at once:
//
//     vector v, byte j:  the 8 bits of key 16v + j     ->    row p, byte j, bit v:  bit p of key 16v + j
//
// 16-bit keys take two transpositions, one of the low bytes and one of the high bytes.

import { WORD_BYTES } from './words';

/** Returns the position of a key's bit in a row. */
export function bitInRow(key: u32): u32 {
  return (key & 128) + 8 * (key & 15) + ((key >> 4) & 7);
}

/** Transposes the 128 16-bit keys at `keys` and stores 16 rows at `rows`. */
export function transpose128(keys: usize, rows: usize): void {
  transposeBytes(
    lowBytes(keys), lowBytes(keys + 32), lowBytes(keys + 64), lowBytes(keys + 96),
    lowBytes(keys + 128), lowBytes(keys + 160), lowBytes(keys + 192), lowBytes(keys + 224), rows,
  );
  transposeBytes(
    highBytes(keys), highBytes(keys + 32), highBytes(keys + 64), highBytes(keys + 96),
    highBytes(keys + 128), highBytes(keys + 160), highBytes(keys + 192), highBytes(keys + 224), rows + 8 * WORD_BYTES,
  );
}

function lowBytes(keys: usize): v128 {
  return i8x16.shuffle(v128.load(keys), v128.load(keys, 16), 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
}

function highBytes(keys: usize): v128 {
  return i8x16.shuffle(v128.load(keys), v128.load(keys, 16), 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}

/** Returns the XOR of the bits to exchange: the bits of b in `low`, and the bits of a that are `distance` higher. */
function differing(a: v128, b: v128, distance: i32, low: v128): v128 {
  return v128.and(v128.xor(i16x8.shr_u(a, distance), b), low);
}

/** Transposes 128 bytes and stores 8 rows at `rows`. */
@inline
function transposeBytes(
  x0: v128, x1: v128, x2: v128, x3: v128, x4: v128, x5: v128, x6: v128, x7: v128, rows: usize,
): void {
  const low4 = i8x16.splat(0x0f);
  const low2 = i8x16.splat(0x33);
  const low1 = i8x16.splat(0x55);
  let t = differing(x0, x4, 4, low4); x4 = v128.xor(x4, t); x0 = v128.xor(x0, i16x8.shl(t, 4));
  t = differing(x1, x5, 4, low4); x5 = v128.xor(x5, t); x1 = v128.xor(x1, i16x8.shl(t, 4));
  t = differing(x2, x6, 4, low4); x6 = v128.xor(x6, t); x2 = v128.xor(x2, i16x8.shl(t, 4));
  t = differing(x3, x7, 4, low4); x7 = v128.xor(x7, t); x3 = v128.xor(x3, i16x8.shl(t, 4));

  t = differing(x0, x2, 2, low2); x2 = v128.xor(x2, t); x0 = v128.xor(x0, i16x8.shl(t, 2));
  t = differing(x1, x3, 2, low2); x3 = v128.xor(x3, t); x1 = v128.xor(x1, i16x8.shl(t, 2));
  t = differing(x4, x6, 2, low2); x6 = v128.xor(x6, t); x4 = v128.xor(x4, i16x8.shl(t, 2));
  t = differing(x5, x7, 2, low2); x7 = v128.xor(x7, t); x5 = v128.xor(x5, i16x8.shl(t, 2));

  t = differing(x0, x1, 1, low1); x1 = v128.xor(x1, t); x0 = v128.xor(x0, i16x8.shl(t, 1));
  t = differing(x2, x3, 1, low1); x3 = v128.xor(x3, t); x2 = v128.xor(x2, i16x8.shl(t, 1));
  t = differing(x4, x5, 1, low1); x5 = v128.xor(x5, t); x4 = v128.xor(x4, i16x8.shl(t, 1));
  t = differing(x6, x7, 1, low1); x7 = v128.xor(x7, t); x6 = v128.xor(x6, i16x8.shl(t, 1));

  v128.store(rows, x0);
  v128.store(rows, x1, WORD_BYTES);
  v128.store(rows, x2, 2 * WORD_BYTES);
  v128.store(rows, x3, 3 * WORD_BYTES);
  v128.store(rows, x4, 4 * WORD_BYTES);
  v128.store(rows, x5, 5 * WORD_BYTES);
  v128.store(rows, x6, 6 * WORD_BYTES);
  v128.store(rows, x7, 7 * WORD_BYTES);
}
