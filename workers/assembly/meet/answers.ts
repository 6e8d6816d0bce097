// The answers to queries (join.ts). An answer is the OR of the table entries for the chunks of a query. It has a one for
// every matrix key that does not fit. The tables lie end to end, with an entry of ones after them:
//
//     four chunks     TABLES    | l low | l high | d low | d high | all ones |              up to 256 entries each
//     five chunks     TABLES    | l low | l middle | l high, d low | d middle | d high | all ones |    64 each
//
// A step adds up eight answers by carry-save adders, and then masks and counts only the eights (bit-count.ts).

import { STEPS, addBytes, allOnes, carry, now, sum, total } from './bit-count';
import { keyBits } from './board';
import { L_TO_D, ROWS, TABLES } from './layout';
import { fillTable } from './or-tables';
import { COLUMN_BYTES, chunkBits, chunksOf, maskBits, tableBytes } from './queries';
import { ROW_STRIDE, transpose128 } from './transposition';

// The variants of the loop are types, because load offsets must be compile-time constants.

/** OneKind: all keys of a word have the same weight. TwoKinds: ties are counted separately. */
@unmanaged export class OneKind {}
@unmanaged export class TwoKinds { other: v128; }

/** Builds the tables of the 128 keys at `keys`. */
export function prepareTables<Chunks>(keys: usize): void {
  // The l mask of a query is looked up in tables of d masks, and its d mask in tables of l masks.
  transpose128(keys + L_TO_D, ROWS);
  transpose128(keys, ROWS + <usize>maskBits<Chunks>() * ROW_STRIDE);
  let row = ROWS;
  let table = TABLES;
  const bits = chunkBits<Chunks>();
  const highBits = offsetof<Chunks>() ? bits : keyBits() - bits;
  for (let chunk = 0; chunk < chunksOf<Chunks>(); chunk++) {
    fillTable(table, row, chunk & 1 ? highBits : bits);
    table += tableBytes<Chunks>();
    row += ROW_STRIDE * bits;
  }
  v128.store(table, i8x16.splat(-1));
}

/** Returns the answer to the query at `at`: ones for the keys that do not fit. */
// @ts-ignore: decorator
@inline
function answer<Chunks>(at: usize): v128 {
  const four = v128.or(
    v128.or(v128.load(load<u16>(at), TABLES), v128.load(load<u16>(at, COLUMN_BYTES), TABLES + tableBytes<Chunks>())),
    v128.or(
      v128.load(load<u16>(at, 2 * COLUMN_BYTES), TABLES + 2 * tableBytes<Chunks>()),
      v128.load(load<u16>(at, 3 * COLUMN_BYTES), TABLES + 3 * tableBytes<Chunks>()),
    ),
  );
  if (!offsetof<Chunks>()) return four;
  return v128.or(four, v128.load(load<u16>(at, 4 * COLUMN_BYTES), TABLES + 4 * tableBytes<Chunks>()));
}

/**
 * Counts the ones on `lanes` in the answers to the queries at..end, a multiple of eight. With two kinds of keys, the high 32
 * bits of the result count the ones on the lanes `ties`.
 */
export function onesOfRun<Chunks, Kinds>(at: usize, end: usize, lanes: v128, ties: v128): u64 {
  let ones = i64x2.splat(0);
  let twos = i64x2.splat(0);
  let fours = i64x2.splat(0);
  let eights = i64x2.splat(0);
  let tieEights = i64x2.splat(0);
  do {
    let bytes = i64x2.splat(0);
    let tieBytes = i64x2.splat(0);
    const stop = min(end, at + 16 * STEPS);
    do {
      const v0 = now(answer<Chunks>(at));
      at += 2;
      const v1 = answer<Chunks>(at);
      at += 2;
      const two0 = now(carry(ones, v0, v1));
      ones = sum(ones, v0, v1);
      const v2 = now(answer<Chunks>(at));
      at += 2;
      const v3 = answer<Chunks>(at);
      at += 2;
      const two1 = now(carry(ones, v2, v3));
      ones = sum(ones, v2, v3);
      const four0 = carry(twos, two0, two1);
      twos = sum(twos, two0, two1);
      const v4 = now(answer<Chunks>(at));
      at += 2;
      const v5 = answer<Chunks>(at);
      at += 2;
      const two2 = now(carry(ones, v4, v5));
      ones = sum(ones, v4, v5);
      const v6 = now(answer<Chunks>(at));
      at += 2;
      const v7 = answer<Chunks>(at);
      at += 2;
      const two3 = carry(ones, v6, v7);
      ones = sum(ones, v6, v7);
      const four1 = carry(twos, two2, two3);
      twos = sum(twos, two2, two3);
      const eight = carry(fours, four0, four1);
      fours = sum(fours, four0, four1);
      bytes = i8x16.add(bytes, i8x16.popcnt(v128.and(eight, lanes)));
      if (offsetof<Kinds>()) tieBytes = i8x16.add(tieBytes, i8x16.popcnt(v128.and(eight, ties)));
    } while (at < stop);
    eights = addBytes(eights, bytes);
    if (offsetof<Kinds>()) tieEights = addBytes(tieEights, tieBytes);
  } while (at < end);
  const counted = total(allOnes(eights, v128.and(fours, lanes), v128.and(twos, lanes), v128.and(ones, lanes)));
  if (!offsetof<Kinds>()) return counted;
  const ofTies = total(allOnes(tieEights, v128.and(fours, ties), v128.and(twos, ties), v128.and(ones, ties)));
  return counted | (ofTies << 32);
}
