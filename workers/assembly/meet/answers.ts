// The answers to queries (join.ts). An answer is the OR of the table entries for the chunks of a query, with a one for
// every matrix key that does not fit. The tables lie end to end, and after the last one comes an entry of all ones:
//
//     four chunks     TABLES    | l low | l high | d low | d high | all ones |                   up to 256 entries each
//     five chunks     TABLES    | l middle | l high | l low, d low | d middle | d high | all ones |     up to 64
//
// Counting the ones of a vector takes six instructions, so full adders add up the answers first (Harley-Seal popcount).
// Four answers give one carry vector, whose bits are worth four each. Only this vector's ones are counted.
//
//     ones  + v0 + v1      =  ones'  + 2 * two0       128 full adders: sum and majority of three bits
//     ones' + v2 + v3      =  ones'' + 2 * two1
//     twos  + two0 + two1  =  twos'  + 4 * four
//
// Steps of eight answers are no faster. WebAssembly can also count the ones in each byte of a vector, but that takes
// eleven instructions for a vector, and n = 17 to 19 take 1.03 times as long (2026-11-24).

import { keyBits } from './board';
import { ANSWER, L_TO_D, ROWS, TABLES } from './layout';
import { fillTable } from './or-tables';
import { COLUMN_BYTES, chunksOf, isFive, tableBytes } from './queries';
import { ROW_STRIDE, transpose128 } from './transposition';

// The variants of the loop are types, because load offsets must be compile-time constants.

/** OneKind: all keys of a word have the same weight. TwoKinds: ties are counted separately. */
@unmanaged export class OneKind {}
@unmanaged export class TwoKinds { other: v128; }

/** Returns whether ties are counted separately. TwoKinds has a field, so the two types differ in size. */
function hasTwo<Kinds>(): bool {
  return offsetof<Kinds>() > 0;
}

/** Builds the tables of the 128 keys at `keys`. */
export function prepareTables<Chunks>(keys: usize): void {
  // The l mask of a query is looked up in tables of d masks, and its d mask in tables of l masks.
  const l = ROWS;
  const d = ROWS + 16 * ROW_STRIDE;
  transpose128(keys + L_TO_D, l);
  transpose128(keys, d);
  if (isFive<Chunks>()) {
    addTable<Chunks>(0, l, 3, 9);
    addTable<Chunks>(1, l, 9, 15);
    fillTable(TABLES + 2 * tableBytes<Chunks>(), l, d, 6);
    addTable<Chunks>(3, d, 3, 9);
    addTable<Chunks>(4, d, 9, 15);
  } else {
    addTable<Chunks>(0, l, 0, 8);
    addTable<Chunks>(1, l, 8, 16);
    addTable<Chunks>(2, d, 0, 8);
    addTable<Chunks>(3, d, 8, 16);
  }
  v128.store(TABLES + <usize>chunksOf<Chunks>() * tableBytes<Chunks>(), i8x16.splat(-1));
}

/** Builds the table of a chunk (bits `first` to `end` - 1 of a mask). The bit matrix of the mask begins at `rows`. */
@inline
function addTable<Chunks>(chunk: usize, rows: usize, first: i32, end: i32): void {
  const row = rows + <usize>first * ROW_STRIDE;
  fillTable(TABLES + chunk * tableBytes<Chunks>(), row, row + 3 * ROW_STRIDE, min(end, keyBits) - first);
}

/** Returns the answer to the query at address `at`, with ones for the keys that do not fit. */
function answer<Chunks>(at: usize): v128 {
  const four = v128.or(
    v128.or(v128.load(load<u16>(at), TABLES), v128.load(load<u16>(at, COLUMN_BYTES), TABLES + tableBytes<Chunks>())),
    v128.or(
      v128.load(load<u16>(at, 2 * COLUMN_BYTES), TABLES + 2 * tableBytes<Chunks>()),
      v128.load(load<u16>(at, 3 * COLUMN_BYTES), TABLES + 3 * tableBytes<Chunks>()),
    ),
  );
  if (!isFive<Chunks>()) return four;
  return v128.or(four, v128.load(load<u16>(at, 4 * COLUMN_BYTES), TABLES + 4 * tableBytes<Chunks>()));
}

/**
 * Makes V8 compute a vector at this point, by a dummy store. V8 keeps loads and stores in order, but computes as late
 * as it can. Without the store, it would first load the entries for all answers of a step, and run out of registers.
 * With it, n = 18 takes 0.9 times as long.
 */
function computeNow(vector: v128): v128 {
  v128.store(ANSWER, vector);
  return vector;
}

/** Returns the sum bits of full adders. */
function sum(a: v128, b: v128, c: v128): v128 {
  return v128.xor(v128.xor(a, b), c);
}

/** Returns the carry bits of full adders. */
function carry(a: v128, b: v128, c: v128): v128 {
  return v128.or(v128.and(a, b), v128.and(v128.xor(a, b), c));
}

/** Counts the ones of a vector in the given lanes. */
function onesOn(vector: v128, lanes: v128): u64 {
  const bits = v128.and(vector, lanes);
  return popcnt<u64>(i64x2.extract_lane(bits, 0)) + popcnt<u64>(i64x2.extract_lane(bits, 1));
}

/**
 * Counts the ones in the lanes `lanes` of the answers to the queries at..end, a multiple of four in number. With two
 * kinds of keys, the high 32 bits of the result count the ones in the lanes `ties`.
 */
export function countOnes<Chunks, Kinds>(at: usize, end: usize, lanes: v128, ties: v128): u64 {
  let ones = i64x2.splat(0);
  let twos = i64x2.splat(0);
  let fours: u64 = 0;
  let tieFours: u64 = 0;
  do {
    const v0 = computeNow(answer<Chunks>(at));
    const v1 = answer<Chunks>(at + 2);
    const two0 = computeNow(carry(ones, v0, v1));
    ones = sum(ones, v0, v1);
    const v2 = computeNow(answer<Chunks>(at + 4));
    const v3 = answer<Chunks>(at + 6);
    const two1 = carry(ones, v2, v3);
    ones = sum(ones, v2, v3);
    const four = carry(twos, two0, two1);
    twos = sum(twos, two0, two1);
    fours += onesOn(four, lanes);
    if (hasTwo<Kinds>()) tieFours += onesOn(four, ties);
    at += 8;
  } while (at < end);
  const counted = 4 * fours + 2 * onesOn(twos, lanes) + onesOn(ones, lanes);
  if (!hasTwo<Kinds>()) return counted;
  return counted | ((4 * tieFours + 2 * onesOn(twos, ties) + onesOn(ones, ties)) << 32);
}
