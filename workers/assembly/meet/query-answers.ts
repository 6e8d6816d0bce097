// The answers to queries (join.ts): the OR of six table entries has a one for every matrix key that does not fit. The ones
// of many answers are added up by carry-save adders, so that only the fours are counted by popcount.

import { addBytes, carry, sum, total } from './bit-count';
import { ANSWER, L_TO_D, TABLES } from './layout';
import { First, OneWord, Second, TwoWords } from './or-tables';

/** The bits of a chunk as a distance in bytes into its table: one shift and one AND. `from` is its first bit. */
// @ts-ignore: decorator
@inline
function chunk<Entry>(masks: u64, from: i32, bits: i32): usize {
  const shift = (offsetof<Entry>() == 16 ? 4 : 5) - from;
  const inPlace = shift >= 0 ? masks << shift : masks >> -shift;
  return <usize>inPlace & (((1 << bits) - 1) << (offsetof<Entry>() == 16 ? 4 : 5));
}

/** One word of the answer to the query whose masks begin at bit `from` of `l` and `d`: ones for what does not fit. */
// @ts-ignore: decorator
@inline
function answer<Entry, Word>(l: u64, d: u64, from: i32): v128 {
  const word = v128.or(
    v128.or(
      v128.or(
        v128.load(chunk<Entry>(l, from, 5), TABLES + offsetof<Word>()),
        v128.load(chunk<Entry>(l, from + 5, 5), TABLES + 32 * offsetof<Entry>() + offsetof<Word>()),
      ),
      v128.or(
        v128.load(chunk<Entry>(l, from + 10, 6), TABLES + 64 * offsetof<Entry>() + offsetof<Word>()),
        v128.load(chunk<Entry>(d, from, 5), TABLES + 128 * offsetof<Entry>() + offsetof<Word>()),
      ),
    ),
    v128.or(
      v128.load(chunk<Entry>(d, from + 5, 5), TABLES + 160 * offsetof<Entry>() + offsetof<Word>()),
      v128.load(chunk<Entry>(d, from + 10, 6), TABLES + 192 * offsetof<Entry>() + offsetof<Word>()),
    ),
  );
  // V8 keeps loads and stores in order, and ORs as late as it can: without a store behind each answer it loads the
  // entries of all answers of a step first, far more than there are registers.
  v128.store(ANSWER, word);
  return word;
}

/** One word of the answer to the single query at `at`. */
// @ts-ignore: decorator
@inline
function answerOne<Entry, Word>(at: usize): v128 {
  return answer<Entry, Word>(<u64>load<u16>(at), <u64>load<u16>(at, L_TO_D), 0);
}

// Byte counters overflow at 256; a popcount of a byte adds at most 8, so they are emptied every 31 steps, or every 15
// where a step adds two.
const STEPS: usize = 31;

/** Ones in the answers to the queries at first..end: four queries, whose masks are read at once, at a step. */
export function onesOfWord(first: usize, end: usize): u64 {
  let ones = i64x2.splat(0);
  let twos = i64x2.splat(0);
  let fours = i64x2.splat(0);
  let at = first;
  for (const grouped = first + ((end - first) & ~7); at < grouped; ) {
    let bytes = i64x2.splat(0);
    const stop = min(grouped, at + 8 * STEPS);
    do {
      const l = load<u64>(at);
      const d = load<u64>(at, L_TO_D);
      const v0 = answer<OneWord, First>(l, d, 0);
      const v1 = answer<OneWord, First>(l, d, 16);
      const v2 = answer<OneWord, First>(l, d, 32);
      const v3 = answer<OneWord, First>(l, d, 48);
      const carry0 = carry(ones, v0, v1);
      ones = sum(ones, v0, v1);
      const carry1 = carry(ones, v2, v3);
      ones = sum(ones, v2, v3);
      bytes = i8x16.add(bytes, i8x16.popcnt(carry(twos, carry0, carry1)));
      twos = sum(twos, carry0, carry1);
      at += 8;
    } while (at < stop);
    fours = addBytes(fours, bytes);
  }
  let rest = i64x2.splat(0);
  for (; at < end; at += 2) rest = i8x16.add(rest, i8x16.popcnt(answerOne<OneWord, First>(at)));
  return allOnes(fours, twos, ones, rest);
}

