// The join: of all pairs of a query key and a matrix key, how many fit, that is, share no diagonal?
//
//     fits(a, b)  =  (a.l & b.d) == 0  and  (a.d & b.l) == 0
//
// The matrix keys are cut into blocks of at most 512: four words of 128 lanes. Of a block the bit matrix is made
// (transposition.ts), of that the tables (or-tables.ts), and for each query the OR of six table entries has a zero
// for every matrix key that fits.
//
//     bits of the query's l    0..4    5..9    10..15     meet the rows of the matrix keys' d
//     bits of the query's d    0..4    5..9    10..15     meet the rows of the matrix keys' l
//
//     TABLES   | l: 32 | 32 | 64 | d: 32 | 32 | 64 |      an entry is 1, 2 or 4 words of 128 bits
//
// Chunks of 8 bits would need 4 loads instead of 6, but their tables cost more than that saves.

import { addBytes, carry, sum, total } from './bit-count';
import { L_TO_D, ROWS, TABLES } from './layout';
import { FourWords, OneWord, TwoWords, extendTable, fillTable, padding } from './or-tables';
import { ROW_STRIDE, transpose128 } from './transposition';

/** Most keys of a block. */
const BLOCK: u32 = 512;

/** So few keys are compared one by one (few-keys.ts): up to there it is faster than tables of one word. */
const FEW: u32 = 32;

/** How many of `left` keys to take next: a whole block, or whole words if few are left over, or all. */
// @ts-ignore: decorator
@inline
export function blockSize(left: u32): u32 {
  if (left >= BLOCK) return BLOCK;
  const overhang = left & 127;
  return left > 128 && overhang <= FEW ? left - overhang : left;
}

/** Whether a block of `count` keys is compared without tables. */
// @ts-ignore: decorator
@inline
export function isFew(count: u32): bool {
  return count <= FEW;
}

/** Makes the tables of the `count` matrix keys (1 to BLOCK) at `keys`, their d masks at `keys` + L_TO_D. */
export function prepareBlock(keys: usize, count: u32): void {
  const words: u32 = wordsOf(count);
  for (let word: u32 = 0; word < words; word++) {
    const first = word << 7;
    const used = count > first ? min(count - first, <u32>128) : 0;
    if (used) {
      transpose128(keys + (<usize>first << 1), ROWS + ((<usize>word) << 4));
      transpose128(keys + (<usize>first << 1) + L_TO_D, ROWS + 16 * ROW_STRIDE + ((<usize>word) << 4));
    }
    v128.store(TABLES + ((<usize>word) << 4), padding(used));
  }
  if (words == 1) fillTables<OneWord>();
  else if (words == 2) fillTables<TwoWords>();
  else fillTables<FourWords>();
}

/** Builds the six tables from the rows; the padding is there already. */
function fillTables<Entry>(): void {
  const entry = offsetof<Entry>();
  extendTable<Entry>(TABLES, ROWS + 16 * ROW_STRIDE, 5);
  fillTable<Entry>(TABLES + 32 * entry, ROWS + 21 * ROW_STRIDE, 5);
  fillTable<Entry>(TABLES + 64 * entry, ROWS + 26 * ROW_STRIDE, 6);
  fillTable<Entry>(TABLES + 128 * entry, ROWS, 5);
  fillTable<Entry>(TABLES + 160 * entry, ROWS + 5 * ROW_STRIDE, 5);
  fillTable<Entry>(TABLES + 192 * entry, ROWS + 10 * ROW_STRIDE, 6);
}

/** Of the queries at first..end (addresses of their l masks), the number of pairs with the block's keys that fit. */
export function countFits(first: usize, end: usize, count: u32): u64 {
  if (first == end) return 0;
  const words = wordsOf(count);
  const lanes = ((<u64>(end - first)) >> 1) * (words << 7);
  if (words == 1) return lanes - onesOfOneWord(first, end);
  if (words == 2) return lanes - onesOfTwoWords(first, end);
  return lanes - onesOfFourWords(first, end);
}

/** A block of three words is counted as one of four: the fourth, all padding, costs less than a fourth way to count. */
// @ts-ignore: decorator
@inline
function wordsOf(count: u32): u32 {
  return count <= 128 ? 1 : count <= 256 ? 2 : 4;
}

/** Where in an entry a word lies, as a type: see or-tables.ts. */
@unmanaged class First {}
@unmanaged class Second { a: v128; }
@unmanaged class Third { a: v128; b: v128; }
@unmanaged class Fourth { a: v128; b: v128; c: v128; }

/** log2 of the bytes of an entry. */
// @ts-ignore: decorator
@inline
function shiftOf<Entry>(): u32 {
  return offsetof<Entry>() == 16 ? 4 : offsetof<Entry>() == 32 ? 5 : 6;
}

// A chunk of a mask, as a distance into its table: one shift and one AND.
// @ts-ignore: decorator
@inline
function low<Entry>(mask: u32): usize {
  return (mask << shiftOf<Entry>()) & (31 << shiftOf<Entry>());
}
// @ts-ignore: decorator
@inline
function middle<Entry>(mask: u32): usize {
  return (offsetof<Entry>() == 64 ? mask << 1 : mask >> (5 - shiftOf<Entry>())) & (31 << shiftOf<Entry>());
}
// @ts-ignore: decorator
@inline
function high<Entry>(mask: u32): usize {
  return (mask >> (10 - shiftOf<Entry>())) & (63 << shiftOf<Entry>());
}

