// The join of two lists of keys counts the pairs that fit. The keys of a fitting pair share no diagonal:
//
//     fits(a, b)  =  (a.l & b.d) == 0  and  (a.d & b.l) == 0
//
// One list is the matrix, whichever makes the join cheaper. It is cut into words of 128 consecutive keys. Each word
// becomes a bit matrix (transposition.ts), then tables (or-tables.ts). The keys of the other list are the queries. For
// each query, the OR of four or five table entries has a zero for each fitting key of the word (answers.ts). Keys after
// the last whole word are compared directly with all queries if that costs less (few-keys.ts).
//
// Lists can have ties, which weigh less than strict keys. If a word has both kinds, their lanes are counted separately.
//
// Lists can have groups. A key's group stores the bits of the central diagonals, so masks of 16 bits suffice for 17
// diagonals. Bit 0 of the group is set if the central d diagonal is occupied. Bit 1 is set if the central l diagonal is
// occupied. Two halves fit if their keys fit and their groups are compatible:
//
//     group of one    groups of the other
//     0  none         0, 1, 2, 3
//     1  d            0, 1                (the other half is upside down, so its l is this d)
//     2  l            0,    2
//     3  both         0
//
// Queries are sorted by group, and their answers are counted only in the lanes of compatible groups. Consecutive groups
// with the same lanes are counted together, and groups without lanes are skipped.
//
//     matrix     | 0 0 0 0 0 0 | 0 0 1 1 1 2 | 2 2 3 3 |          queries of group      counted lanes
//                                ^ this word                      0                     0 0 1 1 1 2
//                                                                 1                     0 0 1 1 1 .
//                                                                 2                     0 0 . . . 2
//                                                                 3                     0 0 . . . .

import { OneKind, TwoKinds, countOnes, prepareTables } from './answers';
import { groups, keyBits } from './board';
import { countFitsDirectly } from './few-keys';
import { Keys, groupOf } from './keys';
import { FiveChunks, FourChunks, prepareQueries, queriesOf } from './queries';
import { Lanes, compatible, findLanes, lanesFor } from './word-lanes';

/** Time to apply a query to a word. The unit is the time to compare one pair of keys directly. */
const PAIRS_PER_QUERY: u32 = 18;
const PAIRS_PER_KEY: u32 = 8; // time to prepare a key for direct comparison, in the same unit

/**
 * Counts the fitting pairs, each with its weight: `strict` for a pair of strict keys, `tie` for any other. Five small
 * tables hold masks of 15 bits. Longer masks need four large tables. These also suit lists with groups, which are long.
 */
export function join(a: Keys, b: Keys, strict: u32, tie: u32): u64 {
  return groups > 1 || keyBits() > 15 ? joinWith<FourChunks>(a, b, strict, tie) : joinWith<FiveChunks>(a, b, strict, tie);
}

/** Returns the cost of making the tables of a word. The unit of all costs is the time to apply a query to a word. */
function tablesCost<Chunks>(): u32 {
  return offsetof<Chunks>() ? 110 : 320;
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
    const present = findLanes(matrix, first);
    prepareTables<Chunks>(matrix.addressOf(first));
    result += countWord<Chunks>(present, queries, strict, tie);
  }
  return result;
}

/** Counts the weighted fitting pairs of all queries and the matrix keys from `first` on, without tables. */
function countFewKeys(matrix: Keys, first: u32, queries: Keys, strict: u32, tie: u32): u64 {
  let result: u64 = 0;
  for (let section = 0; section < matrix.sections; section++) {
    const start = max(matrix.start(section), first);
    const end = matrix.start(section + 1);
    if (start >= end) continue;
    for (let querySection = 0; querySection < queries.sections; querySection++) {
      if (!((compatible(groupOf(querySection)) >> groupOf(section)) & 1)) continue;
      const from = queries.addressOf(queries.start(querySection));
      const to = queries.addressOf(queries.start(querySection + 1));
      const weight = section < groups && querySection < groups ? strict : tie;
      result += weight * countFitsDirectly(from, to, matrix.addressOf(start), end - start);
    }
  }
  return result;
}

/** Counts the weighted fitting pairs of all queries and the current word. `present` has the word's groups, as bits. */
function countWord<Chunks>(present: u32, queries: Keys, strict: u32, tie: u32): u64 {
  let result: u64 = 0;
  let group = 0;
  do {
    const partners = present & compatible(group);
    let next = group + 1;
    while (next < groups && (present & compatible(next)) == partners) next++;
    if (partners) {
      const lanes = lanesFor(group);
      result += applyQueries<Chunks>(queriesOf(group), queriesOf(next), lanes, strict, tie);
      if (queries.sections > groups) {
        result += applyQueries<Chunks>(queriesOf(groups + group), queriesOf(groups + next), lanes, tie, tie);
      }
    }
    group = next;
  } while (group < groups);
  return result;
}

/** Counts the fitting pairs of the queries at..end and the keys in `lanes`. Strict keys weigh `strict`, ties `tie`. */
function applyQueries<Chunks>(at: usize, end: usize, lanes: Lanes, strict: u32, tie: u32): u64 {
  if (at == end) return 0;
  const queries = <u64>(end - at) >> 1;
  const strictPairs = queries * lanes.strictCount;
  const tiePairs = queries * lanes.tieCount;
  if (strict == tie || !lanes.strictCount || !lanes.tieCount) {
    const ones = countOnes<Chunks, OneKind>(at, end, v128.or(lanes.strict, lanes.ties), lanes.ties);
    return (lanes.strictCount ? strict : tie) * (strictPairs + tiePairs - ones);
  }
  const ones = countOnes<Chunks, TwoKinds>(at, end, lanes.strict, lanes.ties);
  return strict * (strictPairs - (ones & 0xffffffff)) + tie * (tiePairs - (ones >> 32));
}
