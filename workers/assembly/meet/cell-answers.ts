// The inner loops of the join by cells (cell-join.ts): tables of one word, and the answers to runs of queries.
//
// A mask is cut into two chunks of up to 8 bits, so an answer is the OR of four table entries. Queries are asked once for
// each word of the matrix; so their chunks are cut out before, once for each join, as distances in bytes into the tables:
//
//     QUERIES    | l low | l high | d low | d high |     four distances of 16 bits for each query
//     TABLES     | 256 entries | 256 | 256 | 256 | 1 |   the last one is all ones, for queries that are none

import { addBytes, carry, sum, total } from './bit-count';
import { CellKeys } from './cell-keys';
import { ANSWER, L_TO_D, QUERIES, ROWS, TABLES } from './layout';
import { First, OneWord, fillTable } from './or-tables';
import { ROW_STRIDE, transpose128 } from './transposition';

const TABLE: usize = 256 * 16;
const ALL_ONES: usize = 4 * TABLE;

/** Bits of the low and of the high chunk. */
let lowBits: i32 = 8;
let highBits: i32 = 8;

/** Says how many bits a mask of a key has, 8 to 16; the others are zero. */
export function setCellKeyBits(bits: i32): void {
  lowBits = (bits + 1) >> 1;
  highBits = bits >> 1;
}

/** Prepares all queries of a list; what lies in its gaps becomes queries that nothing fits. */
export function prepareQueries(queries: CellKeys): void {
  const end = queries.start(queries.parts);
  const low = i16x8.splat(<i16>(((<i32>1) << lowBits) - 1));
  let keys = queries.at;
  let to = QUERIES;
  for (const stop = keys + (<usize>end << 1); keys < stop; keys += 16) {
    const l = v128.load(keys);
    const d = v128.load(keys, L_TO_D);
    const lowL = i16x8.shl(v128.and(l, low), 4);
    const lowD = i16x8.shl(v128.and(d, low), 4);
    const highL = i16x8.shl(i16x8.shr_u(l, lowBits), 4);
    const highD = i16x8.shl(i16x8.shr_u(d, lowBits), 4);
    const l03 = i16x8.shuffle(lowL, highL, 0, 8, 1, 9, 2, 10, 3, 11);
    const l47 = i16x8.shuffle(lowL, highL, 4, 12, 5, 13, 6, 14, 7, 15);
    const d03 = i16x8.shuffle(lowD, highD, 0, 8, 1, 9, 2, 10, 3, 11);
    const d47 = i16x8.shuffle(lowD, highD, 4, 12, 5, 13, 6, 14, 7, 15);
    v128.store(to, i32x4.shuffle(l03, d03, 0, 4, 1, 5));
    v128.store(to, i32x4.shuffle(l03, d03, 2, 6, 3, 7), 16);
    v128.store(to, i32x4.shuffle(l47, d47, 0, 4, 1, 5), 32);
    v128.store(to, i32x4.shuffle(l47, d47, 2, 6, 3, 7), 48);
    to += 64;
  }
  for (let part = 0; part < queries.parts; part++) {
    for (let i = queries.end(part); i < queries.start(part + 1); i++) store<u64>(QUERIES + (<usize>i << 3), ALL_ONES);
  }
  v128.store(TABLES + ALL_ONES, i8x16.splat(-1));
}

/** Makes the tables of the 128 keys at `keys`. A query's l asks the tables of their d masks, and the other way round. */
export function prepareTables(keys: usize): void {
  transpose128(keys + L_TO_D, ROWS);
  transpose128(keys, ROWS + 16 * ROW_STRIDE);
  const zero = i64x2.splat(0);
  const high = ROWS + ROW_STRIDE * <usize>lowBits;
  fillTable<OneWord, First>(TABLES, ROWS, lowBits, zero);
  fillTable<OneWord, First>(TABLES + TABLE, high, highBits, zero);
  fillTable<OneWord, First>(TABLES + 2 * TABLE, ROWS + 16 * ROW_STRIDE, lowBits, zero);
  fillTable<OneWord, First>(TABLES + 3 * TABLE, high + 16 * ROW_STRIDE, highBits, zero);
}

