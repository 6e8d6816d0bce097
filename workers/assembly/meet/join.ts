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
import { First, OneWord, Second, TwoWords, fillTable, padding } from './or-tables';
import { onesOfMixedWord, onesOfTwoWords, onesOfWord, onesOnStrictLanes } from './query-answers';
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
      const all = 128 * (<u64>(middle - queries.at) >> 1) - onesOfMixedWord(queries.at, middle, strictLanes);
      const ofStrict = (<u64>strictLeft) * (<u64>(middle - queries.at) >> 1) - onesOnStrictLanes;
      result += tie * all + (strict - tie) * ofStrict;
    } else {
      result += fits(128, queries.at, middle, onesOfWord(queries.at, middle), strictLeft ? strict : tie);
    }
    if (end > middle) result += fits(128, middle, end, onesOfWord(middle, end), tie);
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
  fillTables<OneWord, First>(padding(count));
}

/** The same for 129 to 256. */
export function prepareTwoWords(keys: usize, count: u32): void {
  transpose128(keys, ROWS);
  transpose128(keys + L_TO_D, ROWS_D);
  transpose128(keys + 256, ROWS + 16);
  transpose128(keys + 256 + L_TO_D, ROWS_D + 16);
  fillTables<TwoWords, First>(i64x2.splat(0));
  fillTables<TwoWords, Second>(padding(count - 128));
}

/** The rows of the matrix keys' d masks; those of their l masks come first. */
const ROWS_D: usize = ROWS + 16 * ROW_STRIDE;

/** Builds a word of the six tables from the rows; `unused` are the lanes without a key. */
// @ts-ignore: decorator
@inline
function fillTables<Entry, Word>(unused: v128): void {
  const entry = offsetof<Entry>();
  const zero = i64x2.splat(0);
  fillTable<Entry, Word>(TABLES, ROWS_D, 5, unused);
  fillTable<Entry, Word>(TABLES + 32 * entry, ROWS_D + 5 * ROW_STRIDE, 5, zero);
  fillTable<Entry, Word>(TABLES + 64 * entry, ROWS_D + 10 * ROW_STRIDE, highBits, zero);
  fillTable<Entry, Word>(TABLES + 128 * entry, ROWS, 5, zero);
  fillTable<Entry, Word>(TABLES + 160 * entry, ROWS + 5 * ROW_STRIDE, 5, zero);
  fillTable<Entry, Word>(TABLES + 192 * entry, ROWS + 10 * ROW_STRIDE, highBits, zero);
}
