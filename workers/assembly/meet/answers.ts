// The answers to queries (join.ts): the OR of the table entries for a query's chunks has a one for every matrix key that
// does not fit.
//
//     two chunks of a mask      TABLES    | l low | l high | d low | d high | all ones |             up to 256 entries each
//     three chunks              TABLES    | l low | l middle | l high | d low | d middle | d high | all ones |    up to 64
//
// A step adds up eight answers by carry-save adders, so that only the eights are counted (bit-count.ts), and only
// they are masked to the lanes that matter. With three chunks a step may also ask four queries on two words, whose tables lie end to end.

import { STEPS, addBytes, allOnes, carry, now, sum, total } from './bit-count';
import { keyBits } from './board';
import { L_TO_D, ROWS, TABLES } from './layout';
import { ENTRY, fillTable } from './or-tables';
import { COLUMN_BYTES, ThreeChunks, chunkBits, tableBytes } from './queries';
import { ROW_STRIDE, transpose128 } from './transposition';

// The variants of the loop are types, because load offsets must be compile-time constants.

/** How many words are asked at once. */
@unmanaged export class OneWord {}
@unmanaged export class TwoWords { second: v128; }

/** Whether all keys of a word count the same, or ties apart. */
@unmanaged export class OneKind {}
@unmanaged export class TwoKinds { other: v128; }

/** Builds the tables of the 128 keys at `keys`. Nothing fits the lanes `unused`. */
export function prepareTables<Chunks>(keys: usize, unused: v128, tables: usize): void {
  // A query's l asks the tables of the keys' d masks, and the other way round.
  transpose128(keys + L_TO_D, ROWS);
  transpose128(keys, ROWS + 16 * ROW_STRIDE);
  const chunks = offsetof<Chunks>() ? 3 : 2;
  const lastBits = keyBits() - (chunks - 1) * chunkBits<Chunks>();
  let row = ROWS;
  let table = tables;
  for (let mask = 0; mask < 2; mask++) {
    for (let chunk = 0; chunk < chunks; chunk++) {
      fillTable(table, row, chunk < chunks - 1 ? chunkBits<Chunks>() : lastBits, unused);
      unused = i64x2.splat(0);
      table += tableBytes<Chunks>();
      row += ROW_STRIDE * chunkBits<Chunks>();
    }
    row = ROWS + 16 * ROW_STRIDE;
  }
  v128.store(table, i8x16.splat(-1));
}

/** Bytes from the tables of a word to those of the next. */
export const WORD_BYTES: usize = 6 * 64 * ENTRY + ENTRY;

/** The answer of the first or the second word to the query at `at`: ones for what does not fit. */
// @ts-ignore: decorator
@inline
function answer<Chunks, Words>(at: usize): v128 {
  const tables = TABLES + (offsetof<Words>() ? WORD_BYTES : 0);
  const first = v128.or(
    v128.or(v128.load(load<u16>(at), tables), v128.load(load<u16>(at, COLUMN_BYTES), tables + tableBytes<Chunks>())),
    v128.or(
      v128.load(load<u16>(at, 2 * COLUMN_BYTES), tables + 2 * tableBytes<Chunks>()),
      v128.load(load<u16>(at, 3 * COLUMN_BYTES), tables + 3 * tableBytes<Chunks>()),
    ),
  );
  if (!offsetof<Chunks>()) return first;
  return v128.or(
    first,
    v128.or(
      v128.load(load<u16>(at, 4 * COLUMN_BYTES), tables + 4 * tableBytes<Chunks>()),
      v128.load(load<u16>(at, 5 * COLUMN_BYTES), tables + 5 * tableBytes<Chunks>()),
    ),
  );
}

/**
 * Counts the ones on `lanes` in the answers to the queries at..end, eight or a multiple. With two kinds of keys, the high 32
 * bits of the result count those on the lanes `ties`.
 */
export function onesOfRun<Chunks, Words, Kinds>(at: usize, end: usize, lanes: v128, ties: v128): u64 {
  let ones = i64x2.splat(0);
  let twos = i64x2.splat(0);
  let fours = i64x2.splat(0);
  let eights = i64x2.splat(0);
  let tieEights = i64x2.splat(0);
  const step: usize = offsetof<Words>() ? 8 : 16;
  do {
    let bytes = i64x2.splat(0);
    let tieBytes = i64x2.splat(0);
    const stop = min(end, at + step * STEPS);
    do {
      const v0 = now(answer<Chunks, OneWord>(at));
      if (!offsetof<Words>()) at += 2;
      const v1 = answer<Chunks, Words>(at);
      at += 2;
      const two0 = now(carry(ones, v0, v1));
      ones = sum(ones, v0, v1);
      const v2 = now(answer<Chunks, OneWord>(at));
      if (!offsetof<Words>()) at += 2;
      const v3 = answer<Chunks, Words>(at);
      at += 2;
      const two1 = now(carry(ones, v2, v3));
      ones = sum(ones, v2, v3);
      const four0 = carry(twos, two0, two1);
      twos = sum(twos, two0, two1);
      const v4 = now(answer<Chunks, OneWord>(at));
      if (!offsetof<Words>()) at += 2;
      const v5 = answer<Chunks, Words>(at);
      at += 2;
      const two2 = now(carry(ones, v4, v5));
      ones = sum(ones, v4, v5);
      const v6 = now(answer<Chunks, OneWord>(at));
      if (!offsetof<Words>()) at += 2;
      const v7 = answer<Chunks, Words>(at);
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