/** The answer to the query `from` bytes behind `at`: ones for what does not fit. */
// @ts-ignore: decorator
@inline
function answer(at: usize, from: usize): v128 {
  const word = v128.or(
    v128.or(v128.load(<usize>load<u16>(at + from), TABLES), v128.load(<usize>load<u16>(at + from + 2), TABLES + TABLE)),
    v128.or(
      v128.load(<usize>load<u16>(at + from + 4), TABLES + 2 * TABLE),
      v128.load(<usize>load<u16>(at + from + 6), TABLES + 3 * TABLE),
    ),
  );
  v128.store(ANSWER, word); // or V8 loads all entries of a step first (query-answers.ts)
  return word;
}

// Byte counters overflow at 256, and a popcount of a byte adds at most 8.
const STEPS: usize = 31;

/** Ones on the given lanes in the answers to the queries at first..end, a multiple of four and not none. */
export function onesOfRun(first: usize, end: usize, lanes: v128): u64 {
  let ones = i64x2.splat(0);
  let twos = i64x2.splat(0);
  let fours = i64x2.splat(0);
  let at = first;
  do {
    let bytes = i64x2.splat(0);
    const stop = min(end, at + 32 * STEPS);
    do {
      const v0 = answer(at, 0);
      const v1 = answer(at, 8);
      const v2 = answer(at, 16);
      const v3 = answer(at, 24);
      const carry0 = carry(ones, v0, v1);
      ones = sum(ones, v0, v1);
      const carry1 = carry(ones, v2, v3);
      ones = sum(ones, v2, v3);
      bytes = i8x16.add(bytes, i8x16.popcnt(v128.and(carry(twos, carry0, carry1), lanes)));
      twos = sum(twos, carry0, carry1);
      at += 32;
    } while (at < stop);
    fours = addBytes(fours, bytes);
  } while (at < end);
  return allOnes(fours, v128.and(twos, lanes), v128.and(ones, lanes));
}

/** Of the last `onesOfMixedRun`, those on the strict lanes. */
export let onesOnStrictLanes: u64 = 0;

/** The same, and apart those on the strict ones of the lanes. */
export function onesOfMixedRun(first: usize, end: usize, lanes: v128, strict: v128): u64 {
  let ones = i64x2.splat(0);
  let twos = i64x2.splat(0);
  let fours = i64x2.splat(0);
  let strictFours = i64x2.splat(0);
  let at = first;
  do {
    let bytes = i64x2.splat(0);
    let strictBytes = i64x2.splat(0);
    const stop = min(end, at + 32 * STEPS);
    do {
      const v0 = answer(at, 0);
      const v1 = answer(at, 8);
      const v2 = answer(at, 16);
      const v3 = answer(at, 24);
      const carry0 = carry(ones, v0, v1);
      ones = sum(ones, v0, v1);
      const carry1 = carry(ones, v2, v3);
      ones = sum(ones, v2, v3);
      const four = carry(twos, carry0, carry1);
      bytes = i8x16.add(bytes, i8x16.popcnt(v128.and(four, lanes)));
      strictBytes = i8x16.add(strictBytes, i8x16.popcnt(v128.and(four, strict)));
      twos = sum(twos, carry0, carry1);
      at += 32;
    } while (at < stop);
    fours = addBytes(fours, bytes);
    strictFours = addBytes(strictFours, strictBytes);
  } while (at < end);
  onesOnStrictLanes = allOnes(strictFours, v128.and(twos, strict), v128.and(ones, strict));
  return allOnes(fours, v128.and(twos, lanes), v128.and(ones, lanes));
}

/** What counters and adders hold: counters of fours, and vectors worth two and one each. */
// @ts-ignore: decorator
@inline
function allOnes(fours: v128, twos: v128, ones: v128): u64 {
  const small = i8x16.add(i8x16.popcnt(ones), i8x16.shl(i8x16.popcnt(twos), 1));
  return total(addBytes(i32x4.shl(fours, 2), small));
}
