// The wide join: of all pairs of a query key and a matrix key, how many fit, that is, share no diagonal?
//
//     fits(a, b)  =  (a.l & b.d) == 0  and  (a.d & b.l) == 0
//
// The matrix keys are cut into blocks of one or two words of 128 lanes. Of a block the bit matrix is made
// (transposition.ts), of that the tables (or-tables.ts), and for each query the OR of six table entries has a zero
// for every matrix key that fits.
//
//     bits of the query's l    0..4    5..9    10..15     meet the rows of the matrix keys' d
//     bits of the query's d    0..4    5..9    10..15     meet the rows of the matrix keys' l
//
//     TABLES   | l: 32 | 32 | 64 | d: 32 | 32 | 64 |      an entry is 1 or 2 words of 128 bits
//
// Where ties weigh less than strict keys, strict ones come first in both lists; a word with some of either is counted
// twice, with and without the lanes of its ties:
//
//     keys     | strict word | strict word | strict, tie | tie word |

import { countFitsDirectly } from './few-keys';
import { L_TO_D, ROWS, TABLES } from './layout';
import { OneWord, TwoWords, extendTable, fillTable, padding } from './or-tables';
import { First, Second, onesOfMixedWord, onesOfTwoWords, onesOfWord, onesOnStrictLanes } from './query-answers';
import { ROW_STRIDE, transpose128 } from './transposition';

/** A list of keys: where its l masks begin (its d masks L_TO_D behind), its strict keys, and all of them. */
@unmanaged
export class Keys {
  at: usize;
  strict: u32;
  all: u32;
}

/** So few keys are compared one by one (few-keys.ts): up to there it is faster than tables of one word. */
const FEW: u32 = 32;

/** What the tables of a word cost, in queries. */
const TABLES_COST: u32 = 110;

/** Bits of a key, less those of the two low chunks. */
let highBits: i32 = 0;

/** Says how many bits a mask of a key has, at most 16. */
export function setKeyBits(bits: i32): void {
  highBits = max(bits - 10, 0);
}

/** The weighted number of pairs that fit: `strict` for a pair of strict keys, `tie` for any other. */
export function joinKeys(a: Keys, b: Keys, strict: u32, tie: u32): u64 {
  const isCheaper = wordsOf(a.all) * (TABLES_COST + b.all) < wordsOf(b.all) * (TABLES_COST + a.all);
  return isCheaper ? joinMatrix(a, b, strict, tie) : joinMatrix(b, a, strict, tie);
}

// @ts-ignore: decorator
@inline
function wordsOf(keys: u32): u32 {
  return (keys + 127) >> 7;
}

function joinMatrix(matrix: Keys, queries: Keys, strict: u32, tie: u32): u64 {
  const middle = queries.at + (<usize>queries.strict << 1);
  const end = queries.at + (<usize>queries.all << 1);
  let result: u64 = 0;
  let size: u32 = 0;
  for (let first: u32 = 0; first < matrix.all; first += size) {
    const left = matrix.all - first;
    const strictLeft = matrix.strict > first ? matrix.strict - first : 0;
    const keys = matrix.at + (<usize>first << 1);
    if (left <= FEW) {
      result += fewFits(keys, min(strictLeft, left), left, queries.at, middle, end, strict, tie);
      break;
    }
    if (left > 128 + FEW && (strictLeft >= min(left, 256) || !strictLeft)) {
      size = min(left, 256);
      prepareTwoWords(keys, size);
      result += fits(256, queries.at, middle, onesOfTwoWords(queries.at, middle), strictLeft ? strict : tie);
      if (end > middle) result += fits(256, middle, end, onesOfTwoWords(middle, end), tie);
      continue;
    }
    size = min(left, 128);
    prepareOneWord(keys, size);
    if (strictLeft && strictLeft < size) {
      const strictLanes = v128.not(padding(strictLeft));
      const all = 128 * (<u64>(middle - queries.at) >> 1) - onesOfMixedWord<OneWord, First>(queries.at, middle, i64x2.splat(-1), strictLanes);
      const ofStrict = (<u64>strictLeft) * (<u64>(middle - queries.at) >> 1) - onesOnStrictLanes;
      result += tie * all + (strict - tie) * ofStrict;
    } else {
      result += fits(128, queries.at, middle, onesOfWord<OneWord, First>(queries.at, middle, i64x2.splat(-1)), strictLeft ? strict : tie);
    }
    if (end > middle) result += fits(128, middle, end, onesOfWord<OneWord, First>(middle, end, i64x2.splat(-1)), tie);
  }
  return result;
}

// @ts-ignore: decorator
@inline
function fits(lanes: u64, first: usize, end: usize, ones: u64, weight: u32): u64 {
  return weight * (lanes * (<u64>(end - first) >> 1) - ones);
}

/** The same for few matrix keys, the first `strictKeys` of them strict. */
function fewFits(
  keys: usize, strictKeys: u32, count: u32, first: usize, middle: usize, end: usize, strict: u32, tie: u32,
): u64 {
  let result: u64 = 0;
  if (strictKeys) result += strict * countFitsDirectly(first, middle, keys, strictKeys);
  if (strictKeys && end > middle) result += tie * countFitsDirectly(middle, end, keys, strictKeys);
  if (count > strictKeys) result += tie * countFitsDirectly(first, end, keys + (<usize>strictKeys << 1), count - strictKeys);
  return result;
}

/** Makes the tables of the `count` matrix keys (1 to 128) at `keys`. */
export function prepareOneWord(keys: usize, count: u32): void {
  transpose128(keys, ROWS);
  transpose128(keys + L_TO_D, ROWS_D);
  v128.store(TABLES, padding(count));
  fillTables<OneWord>(ROWS_D);
}

