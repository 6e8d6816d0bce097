// The answers to queries (join.ts). An answer is the OR of the table entries for the chunks of a query, with a 1 bit
// for every matrix key that does not fit. The tables lie end to end. After the last table comes an entry for queries
// that no key fits:
//
//     four chunks     TABLES    | l low | l high | d low | d high | no fits |                    up to 256 entries each
//     five chunks     TABLES    | l middle | l high | l low, d low | d middle | d high | no fits |      up to 64
//
// Counting the 1 bits in a vector takes six instructions, so full adders add up the answers first (Harley-Seal
// popcount). Four answers give one carry vector, whose bits are worth four each. Only its 1 bits are counted.
//
//     ones  + a + b        =  ones'  + 2 * two        a full adder for each bit: sum and majority of three bits
//     ones' + c + d        =  ones'' + 2 * more
//     twos  + two + more   =  twos'  + 4 * four
//
// Answers and sums are words (words.ts). The names of their second vectors end in 2.
//
// Steps of eight answers are no faster with one vector. With two, n = 18 to 24 take 0.96 to 1.00 times as long,
// and so did a second copy of the same kernel (0.96 to 0.98), so the code is not worth 6 kB (2026-11-29). WebAssembly
// can also count the 1 bits in each byte of a vector, but that takes eleven instructions for a vector, so n = 17 to 19
// take 1.03 times as long (2026-11-24).
//
// With two vectors, loads limit the loop. Loading the offsets of two queries at once, as 32 bits, gains 1 to 3% for
// n = 20 and 22, but loses 2% with one vector. Loading the offsets of four queries at once is no faster (2026-11-27).

import { keyBits } from './board';
import { L_TO_D, ROWS, SUMS, TABLES } from './layout';
import { fillTable } from './or-tables';
import { padding } from './padding';
import { COLUMN_BYTES, chunksOf, hasFiveChunks, tableBytes } from './queries';
import { transpose128 } from './transposition';
import { OneVector, TwoVectors, VECTOR_KEYS, WORD_BYTES, hasSecond, loadSecond, storeWord } from './words';

// The variants of the loop are types, because load offsets must be compile-time constants.

/** OneKind: all keys of a word have the same weight. TwoKinds: ties are counted separately. */
@unmanaged export class OneKind {}
@unmanaged export class TwoKinds { other: v128; }

/** Returns whether ties are counted separately. TwoKinds has a field, so the two types differ in size. */
function hasTwo<Kinds>(): bool {
  return offsetof<Kinds>() > 0;
}

/**
 * Address of the sums whose 1 bits are counted. It is a variable because V8 does not join stores to constant addresses
 * (words.ts).
 */
let sums: usize = 0;

export function placeSums(): void {
  sums = SUMS;
}

/** Builds the tables for the word at `keys`. Only its first `end` keys are in use; the others must be zero. */
export function prepareTables<Chunks, Vectors>(keys: usize, end: u32): void {
  // The l mask of a query is looked up in tables of d masks, and its d mask in tables of l masks.
  const l = ROWS;
  const d = ROWS + 16 * WORD_BYTES;
  transpose<Vectors>(keys + L_TO_D, l);
  transpose<Vectors>(keys, d);
  if (hasFiveChunks<Chunks>()) {
    addTable<Chunks, Vectors>(0, l, 3, 9);
    addTable<Chunks, Vectors>(1, l, 9, 15);
    fillTable<Vectors>(TABLES + 2 * tableBytes<Chunks>(), l, d, 6);
    addTable<Chunks, Vectors>(3, d, 3, 9);
    addTable<Chunks, Vectors>(4, d, 9, 15);
  } else {
    addTable<Chunks, Vectors>(0, l, 0, 8);
    addTable<Chunks, Vectors>(1, l, 8, 16);
    addTable<Chunks, Vectors>(2, d, 0, 8);
    addTable<Chunks, Vectors>(3, d, 8, 16);
  }
  const unused = padding(end);
  const noFits = TABLES + <usize>chunksOf<Chunks>() * tableBytes<Chunks>();
  storeWord<Vectors>(noFits, v128.not(v128.load(unused)), v128.not(loadSecond<Vectors>(unused)));
}

@inline
function transpose<Vectors>(keys: usize, rows: usize): void {
  transpose128(keys, rows);
  if (hasSecond<Vectors>()) transpose128(keys + 2 * VECTOR_KEYS, rows + offsetof<TwoVectors>());
}

/** Builds the table of a chunk (bits `first` to `end` - 1 of a mask). The bit matrix of the mask begins at `rows`. */
@inline
function addTable<Chunks, Vectors>(chunk: usize, rows: usize, first: i32, end: i32): void {
  const row = rows + <usize>first * WORD_BYTES;
  fillTable<Vectors>(TABLES + chunk * tableBytes<Chunks>(), row, row + 3 * WORD_BYTES, min(end, keyBits) - first);
}

/** Returns the first vector of the answer to the query at address `at`. */
@inline
function answer<Chunks>(at: usize): v128 {
  return lookUp<Chunks, OneVector>(at);
}

/** Returns the second vector of the answer; zeros if words have only one. */
@inline
function answer2<Chunks, Vectors>(at: usize): v128 {
  return hasSecond<Vectors>() ? lookUp<Chunks, TwoVectors>(at) : i64x2.splat(0);
}

