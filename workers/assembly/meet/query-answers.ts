// The answers to queries (join.ts): the OR of six table entries has a one for every matrix key that does not fit. The ones
// of eight answers are added up at a step by carry-save adders, so that only the eights are counted by popcount.
//
// The chunks of eight queries are cut out at once, as distances in bytes into the tables, two in 32 bits, and a step before
// they are asked for: what was just stored is not ready to be loaded. They lie in two places in turn:
//
//     QUERIES    | 8 x l low, l middle | 8 x l high, d low | 8 x d middle, d high |
//
// With shifts and ANDs for each query instead, and four queries at a step, n = 17 takes 1.01 to 1.03 times as long, n = 18
// 1.02 to 1.04 (2026-11-22). What lost, by how long joins take: chunks cut out in the step that asks for them, 1.06 times at
// n = 17 and 1.13 at 18; a load of 16 bits for each chunk, 1.1; chunks of all queries first, kept for all words, 1.02 at
// n = 17 and 0.98 to 1.02 at 18; five tables of up to 6 bits, 1.05 at n = 17 and 1.0 to 1.04 at 18.

import { STEPS, addBytes, allOnes, carry, now, sum, total } from './bit-count';
import { L_TO_D, QUERIES, TABLES } from './layout';
import { ENTRY } from './or-tables';

/** Distance from the tables of a word to those of a second. */
export const SECOND_WORD: usize = 256 * ENTRY;

/** The words that are asked at once: of an answer, which; of a run, how many. */
@unmanaged export class OneWord {}
@unmanaged export class TwoWords { second: v128; }

/** Exchanges the two places of chunks. */
const OTHER_PLACE: usize = 128;

/** Cuts out the chunks of the eight queries at `at`. */
// @ts-ignore: decorator
@inline
function cutChunks(at: usize, to: usize): void {
  const five = i16x8.splat(0x1f * <i16>ENTRY);
  const six = i16x8.splat(0x3f * <i16>ENTRY);
  const l = v128.load(at);
  const d = v128.load(at, L_TO_D);
  const lowL = v128.and(i16x8.shl(l, 4), five);
  const middleL = v128.and(i16x8.shr_u(l, 1), five);
  const highL = v128.and(i16x8.shr_u(l, 6), six);
  const lowD = v128.and(i16x8.shl(d, 4), five);
  const middleD = v128.and(i16x8.shr_u(d, 1), five);
  const highD = v128.and(i16x8.shr_u(d, 6), six);
  v128.store(to, i16x8.shuffle(lowL, middleL, 0, 8, 1, 9, 2, 10, 3, 11));
  v128.store(to, i16x8.shuffle(lowL, middleL, 4, 12, 5, 13, 6, 14, 7, 15), 16);
  v128.store(to, i16x8.shuffle(highL, lowD, 0, 8, 1, 9, 2, 10, 3, 11), 32);
  v128.store(to, i16x8.shuffle(highL, lowD, 4, 12, 5, 13, 6, 14, 7, 15), 48);
  v128.store(to, i16x8.shuffle(middleD, highD, 0, 8, 1, 9, 2, 10, 3, 11), 64);
  v128.store(to, i16x8.shuffle(middleD, highD, 4, 12, 5, 13, 6, 14, 7, 15), 80);
}

/** One word of the answer to the query with these chunks: ones for what does not fit. */
// @ts-ignore: decorator
@inline
function answer<Words>(a: u32, b: u32, c: u32): v128 {
  const tables = TABLES + (offsetof<Words>() ? SECOND_WORD : 0);
  return v128.or(
    v128.or(
      v128.or(v128.load(a & 0xffff, tables), v128.load(a >> 16, tables + 32 * ENTRY)),
      v128.or(v128.load(b & 0xffff, tables + 64 * ENTRY), v128.load(b >> 16, tables + 128 * ENTRY)),
    ),
    v128.or(v128.load(c & 0xffff, tables + 160 * ENTRY), v128.load(c >> 16, tables + 192 * ENTRY)),
  );
}

/** The first, second or third two chunks of the query of an answer: on two words, two answers are to the same query. */
// @ts-ignore: decorator
@inline
function chunks<Words>(from: usize, number: usize, two: usize): u32 {
  return load<u32>(from + ((offsetof<Words>() ? number >> 1 : number) << 2) + (two << 5));
}

/** Of the last run of two kinds, the ones on the lanes of ties. */
export let onesOnTies: u64 = 0;

/**
 * Ones in the answers to the queries at first..end, some, on the words of the tables. If there are keys of two kinds, those
 * on the lanes of ties also apart.
 */
