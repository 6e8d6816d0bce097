// The inner loops of the join by cells (cell-join.ts): the tables of a word, and the answers to runs of queries.
//
// A mask is cut into two chunks of up to 8 bits, so an answer is the OR of four table entries:
//
//     TABLES   | 256 entries for l's low chunk | l's high chunk | d's low chunk | d's high chunk | all ones |
//
// Eight queries are asked at a step. Their answers are added up by carry-save adders, so that only the eights are counted
// (bit-count.ts), and on the lanes that matter only there: all that is lower is put right behind the loop.

import { STEPS, addBytes, allOnes, carry, now, sum } from './bit-count';
import { highBits, lowBits } from './cell-queries';
import { L_TO_D, ROWS, TABLES } from './layout';
import { fillTable } from './or-tables';
import { ROW_STRIDE, transpose128 } from './transposition';

const TABLE: usize = 256 * 16;

/** Makes the tables of the 128 keys at `keys`. A query's l asks the tables of their d masks, and the other way round. */
export function prepareTables(keys: usize): void {
  transpose128(keys + L_TO_D, ROWS);
  transpose128(keys, ROWS + 16 * ROW_STRIDE);
  const zero = i64x2.splat(0);
  const high = ROWS + ROW_STRIDE * <usize>lowBits;
  fillTable(TABLES, ROWS, lowBits, zero);
  fillTable(TABLES + TABLE, high, highBits, zero);
  fillTable(TABLES + 2 * TABLE, ROWS + 16 * ROW_STRIDE, lowBits, zero);
  fillTable(TABLES + 3 * TABLE, high + 16 * ROW_STRIDE, highBits, zero);
  v128.store(TABLES + 4 * TABLE, i8x16.splat(-1));
}

/** The answer to the query `from` bytes behind `at`: ones for what does not fit. Two distances a load: two loads less. */
// @ts-ignore: decorator
@inline
function answer(at: usize, from: usize): v128 {
  const l = load<u32>(at + from);
  const d = load<u32>(at + from + 4);
  return v128.or(
    v128.or(v128.load(l & 0xffff, TABLES), v128.load(l >> 16, TABLES + TABLE)),
    v128.or(v128.load(d & 0xffff, TABLES + 2 * TABLE), v128.load(d >> 16, TABLES + 3 * TABLE)),
  );
}

/** Of the last run of two kinds, the ones on the lanes of ties. */
export let onesOnTies: v128 = i64x2.splat(0);

/**
 * Ones on the given lanes in the answers to the queries at first..end, a multiple of eight and not none: four sums. If there
 * are keys of two kinds, those on the lanes of ties apart.
 */
export function onesOfRun<Kinds>(first: usize, end: usize, lanes: v128, ties: v128): v128 {
  let ones = i64x2.splat(0);
  let twos = i64x2.splat(0);
  let fours = i64x2.splat(0);
  let eights = i64x2.splat(0);
  let tieEights = i64x2.splat(0);
  let at = first;
  do {
    let bytes = i64x2.splat(0);
    let tieBytes = i64x2.splat(0);
    const stop = min(end, at + 64 * STEPS);
    do {
      const v0 = now(answer(at, 0));
      const v1 = answer(at, 8);
      const two0 = now(carry(ones, v0, v1));
      ones = sum(ones, v0, v1);
      const v2 = now(answer(at, 16));
      const v3 = answer(at, 24);
      const two1 = now(carry(ones, v2, v3));
      ones = sum(ones, v2, v3);
      const four0 = carry(twos, two0, two1);
      twos = sum(twos, two0, two1);
      const v4 = now(answer(at, 32));
      const v5 = answer(at, 40);
      const two2 = now(carry(ones, v4, v5));
      ones = sum(ones, v4, v5);
      const v6 = now(answer(at, 48));
      const v7 = answer(at, 56);
      const two3 = carry(ones, v6, v7);
      ones = sum(ones, v6, v7);
      const four1 = carry(twos, two2, two3);
      twos = sum(twos, two2, two3);
      const eight = carry(fours, four0, four1);
      fours = sum(fours, four0, four1);
      bytes = i8x16.add(bytes, i8x16.popcnt(v128.and(eight, lanes)));
      if (offsetof<Kinds>()) tieBytes = i8x16.add(tieBytes, i8x16.popcnt(v128.and(eight, ties)));
      at += 64;
    } while (at < stop);
    eights = addBytes(eights, bytes);
    if (offsetof<Kinds>()) tieEights = addBytes(tieEights, tieBytes);
  } while (at < end);
  const rest = i64x2.splat(0);
  if (offsetof<Kinds>()) {
    onesOnTies = allOnes(tieEights, v128.and(fours, ties), v128.and(twos, ties), v128.and(ones, ties), rest);
  }
  return allOnes(eights, v128.and(fours, lanes), v128.and(twos, lanes), v128.and(ones, lanes), rest);
}