/** The same for 129 to 256. */
export function prepareTwoWords(keys: usize, count: u32): void {
  transpose128(keys, ROWS);
  transpose128(keys + L_TO_D, ROWS_D);
  transpose128(keys + 256, ROWS + 16);
  transpose128(keys + 256 + L_TO_D, ROWS_D + 16);
  v128.store(TABLES, i64x2.splat(0));
  v128.store(TABLES, padding(count - 128), 16);
  fillTables<TwoWords>(ROWS_D);
}

/** The rows of the matrix keys' d masks; those of their l masks come first. */
const ROWS_D: usize = ROWS + 16 * ROW_STRIDE;

/** Builds the six tables from the rows, those of d from `rowsD` on; the padding is there already. */
function fillTables<Entry>(rowsD: usize): void {
  const entry = offsetof<Entry>();
  extendTable<Entry>(TABLES, rowsD, 5);
  fillTable<Entry>(TABLES + 32 * entry, rowsD + 5 * ROW_STRIDE, 5);
  fillTable<Entry>(TABLES + 64 * entry, rowsD + 10 * ROW_STRIDE, highBits);
  fillTable<Entry>(TABLES + 128 * entry, ROWS, 5);
  fillTable<Entry>(TABLES + 160 * entry, ROWS + 5 * ROW_STRIDE, 5);
  fillTable<Entry>(TABLES + 192 * entry, ROWS + 10 * ROW_STRIDE, highBits);
}

// A shared matrix: where lists are short, one of complete half placements in lanes of 16 bits, at most two words, which
// is made once for all places of the last band queen. Those that such a queen attacks are lanes that do not count; the
// bit matrix has a row for either of its diagonals.

let sharedKeys: u32 = 0;
let sharedStrict: u32 = 0;
/** Half placements of the shared matrix that the last join asked: those not attacked. */
export let lanesAsked: u64 = 0;

/** Most half placements of a shared matrix. */
export const MOST_SHARED: u32 = 256;

/** Makes the tables of `count` half placements (1 to 256), of which the first `strict` are strict; d has `band` bits too many. */
export function shareMatrix(l: usize, d: usize, strict: u32, count: u32, band: i32): void {
  sharedKeys = count;
  sharedStrict = strict;
  transpose128(l, ROWS);
  transpose128(d, ROWS_D);
  if (count > 128) {
    transpose128(l + 256, ROWS + 16);
    transpose128(d + 256, ROWS_D + 16);
    v128.store(TABLES, i64x2.splat(0));
    v128.store(TABLES, i64x2.splat(0), 16);
    fillTables<TwoWords>(ROWS_D + <usize>band * ROW_STRIDE);
  } else {
    v128.store(TABLES, i64x2.splat(0));
    fillTables<OneWord>(ROWS_D + <usize>band * ROW_STRIDE);
  }
}

/** The weighted number of pairs of a query and a half placement of the shared matrix that fit, without those attacked. */
export function joinShared(queries: Keys, attackedL: u32, attackedD: u32, strict: u32, tie: u32): u64 {
  lanesAsked = 0;
  if (sharedKeys <= 128) return joinWord<OneWord, First>(queries, 0, attackedL, attackedD, strict, tie);
  return joinWord<TwoWords, First>(queries, 0, attackedL, attackedD, strict, tie) +
    joinWord<TwoWords, Second>(queries, 1, attackedL, attackedD, strict, tie);
}

// @ts-ignore: decorator
@inline
function joinWord<Entry, Word>(
  queries: Keys, word: u32, attackedL: u32, attackedD: u32, strict: u32, tie: u32,
): u64 {
  const middle = queries.at + (<usize>queries.strict << 1);
  const end = queries.at + (<usize>queries.all << 1);
  const attacked = v128.or(rowOf(ROWS, attackedL, word), rowOf(ROWS_D, attackedD, word));
  const lanes = v128.not(v128.or(attacked, padding(min(sharedKeys - (word << 7), 128))));
  const strictKeys = sharedStrict > word << 7 ? min(sharedStrict - (word << 7), 128) : 0;
  const strictLanes = v128.andnot(lanes, padding(strictKeys));
  lanesAsked += popcnt(i64x2.extract_lane(lanes, 0)) + popcnt(i64x2.extract_lane(lanes, 1));
  let result: u64 = 0;
  if (strict != tie && strictKeys) {
    const all = fitsOn(lanes, queries.at, middle) - onesOfMixedWord<Entry, Word>(queries.at, middle, lanes, strictLanes);
    result = tie * all + (strict - tie) * (fitsOn(strictLanes, queries.at, middle) - onesOnStrictLanes);
  } else {
    result = tie * (fitsOn(lanes, queries.at, middle) - onesOfWord<Entry, Word>(queries.at, middle, lanes));
  }
  if (end > middle) result += tie * (fitsOn(lanes, middle, end) - onesOfWord<Entry, Word>(middle, end, lanes));
  return result;
}

/** Pairs of a query at first..end and a lane. */
// @ts-ignore: decorator
@inline
function fitsOn(lanes: v128, first: usize, end: usize): u64 {
  return (popcnt(i64x2.extract_lane(lanes, 0)) + popcnt(i64x2.extract_lane(lanes, 1))) * (<u64>(end - first) >> 1);
}

/** The row of the only bit of a mask; none if it is not among the 16 of a row. */
// @ts-ignore: decorator
@inline
function rowOf(rows: usize, mask: u32, word: u32): v128 {
  return mask & 0xffff ? v128.load(rows + <usize>ctz(mask) * ROW_STRIDE + ((<usize>word) << 4)) : i64x2.splat(0);
}