export function onesOfRun<Words, Kinds>(first: usize, end: usize, ties: v128): u64 {
  let ones = i64x2.splat(0);
  let twos = i64x2.splat(0);
  let fours = i64x2.splat(0);
  let eights = i64x2.splat(0);
  let tieEights = i64x2.splat(0);
  let at = first;
  let place = QUERIES;
  cutChunks(at, place);
  for (const grouped = first + ((end - first) & ~15); at < grouped; ) {
    let bytes = i64x2.splat(0);
    let tieBytes = i64x2.splat(0);
    const stop = min(grouped, at + 16 * (offsetof<Words>() ? STEPS >> 1 : STEPS));
    do {
      at += 16;
      cutChunks(at, place ^ OTHER_PLACE);
      let from = place;
      do {
        let a = chunks<Words>(from, 0, 0), b = chunks<Words>(from, 0, 1), c = chunks<Words>(from, 0, 2);
        const v0 = now(answer<OneWord>(a, b, c));
        if (!offsetof<Words>()) { a = chunks<Words>(from, 1, 0); b = chunks<Words>(from, 1, 1); c = chunks<Words>(from, 1, 2); }
        const v1 = answer<Words>(a, b, c);
        const two0 = now(carry(ones, v0, v1));
        ones = sum(ones, v0, v1);
        a = chunks<Words>(from, 2, 0); b = chunks<Words>(from, 2, 1); c = chunks<Words>(from, 2, 2);
        const v2 = now(answer<OneWord>(a, b, c));
        if (!offsetof<Words>()) { a = chunks<Words>(from, 3, 0); b = chunks<Words>(from, 3, 1); c = chunks<Words>(from, 3, 2); }
        const v3 = answer<Words>(a, b, c);
        const two1 = now(carry(ones, v2, v3));
        ones = sum(ones, v2, v3);
        const four0 = carry(twos, two0, two1);
        twos = sum(twos, two0, two1);
        a = chunks<Words>(from, 4, 0); b = chunks<Words>(from, 4, 1); c = chunks<Words>(from, 4, 2);
        const v4 = now(answer<OneWord>(a, b, c));
        if (!offsetof<Words>()) { a = chunks<Words>(from, 5, 0); b = chunks<Words>(from, 5, 1); c = chunks<Words>(from, 5, 2); }
        const v5 = answer<Words>(a, b, c);
        const two2 = now(carry(ones, v4, v5));
        ones = sum(ones, v4, v5);
        a = chunks<Words>(from, 6, 0); b = chunks<Words>(from, 6, 1); c = chunks<Words>(from, 6, 2);
        const v6 = now(answer<OneWord>(a, b, c));
        if (!offsetof<Words>()) { a = chunks<Words>(from, 7, 0); b = chunks<Words>(from, 7, 1); c = chunks<Words>(from, 7, 2); }
        const v7 = answer<Words>(a, b, c);
        const two3 = carry(ones, v6, v7);
        ones = sum(ones, v6, v7);
        const four1 = carry(twos, two2, two3);
        twos = sum(twos, two2, two3);
        const eight = carry(fours, four0, four1);
        fours = sum(fours, four0, four1);
        bytes = i8x16.add(bytes, i8x16.popcnt(eight));
        if (offsetof<Kinds>()) tieBytes = i8x16.add(tieBytes, i8x16.popcnt(v128.and(eight, ties)));
        from += 16;
      } while (offsetof<Words>() && from == place + 16);
      place ^= OTHER_PLACE;
    } while (at < stop);
    eights = addBytes(eights, bytes);
    if (offsetof<Kinds>()) tieEights = addBytes(tieEights, tieBytes);
  }
  let rest = i64x2.splat(0);
  let tieRest = i64x2.splat(0);
  for (; at < end; at += 2, place += 4) {
    const a = chunks<OneWord>(place, 0, 0), b = chunks<OneWord>(place, 0, 1), c = chunks<OneWord>(place, 0, 2);
    const word = answer<OneWord>(a, b, c);
    rest = i8x16.add(rest, i8x16.popcnt(word));
    if (offsetof<Words>()) rest = i8x16.add(rest, i8x16.popcnt(answer<TwoWords>(a, b, c)));
    if (offsetof<Kinds>()) tieRest = i8x16.add(tieRest, i8x16.popcnt(v128.and(word, ties)));
  }
  if (offsetof<Kinds>()) {
    onesOnTies = total(allOnes(tieEights, v128.and(fours, ties), v128.and(twos, ties), v128.and(ones, ties), tieRest));
  }
  return total(allOnes(eights, fours, twos, ones, rest));
}
