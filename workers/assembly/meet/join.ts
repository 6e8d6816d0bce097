// The join of two lists of keys, which counts the pairs that fit. The keys of a fitting pair share no diagonal:
//
//     fits(a, b)  =  (a.l & b.d) == 0  and  (a.d & b.l) == 0
//
// One list, whichever makes the join cheaper, is the matrix. It is cut into words of consecutive keys (words.ts), and
// each word is turned into a bit matrix (transposition.ts), then into tables (or-tables.ts). The keys of the other list
// are the queries. For each query, the OR of four or five table entries has a zero for each fitting key of the word
// (answers.ts). Keys after the last whole word are compared directly with all queries if that costs less (few-keys.ts).
//
// Lists can contain ties, which weigh less than strict keys. If a word contains both kinds, their lanes are counted
// separately. Applying queries to two words at once is no faster, nor is sorting lists by the diagonals that clash
// most, or storing them as trees. The costs need not be exact: if those for two vectors are a fifth lower or a quarter
// higher, n = 22 takes 0.99 to 1.00 times as long (2026-11-27).
//
// Splitting the lists of a join by one diagonal saves a fifth to a third of joins from 500,000 pairs on. But these take
// only 7% of the time for n = 28, 16% for 26 and 17% for 27, so counts would take 0.94 to 0.98 times as long
// (2026-11-29).

import { OneKind, TwoKinds, countOnes, prepareTables } from './answers';
import { keyBits } from './board';
import { countFitsDirectly } from './few-keys';
import { Keys } from './keys';
import { L_TO_D } from './layout';
import { padding } from './padding';
import { FiveChunks, FourChunks, hasFiveChunks, prepareQueries, queriesOf } from './queries';
import { OneVector, TwoVectors, VECTOR_KEYS, WORD_KEYS, hasSecond } from './words';

/** Cost of preparing a key for direct comparison. The unit of all costs is the time to compare one pair of keys. */
const COST_PER_KEY: u32 = 8;

/** Returns the cost of applying a query to a word. */
function costPerQuery<Vectors>(): u32 {
  return hasSecond<Vectors>() ? 21 : 18;
}

/** Returns the number of queries that cost as much as building the tables of a word. */
function queriesPerTables<Chunks, Vectors>(): u32 {
  if (hasSecond<Vectors>()) return hasFiveChunks<Chunks>() ? 140 : 400;
  return hasFiveChunks<Chunks>() ? 110 : 320;
}

/**
 * Counts the fitting pairs, each with its weight: `strict` for a pair of strict keys, `tie` for any other. Masks with
 * up to 15 bits use five small tables, longer masks four large ones. If the number of queries also decides (five tables
 * for 16 bits below 800 queries, four for 14 bits from 350 on), n = 18 to 24 take 1.03 to 1.06 times as long with two
 * vectors, and 1.00 to 1.02 times with one (2026-11-29).
 */
export function join(a: Keys, b: Keys, strict: u32, tie: u32): u64 {
  return keyBits > 15 ? joinWith<FourChunks>(a, b, strict, tie) : joinWith<FiveChunks>(a, b, strict, tie);
}

/** Returns the cost of a join with a matrix of `keys` keys. */
function cost<Chunks>(keys: u32, queries: u32): u32 {
  const few = keys % WORD_KEYS;
  return (keys / WORD_KEYS) * costOfWord<Chunks>(WORD_KEYS, queries) + costOfLast<Chunks>(few, queries);
}

/** Returns the cost of a word with `keys` keys. */
function costOfWord<Chunks>(keys: u32, queries: u32): u32 {
  return WORD_KEYS > VECTOR_KEYS && keys > VECTOR_KEYS
    ? costPerQuery<TwoVectors>() * (queriesPerTables<Chunks, TwoVectors>() + queries)
    : costPerQuery<OneVector>() * (queriesPerTables<Chunks, OneVector>() + queries);
}

/** Returns the cost of the keys after the last whole word. */
function costOfLast<Chunks>(keys: u32, queries: u32): u32 {
  return min(costOfWord<Chunks>(keys, queries), costOfFew(keys, queries));
}