/** Returns a vector of the answer to the query at address `at`: for TwoVectors the second, for OneVector the first. */
@inline
function lookUp<Chunks, Vectors>(at: usize): v128 {
  const four = v128.or(
    v128.or(
      v128.load(load<u16>(at), TABLES + offsetof<Vectors>()),
      v128.load(load<u16>(at, COLUMN_BYTES), TABLES + tableBytes<Chunks>() + offsetof<Vectors>()),
    ),
    v128.or(
      v128.load(load<u16>(at, 2 * COLUMN_BYTES), TABLES + 2 * tableBytes<Chunks>() + offsetof<Vectors>()),
      v128.load(load<u16>(at, 3 * COLUMN_BYTES), TABLES + 3 * tableBytes<Chunks>() + offsetof<Vectors>()),
    ),
  );
  if (!hasFiveChunks<Chunks>()) return four;
  return v128.or(
    four, v128.load(load<u16>(at, 4 * COLUMN_BYTES), TABLES + 4 * tableBytes<Chunks>() + offsetof<Vectors>()),
  );
}

/**
 * Makes V8 compute a vector at this point by storing it where nothing reads it. V8 keeps loads and stores in order, but
 * computes as late as it can. Without the store, it would first load the entries for all answers of a step and run out
 * of registers. The store saves 10% of the time for n = 18. With two vectors, it makes no difference.
 */
@inline
function computeNow<Vectors>(vector: v128): v128 {
  if (!hasSecond<Vectors>()) v128.store(SUMS, vector);
  return vector;
}

/** Returns the sum bits of full adders. */
@inline
function sum(a: v128, b: v128, c: v128): v128 {
  return v128.xor(v128.xor(a, b), c);
}

/** Returns the carry bits of full adders. */
@inline
function carry(a: v128, b: v128, c: v128): v128 {
  return v128.or(v128.and(a, b), v128.and(v128.xor(a, b), c));
}

/** Counts the 1 bits in a vector. */
@inline
function onesOf(vector: v128): u64 {
  return popcnt<u64>(i64x2.extract_lane(vector, 0)) + popcnt<u64>(i64x2.extract_lane(vector, 1));
}

/**
 * Counts the 1 bits in a word. If it has two vectors, first stores it at `to`, because V8 joins only operations whose
 * results are stored.
 */
@inline
function onesIn<Vectors>(first: v128, second: v128, to: usize): u64 {
  if (!hasSecond<Vectors>()) return onesOf(first);
  storeWord<Vectors>(to, first, second);
  return (
    popcnt<u64>(load<u64>(to)) + popcnt<u64>(load<u64>(to, 8)) +
    popcnt<u64>(load<u64>(to, 16)) + popcnt<u64>(load<u64>(to, 24))
  );
}

/** After `onesIn`, counts the 1 bits in the lanes of the same word that the word at `lanes` selects. */
@inline
function onesOn<Vectors>(first: v128, to: usize, lanes: usize): u64 {
  if (!hasSecond<Vectors>()) return onesOf(v128.and(first, v128.load(lanes)));
  return (
    popcnt<u64>(load<u64>(to) & load<u64>(lanes)) + popcnt<u64>(load<u64>(to, 8) & load<u64>(lanes, 8)) +
    popcnt<u64>(load<u64>(to, 16) & load<u64>(lanes, 16)) + popcnt<u64>(load<u64>(to, 24) & load<u64>(lanes, 24))
  );
}

/**
 * Counts the 1 bits in the answers to the queries at..end, whose number must be a multiple of four. With two kinds of
 * keys, the high 32 bits of the result count those in the lanes that the word at `ties` selects.
 */
export function countOnes<Chunks, Kinds, Vectors>(at: usize, end: usize, ties: usize): u64 {
  const to = sums;
  let ones = i64x2.splat(0);
  let ones2 = i64x2.splat(0);
  let twos = i64x2.splat(0);
  let twos2 = i64x2.splat(0);
  let fours: u64 = 0;
  let tieFours: u64 = 0;
  do {
    const a = computeNow<Vectors>(answer<Chunks>(at));
    const a2 = answer2<Chunks, Vectors>(at);
    const b = answer<Chunks>(at + 2);
    const b2 = answer2<Chunks, Vectors>(at + 2);
    const two = computeNow<Vectors>(carry(ones, a, b));
    const two2 = carry(ones2, a2, b2);
    ones = sum(ones, a, b);
    ones2 = sum(ones2, a2, b2);
    const c = computeNow<Vectors>(answer<Chunks>(at + 4));
    const c2 = answer2<Chunks, Vectors>(at + 4);
    const d = answer<Chunks>(at + 6);
    const d2 = answer2<Chunks, Vectors>(at + 6);
    const more = carry(ones, c, d);
    const more2 = carry(ones2, c2, d2);
    ones = sum(ones, c, d);
    ones2 = sum(ones2, c2, d2);
    const four = carry(twos, two, more);
    fours += onesIn<Vectors>(four, carry(twos2, two2, more2), to);
    if (hasTwo<Kinds>()) tieFours += onesOn<Vectors>(four, to, ties);
    twos = sum(twos, two, more);
    twos2 = sum(twos2, two2, more2);
    at += 8;
  } while (at < end);
  fours = 2 * fours + onesIn<Vectors>(twos, twos2, to);
  if (hasTwo<Kinds>()) tieFours = 2 * tieFours + onesOn<Vectors>(twos, to, ties);
  fours = 2 * fours + onesIn<Vectors>(ones, ones2, to);
  if (!hasTwo<Kinds>()) return fours;
  return fours | ((2 * tieFours + onesOn<Vectors>(ones, to, ties)) << 32);
}
