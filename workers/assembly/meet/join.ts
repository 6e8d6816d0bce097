// The join of two lists of keys, which counts the pairs that fit. The keys of a fitting pair share no diagonal:
//
//     fits(a, b)  =  (a.l & b.d) == 0  and  (a.d & b.l) == 0
//
// One list, whichever makes the join cheaper, is the matrix. It is cut into words of 128 consecutive keys, and each
// word is turned into a bit matrix (transposition.ts), then into tables (or-tables.ts). The keys of the other list are
// the queries. For each query, the OR of four or five table entries has a zero for each fitting key of the word
// (answers.ts). Keys after the last whole word are compared directly with all queries if that costs less (few-keys.ts).
//
// Lists can contain ties, which weigh less than strict keys. If a word contains both kinds, their lanes are counted
// separately. These are not faster: applying queries to two words at once, and sorting lists by the diagonals that
// clash most or storing them as a tree.

import { OneKind, TwoKinds, countOnes, prepareTables } from './answers';
import { keyBits } from './board';
import { countFitsDirectly } from './few-keys';
import { Keys } from './keys';
import { padding } from './padding';
import { FiveChunks, FourChunks, isFive, prepareQueries, queriesOf } from './queries';

/** Time to apply a query to a word, in units of the time to compare one pair of keys directly. */
const PAIRS_PER_QUERY: u32 = 18;
const PAIRS_PER_KEY: u32 = 8; // time to prepare a key for direct comparison, in the same unit

/**
 * Counts the fitting pairs, each with its weight: `strict` for a pair of strict keys, `tie` for any other. Masks of up
 * to 15 bits use five small tables, longer ones four large tables.
 */
export function join(a: Keys, b: Keys, strict: u32, tie: u32): u64 {
  return keyBits > 15 ? joinWith<FourChunks>(a, b, strict, tie) : joinWith<FiveChunks>(a, b, strict, tie);
}

/** Returns the cost of building the tables for a word. The unit of all costs is the time to apply a query to a word. */
function tablesCost<Chunks>(): u32 {
  return isFive<Chunks>() ? 110 : 320;
}

/** Returns the cost of a join with a matrix of `keys` keys. */
function cost<Chunks>(keys: u32, queries: u32): u32 {
  const word = tablesCost<Chunks>() + queries;
  return (keys >> 7) * word + min(word, costOfFew(keys & 127, queries));
}

/** Returns the cost of comparing `keys` keys directly with all queries. */
function costOfFew(keys: u32, queries: u32): u32 {
  return (keys * (queries + PAIRS_PER_KEY)) / PAIRS_PER_QUERY;
}

function joinWith<Chunks>(a: Keys, b: Keys, strict: u32, tie: u32): u64 {
  return cost<Chunks>(a.size(), b.size()) < cost<Chunks>(b.size(), a.size())
    ? joinMatrix<Chunks>(a, b, strict, tie)
    : joinMatrix<Chunks>(b, a, strict, tie);
}

/** Joins word by word, and compares the last keys of the matrix directly if that costs less. */
function joinMatrix<Chunks>(matrix: Keys, queries: Keys, strict: u32, tie: u32): u64 {
  const keys = matrix.size();
  const few = keys & 127;
  const inWords = costOfFew(few, queries.size()) < tablesCost<Chunks>() + queries.size() ? keys - few : keys;
  let result: u64 = inWords < keys ? countFewKeys(matrix, inWords, queries, strict, tie) : 0;
  if (!inWords) return result;
  prepareQueries<Chunks>(queries);
  for (let first: u32 = 0; first < inWords; first += 128) {
    prepareTables<Chunks>(matrix.addressOf(first));
    result += countWord<Chunks>(findLane(matrix.start(1), first), findLane(keys, first), queries, strict, tie);
  }
  return result;
}

/** Counts the weighted fitting pairs between all queries and the matrix keys from `first` on, without tables. */
function countFewKeys(matrix: Keys, first: u32, queries: Keys, strict: u32, tie: u32): u64 {
  let result: u64 = 0;
  for (let section = 0; section < matrix.sections; section++) {
    const start = max(matrix.start(section), first);
    const end = matrix.start(section + 1);
    if (start >= end) continue;
    for (let querySection = 0; querySection < queries.sections; querySection++) {
      const from = queries.addressOf(queries.start(querySection));
      const to = queries.addressOf(queries.start(querySection + 1));
      const weight = section | querySection ? tie : strict;
      result += weight * countFitsDirectly(from, to, matrix.addressOf(start), end - start);
    }
  }
  return result;
}

/** Returns the lane of a key in a word: 0 if the key is before the word, 128 if it is after the word. */
function findLane(key: u32, first: u32): u32 {
  return max(min(<i32>(key - first), 128), 0);
}

/**
 * Counts the weighted fitting pairs between all queries and the current word. The word's lanes before lane `strictEnd`
 * are strict keys, and those from there to `end` are ties.
 */
function countWord<Chunks>(strictEnd: u32, end: u32, queries: Keys, strict: u32, tie: u32): u64 {
  let result = applyQueries<Chunks>(queriesOf(0), queriesOf(1), strictEnd, end, strict, tie);
  if (queries.sections > 1) result += applyQueries<Chunks>(queriesOf(1), queriesOf(2), strictEnd, end, tie, tie);
  return result;
}

/**
 * Counts the fitting pairs between the queries at..stop and the current word. Strict keys weigh `strict`, and ties
 * `tie`.
 */
function applyQueries<Chunks>(at: usize, stop: usize, strictEnd: u32, end: u32, strict: u32, tie: u32): u64 {
  if (at == stop) return 0;
  const queries = <u64>(stop - at) >> 1;
  const used = v128.not(padding(end));
  if (strict == tie || !strictEnd || strictEnd == end) {
    const ones = countOnes<Chunks, OneKind>(at, stop, used, used);
    return (strictEnd ? strict : tie) * (queries * end - ones);
  }
  const unusedByStrict = padding(strictEnd);
  const ones = countOnes<Chunks, TwoKinds>(at, stop, v128.andnot(used, unusedByStrict), v128.and(used, unusedByStrict));
  return strict * (queries * strictEnd - (ones & 0xffffffff)) + tie * (queries * (end - strictEnd) - (ones >> 32));
}