/** One word of the answer to a query, given the distances of its six chunks: ones for what does not fit. */
// @ts-ignore: decorator
@inline
function answer<Entry, Word>(l0: usize, l1: usize, l2: usize, d0: usize, d1: usize, d2: usize): v128 {
  return v128.or(
    v128.or(
      v128.or(
        v128.load(l0, TABLES + offsetof<Word>()),
        v128.load(l1, TABLES + 32 * offsetof<Entry>() + offsetof<Word>()),
      ),
      v128.or(
        v128.load(l2, TABLES + 64 * offsetof<Entry>() + offsetof<Word>()),
        v128.load(d0, TABLES + 128 * offsetof<Entry>() + offsetof<Word>()),
      ),
    ),
    v128.or(
      v128.load(d1, TABLES + 160 * offsetof<Entry>() + offsetof<Word>()),
      v128.load(d2, TABLES + 192 * offsetof<Entry>() + offsetof<Word>()),
    ),
  );
}

/** One word of the answer to the query at `at`. */
// @ts-ignore: decorator
@inline
function ask<Entry, Word>(at: usize): v128 {
  const l = <u32>load<u16>(at);
  const d = <u32>load<u16>(at, L_TO_D);
  return answer<Entry, Word>(low<Entry>(l), middle<Entry>(l), high<Entry>(l), low<Entry>(d), middle<Entry>(d), high<Entry>(d));
}

// Byte counters overflow at 256; a popcount of a byte adds at most 8, so they are emptied every 31 steps.
const STEPS: usize = 31;

/** Four words from four queries at a step. */
function onesOfOneWord(first: usize, end: usize): u64 {
  let ones = i64x2.splat(0);
  let twos = i64x2.splat(0);
  let fours = i64x2.splat(0);
  let at = first;
  for (const grouped = first + ((end - first) & ~7); at < grouped; ) {
    let bytes = i64x2.splat(0);
    for (const stop = min(grouped, at + 8 * STEPS); at < stop; at += 8) {
      const v0 = ask<OneWord, First>(at);
      const v1 = ask<OneWord, First>(at + 2);
      const v2 = ask<OneWord, First>(at + 4);
      const v3 = ask<OneWord, First>(at + 6);
      const carry0 = carry(ones, v0, v1);
      ones = sum(ones, v0, v1);
      const carry1 = carry(ones, v2, v3);
      ones = sum(ones, v2, v3);
      bytes = i8x16.add(bytes, i8x16.popcnt(carry(twos, carry0, carry1)));
      twos = sum(twos, carry0, carry1);
    }
    fours = addBytes(fours, bytes);
  }
  let rest = i64x2.splat(0);
  for (; at < end; at += 2) rest = i8x16.add(rest, i8x16.popcnt(ask<OneWord, First>(at)));
  return 4 * total(fours) + leftOver(ones, twos, rest);
}

/** Four words from two queries at a step. */
function onesOfTwoWords(first: usize, end: usize): u64 {
  let ones = i64x2.splat(0);
  let twos = i64x2.splat(0);
  let fours = i64x2.splat(0);
  let at = first;
  for (const grouped = first + ((end - first) & ~3); at < grouped; ) {
    let bytes = i64x2.splat(0);
    for (const stop = min(grouped, at + 4 * STEPS); at < stop; at += 4) {
      const v0 = ask<TwoWords, First>(at);
      const v1 = ask<TwoWords, Second>(at);
      const v2 = ask<TwoWords, First>(at + 2);
      const v3 = ask<TwoWords, Second>(at + 2);
      const carry0 = carry(ones, v0, v1);
      ones = sum(ones, v0, v1);
      const carry1 = carry(ones, v2, v3);
      ones = sum(ones, v2, v3);
      bytes = i8x16.add(bytes, i8x16.popcnt(carry(twos, carry0, carry1)));
      twos = sum(twos, carry0, carry1);
    }
    fours = addBytes(fours, bytes);
  }
  let rest = i64x2.splat(0);
  if (at < end) {
    rest = i8x16.add(i8x16.popcnt(ask<TwoWords, First>(at)), i8x16.popcnt(ask<TwoWords, Second>(at)));
  }
  return 4 * total(fours) + leftOver(ones, twos, rest);
}

/** Four words from one query at a step. */
function onesOfFourWords(first: usize, end: usize): u64 {
  let ones = i64x2.splat(0);
  let twos = i64x2.splat(0);
  let fours = i64x2.splat(0);
  for (let at = first; at < end; ) {
    let bytes = i64x2.splat(0);
    for (const stop = min(end, at + 2 * STEPS); at < stop; at += 2) {
      const v0 = ask<FourWords, First>(at);
      const v1 = ask<FourWords, Second>(at);
      const v2 = ask<FourWords, Third>(at);
      const v3 = ask<FourWords, Fourth>(at);
      const carry0 = carry(ones, v0, v1);
      ones = sum(ones, v0, v1);
      const carry1 = carry(ones, v2, v3);
      ones = sum(ones, v2, v3);
      bytes = i8x16.add(bytes, i8x16.popcnt(carry(twos, carry0, carry1)));
      twos = sum(twos, carry0, carry1);
    }
    fours = addBytes(fours, bytes);
  }
  return 4 * total(fours) + leftOver(ones, twos, i64x2.splat(0));
}

/** What the adders still hold, and byte counters. */
// @ts-ignore: decorator
@inline
function leftOver(ones: v128, twos: v128, bytes: v128): u64 {
  const zero = i64x2.splat(0);
  return (
    total(addBytes(zero, i8x16.popcnt(ones))) + 2 * total(addBytes(zero, i8x16.popcnt(twos))) + total(addBytes(zero, bytes))
  );
}