/** The same for blocks of two words. */
export function onesOfTwoWords(first: usize, end: usize): u64 {
  let ones = i64x2.splat(0);
  let twos = i64x2.splat(0);
  let fours = i64x2.splat(0);
  let at = first;
  for (const grouped = first + ((end - first) & ~7); at < grouped; ) {
    let bytes = i64x2.splat(0);
    const stop = min(grouped, at + 8 * (STEPS >> 1));
    do {
      const l = load<u64>(at);
      const d = load<u64>(at, L_TO_D);
      let v0 = answer<TwoWords, First>(l, d, 0);
      let v1 = answer<TwoWords, Second>(l, d, 0);
      let carry0 = carry(ones, v0, v1);
      ones = sum(ones, v0, v1);
      v0 = answer<TwoWords, First>(l, d, 16);
      v1 = answer<TwoWords, Second>(l, d, 16);
      let carry1 = carry(ones, v0, v1);
      ones = sum(ones, v0, v1);
      bytes = i8x16.add(bytes, i8x16.popcnt(carry(twos, carry0, carry1)));
      twos = sum(twos, carry0, carry1);
      v0 = answer<TwoWords, First>(l, d, 32);
      v1 = answer<TwoWords, Second>(l, d, 32);
      carry0 = carry(ones, v0, v1);
      ones = sum(ones, v0, v1);
      v0 = answer<TwoWords, First>(l, d, 48);
      v1 = answer<TwoWords, Second>(l, d, 48);
      carry1 = carry(ones, v0, v1);
      ones = sum(ones, v0, v1);
      bytes = i8x16.add(bytes, i8x16.popcnt(carry(twos, carry0, carry1)));
      twos = sum(twos, carry0, carry1);
      at += 8;
    } while (at < stop);
    fours = addBytes(fours, bytes);
  }
  let rest = i64x2.splat(0);
  for (; at < end; at += 2) {
    rest = i8x16.add(rest, i8x16.popcnt(answerOne<TwoWords, First>(at)));
    rest = i8x16.add(rest, i8x16.popcnt(answerOne<TwoWords, Second>(at)));
  }
  return allOnes(fours, twos, ones, rest);
}

/** Of the last `onesOfMixedWord`, those on the strict lanes. */
export let onesOnStrictLanes: u64 = 0;

/** Ones in the answers of one word, and apart those on its strict lanes. */
export function onesOfMixedWord(first: usize, end: usize, strict: v128): u64 {
  let ones = i64x2.splat(0);
  let twos = i64x2.splat(0);
  let fours = i64x2.splat(0);
  let strictFours = i64x2.splat(0);
  let at = first;
  for (const grouped = first + ((end - first) & ~7); at < grouped; ) {
    let bytes = i64x2.splat(0);
    let strictBytes = i64x2.splat(0);
    const stop = min(grouped, at + 8 * STEPS);
    do {
      const l = load<u64>(at);
      const d = load<u64>(at, L_TO_D);
      const v0 = answer<OneWord, First>(l, d, 0);
      const v1 = answer<OneWord, First>(l, d, 16);
      const v2 = answer<OneWord, First>(l, d, 32);
      const v3 = answer<OneWord, First>(l, d, 48);
      const carry0 = carry(ones, v0, v1);
      ones = sum(ones, v0, v1);
      const carry1 = carry(ones, v2, v3);
      ones = sum(ones, v2, v3);
      const four = carry(twos, carry0, carry1);
      bytes = i8x16.add(bytes, i8x16.popcnt(four));
      strictBytes = i8x16.add(strictBytes, i8x16.popcnt(v128.and(four, strict)));
      twos = sum(twos, carry0, carry1);
      at += 8;
    } while (at < stop);
    fours = addBytes(fours, bytes);
    strictFours = addBytes(strictFours, strictBytes);
  }
  let rest = i64x2.splat(0);
  let strictRest = i64x2.splat(0);
  for (; at < end; at += 2) {
    const word = answerOne<OneWord, First>(at);
    rest = i8x16.add(rest, i8x16.popcnt(word));
    strictRest = i8x16.add(strictRest, i8x16.popcnt(v128.and(word, strict)));
  }
  onesOnStrictLanes = allOnes(strictFours, v128.and(twos, strict), v128.and(ones, strict), strictRest);
  return allOnes(fours, twos, ones, rest);
}

/** What counters and adders hold: counters of fours, vectors worth two and one each, and byte counters of ones. */
// @ts-ignore: decorator
@inline
function allOnes(fours: v128, twos: v128, ones: v128, rest: v128): u64 {
  const small = i8x16.add(i8x16.add(i8x16.popcnt(ones), rest), i8x16.shl(i8x16.popcnt(twos), 1));
  return total(addBytes(i32x4.shl(fours, 2), small));
}