/** Returns the cost of comparing `keys` keys directly with all queries. */
function costOfFew(keys: u32, queries: u32): u32 {
  return keys * (queries + COST_PER_KEY);
}

function joinWith<Chunks>(a: Keys, b: Keys, strict: u32, tie: u32): u64 {
  return cost<Chunks>(a.size(), b.size()) < cost<Chunks>(b.size(), a.size())
    ? joinMatrix<Chunks>(a, b, strict, tie)
    : joinMatrix<Chunks>(b, a, strict, tie);
}

/** Joins word by word and compares the last keys of the matrix directly if that costs less. */
function joinMatrix<Chunks>(matrix: Keys, queries: Keys, strict: u32, tie: u32): u64 {
  const keys = matrix.size();
  const few = keys % WORD_KEYS;
  const inWords = costOfFew(few, queries.size()) < costOfWord<Chunks>(few, queries.size()) ? keys - few : keys;
  let result: u64 = inWords < keys ? countFewKeys(matrix, inWords, queries, strict, tie) : 0;
  if (!inWords) return result;
  prepareQueries<Chunks>(queries);
  clearWord(matrix, keys);
  for (let first: u32 = 0; first < inWords; first += WORD_KEYS) {
    const strictEnd = findLane(matrix.start(1), first);
    const end = findLane(keys, first);
    result += WORD_KEYS > VECTOR_KEYS && end > VECTOR_KEYS
      ? countWord<Chunks, TwoVectors>(matrix.addressOf(first), strictEnd, end, queries, strict, tie)
      : countWord<Chunks, OneVector>(matrix.addressOf(first), strictEnd, end, queries, strict, tie);
  }
  return result;
}

/** Clears the keys from `end` to the end of its word, so any query fits them. */
function clearWord(matrix: Keys, end: u32): void {
  const stop = matrix.addressOf((end + WORD_KEYS - 1) & ~(WORD_KEYS - 1));
  for (let at = matrix.addressOf(end); at < stop; at += 16) {
    v128.store(at, i64x2.splat(0));
    v128.store(at, i64x2.splat(0), L_TO_D);
  }
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

/** Returns the lane of a key in a word: 0 if the key is before the word, WORD_KEYS if it is after the word. */
function findLane(key: u32, first: u32): u32 {
  return max(min(<i32>(key - first), WORD_KEYS), 0);
}

/**
 * Counts the weighted fitting pairs between all queries and the word of the keys at `keys`. The lanes before
 * `strictEnd` hold strict keys, and those from `strictEnd` to `end` hold ties.
 */
function countWord<Chunks, Vectors>(
  keys: usize, strictEnd: u32, end: u32, queries: Keys, strict: u32, tie: u32,
): u64 {
  prepareTables<Chunks, Vectors>(keys, end);
  let result = applyQueries<Chunks, Vectors>(queriesOf(0), queriesOf(1), strictEnd, end, strict, tie);
  if (queries.sections > 1) {
    result += applyQueries<Chunks, Vectors>(queriesOf(1), queriesOf(2), strictEnd, end, tie, tie);
  }
  return result;
}

/**
 * Counts the fitting pairs between the queries at..stop and the current word. A strict key weighs `strict`, and a tie
 * weighs `tie`.
 */
function applyQueries<Chunks, Vectors>(
  at: usize, stop: usize, strictEnd: u32, end: u32, strict: u32, tie: u32,
): u64 {
  if (at == stop) return 0;
  const queries = <u64>(stop - at) >> 1;
  if (strict == tie || !strictEnd || strictEnd == end) {
    const ones = countOnes<Chunks, OneKind, Vectors>(at, stop, 0);
    return (strictEnd ? strict : tie) * (queries * end - ones);
  }
  const ones = countOnes<Chunks, TwoKinds, Vectors>(at, stop, padding(strictEnd));
  const tieOnes = ones >> 32;
  const strictOnes = (ones & 0xffffffff) - tieOnes;
  return strict * (queries * strictEnd - strictOnes) + tie * (queries * (end - strictEnd) - tieOnes);
}
