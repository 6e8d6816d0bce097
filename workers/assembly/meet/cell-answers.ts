// The inner loops of the join by cells (cell-join.ts): the tables of a word, and the answers to runs of queries.
//
// A mask is cut into two chunks of up to 8 bits, so an answer is the OR of four table entries:
//
//     TABLES   | 256 entries for l's low chunk | l's high chunk | d's low chunk | d's high chunk | all ones |
//
// Eight queries are asked at a step. Their answers are added up by carry-save adders, so that only the eights are counted
// (bit-count.ts), and on the lanes that matter only there: all that is lower is put right behind the loop.

import { addBytes, carry, sum } from './bit-count';
import { highBits, lowBits } from './cell-queries';
import { ANSWER, L_TO_D, ROWS, TABLES } from './layout';
import { First, OneWord, fillTable } from './or-tables';
import { ROW_STRIDE, transpose128 } from './transposition';

const TABLE: usize = 256 * 16;

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
  v128.store(TABLES + 4 * TABLE, i8x16.splat(-1));
}

/** The answer to a query: ones for what does not fit. Its four distances come in two halves: two loads less. */
// @ts-ignore: decorator
@inline
function answer(l: u32, d: u32): v128 {
  return v128.or(
    v128.or(v128.load(l & 0xffff, TABLES), v128.load(l >> 16, TABLES + TABLE)),
    v128.or(v128.load(d & 0xffff, TABLES + 2 * TABLE), v128.load(d >> 16, TABLES + 3 * TABLE)),
  );
}

/**
 * Stores a vector that nobody reads. V8 keeps loads and stores in order, and computes as late as it can: without such
 * stores it loads the entries of all answers of a step first, far more than there are registers.
 */
// @ts-ignore: decorator
@inline
function now(vector: v128): v128 {
  v128.store(ANSWER, vector);
  return vector;
}

// Byte counters overflow at 256, and a popcount of a byte adds at most 8.
const STEPS: usize = 31;

/** Ones on the given lanes in the answers to the queries at first..end, a multiple of eight and not none: four sums. */
export function onesOfRun(first: usize, end: usize, lanes: v128): v128 {
  let ones = i64x2.splat(0);
  let twos = i64x2.splat(0);
  let fours = i64x2.splat(0);
  let eights = i64x2.splat(0);
  let at = first;
  do {
    let bytes = i64x2.splat(0);
    const stop = min(end, at + 64 * STEPS);
    do {
      const v0 = now(answer(load<u32>(at), load<u32>(at, 4)));
      const v1 = answer(load<u32>(at, 8), load<u32>(at, 12));
      const two0 = now(carry(ones, v0, v1));
      ones = sum(ones, v0, v1);
      const v2 = now(answer(load<u32>(at, 16), load<u32>(at, 20)));
      const v3 = answer(load<u32>(at, 24), load<u32>(at, 28));
      const two1 = now(carry(ones, v2, v3));
      ones = sum(ones, v2, v3);
      const four0 = carry(twos, two0, two1);
      twos = sum(twos, two0, two1);
      const v4 = now(answer(load<u32>(at, 32), load<u32>(at, 36)));
      const v5 = answer(load<u32>(at, 40), load<u32>(at, 44));
      const two2 = now(carry(ones, v4, v5));
      ones = sum(ones, v4, v5);
      const v6 = now(answer(load<u32>(at, 48), load<u32>(at, 52)));
      const v7 = answer(load<u32>(at, 56), load<u32>(at, 60));
      const two3 = carry(ones, v6, v7);
      ones = sum(ones, v6, v7);
      const four1 = carry(twos, two2, two3);
      twos = sum(twos, two2, two3);
      bytes = i8x16.add(bytes, i8x16.popcnt(v128.and(carry(fours, four0, four1), lanes)));
      fours = sum(fours, four0, four1);
      at += 64;
    } while (at < stop);
    eights = addBytes(eights, bytes);
  } while (at < end);
  return sums(i32x4.shl(eights, 3), fours, twos, ones, lanes);
}

/** Of the last `onesOfMixedRun`, those on the lanes of ties. */
export let onesOnTies: v128 = i64x2.splat(0);

/** The same on the lanes of strict keys, and apart on those of ties. Rarely asked for: four queries a step will do. */
export function onesOfMixedRun(first: usize, end: usize, strict: v128, ties: v128): v128 {
  const zero = i64x2.splat(0);
  let ones = zero;
  let twos = zero;
  let fours = zero;
  let tieFours = zero;
  let at = first;
  do {
    let bytes = zero;
    let tieBytes = zero;
    const stop = min(end, at + 32 * STEPS);
    do {
      const v0 = now(answer(load<u32>(at), load<u32>(at, 4)));
      const v1 = now(answer(load<u32>(at, 8), load<u32>(at, 12)));
      const v2 = now(answer(load<u32>(at, 16), load<u32>(at, 20)));
      const v3 = now(answer(load<u32>(at, 24), load<u32>(at, 28)));
      const two0 = carry(ones, v0, v1);
      ones = sum(ones, v0, v1);
      const two1 = carry(ones, v2, v3);
      ones = sum(ones, v2, v3);
      const four = carry(twos, two0, two1);
      twos = sum(twos, two0, two1);
      bytes = i8x16.add(bytes, i8x16.popcnt(v128.and(four, strict)));
      tieBytes = i8x16.add(tieBytes, i8x16.popcnt(v128.and(four, ties)));
      at += 32;
    } while (at < stop);
    fours = addBytes(fours, bytes);
    tieFours = addBytes(tieFours, tieBytes);
  } while (at < end);
  onesOnTies = sums(i32x4.shl(tieFours, 2), zero, twos, ones, ties);
  return sums(i32x4.shl(fours, 2), zero, twos, ones, strict);
}

/** Four sums: `counted`, and what adders hold on the lanes, vectors worth four, two and one each. */
// @ts-ignore: decorator
@inline
function sums(counted: v128, fours: v128, twos: v128, ones: v128, lanes: v128): v128 {
  const few = i8x16.add(
    i8x16.popcnt(v128.and(ones, lanes)),
    i8x16.add(i8x16.shl(i8x16.popcnt(v128.and(twos, lanes)), 1), i8x16.shl(i8x16.popcnt(v128.and(fours, lanes)), 2)),
  );
  return addBytes(counted, few);
}
