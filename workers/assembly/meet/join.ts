// The join of keys: of all pairs of a query key and a matrix key, how many fit, that is, share no diagonal?
//
//     fits(a, b)  =  (a.l & b.d) == 0  and  (a.d & b.l) == 0
//
// The matrix keys are cut into words of 128 lanes. Of a word the bit matrix is made (transposition.ts), of that the tables
// (or-tables.ts), and for each query the OR of six table entries has a zero for every matrix key that fits. Two words are
// asked at once where all their keys weigh the same.
//
//     bits of the query's l    0..4    5..9    10..15     meet the rows of the matrix keys' d
//     bits of the query's d    0..4    5..9    10..15     meet the rows of the matrix keys' l
//
//     TABLES   | l: 32 | 32 | 64 | d: 32 | 32 | 64 |  the same of a second word  |      entries of 128 bits
//
// The keys left over after whole words are compared one by one with all queries if that costs less (few-keys.ts); and that
// list is the matrix with which all costs less. So joins take 0.67 times as long at n = 15 as with at most 32 keys compared,
// 0.95 at n = 16 to 18 (2026-11-22). With other costs, of 65 to 95 queries and 16 to 20 pairs, they take as long. Rows that
// are stored as entries of the tables at once, and not copied, save nothing.
//
// Where ties weigh less than strict keys, strict ones come first in both lists; a word with some of either is counted
// twice, with and without the lanes of its ties:
//
//     keys     | strict word | strict word | strict, tie | tie word |

import { OneKind, TwoKinds } from './bit-count';
import { countFitsDirectly } from './few-keys';
import { L_TO_D, ROWS, TABLES } from './layout';
import { ENTRY, fillTable, padding } from './or-tables';
import { OneWord, SECOND_WORD, TwoWords, onesOfRun, onesOnTies } from './query-answers';
import { ROW_STRIDE, transpose128 } from './transposition';

/** A list of keys: where its l masks begin (its d masks L_TO_D behind), its strict keys, and all of them. */
@unmanaged
export class Keys {
  at: usize;
  strict: u32;
  all: u32;
}

/** What the tables of a word cost, in queries. */
const TABLES_COST: u32 = 80;

/** Pairs that are compared one by one in the time of a query to a word. */
const PAIRS_A_QUERY: u32 = 18;

/** Bits of a key, less those of the two low chunks. */
let highBits: i32 = 0;

/** Says how many bits a mask of a key has, at most 16. */
export function setKeyBits(bits: i32): void {
  highBits = max(bits - 10, 0);
}

/** The weighted number of pairs that fit: `strict` for a pair of strict keys, `tie` for any other. */
export function joinKeys(a: Keys, b: Keys, strict: u32, tie: u32): u64 {
  return cost(a.all, b.all) < cost(b.all, a.all) ? joinMatrix(a, b, strict, tie) : joinMatrix(b, a, strict, tie);
}

/** Cost of a matrix of `keys` keys, in queries. */
// @ts-ignore: decorator
@inline
function cost(keys: u32, queries: u32): u32 {
  const word = TABLES_COST + queries;
  return (keys >> 7) * word + min(word, costOfFew(keys & 127, queries));
}

/** Cost of comparing `keys` keys one by one, in queries. */
// @ts-ignore: decorator
@inline
function costOfFew(keys: u32, queries: u32): u32 {
  return (keys * queries) / PAIRS_A_QUERY;
}

function joinMatrix(matrix: Keys, queries: Keys, strict: u32, tie: u32): u64 {
  const middle = queries.at + (<usize>queries.strict << 1);
  const end = queries.at + (<usize>queries.all << 1);
  const few = matrix.all & 127;
  const inWords = costOfFew(few, queries.all) < TABLES_COST + queries.all ? matrix.all - few : matrix.all;
  let result = inWords < matrix.all ? fewFits(matrix, inWords, queries.at, middle, end, strict, tie) : 0;
  let size: u32 = 0;
  for (let first: u32 = 0; first < inWords; first += size) {
    const left = inWords - first;
    const strictLeft = matrix.strict > first ? matrix.strict - first : 0;
    const keys = matrix.at + (<usize>first << 1);
    const weight = strictLeft ? strict : tie;
    if (left > 128 && (strictLeft >= min(left, 256) || !strictLeft)) {
      size = min(left, 256);
      prepareTables(keys, 128, TABLES);
      prepareTables(keys + 256, size - 128, TABLES + SECOND_WORD);
      result += weight * fits<TwoWords>(queries.at, middle);
      result += tie * fits<TwoWords>(middle, end);
      continue;
    }
    size = min(left, 128);
    prepareTables(keys, size, TABLES);
    if (strictLeft && strictLeft < size) {
      const asked = <u64>(middle - queries.at) >> 1;
      const ones = onesOfRun<OneWord, TwoKinds>(queries.at, middle, padding(strictLeft));
      const ofTies = (128 - strictLeft) * asked - onesOnTies;
      result += tie * ofTies + strict * (128 * asked - ones - ofTies);
    } else {
      result += weight * fits<OneWord>(queries.at, middle);
    }
    result += tie * fits<OneWord>(middle, end);
  }
  return result;
}

/** The pairs that fit of the queries at first..end and the matrix keys in the tables. */
// @ts-ignore: decorator
@inline
function fits<Words>(first: usize, end: usize): u64 {
  if (first == end) return 0;
  const lanes: u64 = offsetof<Words>() ? 256 : 128;
  return lanes * (<u64>(end - first) >> 1) - onesOfRun<Words, OneKind>(first, end, i64x2.splat(0));
}

/** The weighted pairs that fit of the matrix keys from `from` on, without tables. */
function fewFits(matrix: Keys, from: u32, first: usize, middle: usize, end: usize, strict: u32, tie: u32): u64 {
  const strictKeys = matrix.strict > from ? matrix.strict - from : 0;
  const keys = matrix.at + (<usize>from << 1);
  const ties = matrix.all - from - strictKeys;
  let result: u64 = 0;
  if (strictKeys) result += strict * countFitsDirectly(first, middle, keys, strictKeys);
  if (strictKeys && end > middle) result += tie * countFitsDirectly(middle, end, keys, strictKeys);
  if (ties) result += tie * countFitsDirectly(first, end, keys + (<usize>strictKeys << 1), ties);
  return result;
}

/** The rows of the matrix keys' d masks; those of their l masks come first. */
const ROWS_D: usize = ROWS + 16 * ROW_STRIDE;

/** Makes the tables of a word: of the `count` matrix keys (1 to 128) at `keys`. */
function prepareTables(keys: usize, count: u32, tables: usize): void {
  transpose128(keys, ROWS);
  transpose128(keys + L_TO_D, ROWS_D);
  const zero = i64x2.splat(0);
  fillTable(tables, ROWS_D, 5, padding(count));
  fillTable(tables + 32 * ENTRY, ROWS_D + 5 * ROW_STRIDE, 5, zero);
  fillTable(tables + 64 * ENTRY, ROWS_D + 10 * ROW_STRIDE, highBits, zero);
  fillTable(tables + 128 * ENTRY, ROWS, 5, zero);
  fillTable(tables + 160 * ENTRY, ROWS + 5 * ROW_STRIDE, 5, zero);
  fillTable(tables + 192 * ENTRY, ROWS + 10 * ROW_STRIDE, highBits, zero);
}
