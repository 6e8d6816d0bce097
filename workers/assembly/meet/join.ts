// The join of two lists of keys: of all pairs, how many fit, that is, share no diagonal?
//
//     fits(a, b)  =  (a.l & b.d) == 0  and  (a.d & b.l) == 0
//
// One list is the matrix. It is cut into words of 128 neighbouring keys. Each word becomes a bit matrix (transposition.ts),
// then tables (or-tables.ts). The keys of the other list are the queries: for each, the OR of four or five table entries has a
// zero for every key of the word that fits (answers.ts). The keys after the whole words are compared one by one with all
// queries if that costs less (few-keys.ts). The cheaper of the two lists becomes the matrix.
//
// Where ties weigh less than strict keys, a word with some of either is counted on the lanes of both. In lists with groups,
// the keys lack the central diagonal of either direction, so that lanes of 16 bits do for 17 diagonals. Bit 0 of the group
// says that the central d diagonal is occupied, bit 1 the central l diagonal. Two halves fit if their keys do and
//
//     one group       the other may be
//     0  none         0, 1, 2, 3
//     1  d            0, 1                (the other is upside down: its l diagonal would be the same)
//     2  l            0,    2
//     3  both         0
//
// The queries are asked group by group, and their answers count only on the lanes of groups that can fit. Neighbouring
// groups with the same lanes are asked in one run, and groups without lanes not at all.
//
//     matrix     | 0 0 0 0 0 0 | 0 0 1 1 1 2 | 2 2 3 3 |          queries of groups     asked on
//                                ^ this word                      0                     0 0 1 1 1 2
//                                                                 1                     0 0 1 1 1 .
//                                                                 2                     0 0 . . . 2
//                                                                 3                     0 0 . . . .

import { OneKind, TwoKinds, onesOfRun, prepareTables } from './answers';
import { groups, keyBits } from './board';
import { countFitsDirectly } from './few-keys';
import { Keys, groupOf } from './keys';
import { FiveChunks, FourChunks, prepareQueries, queriesOf } from './queries';
import { Lanes, compatible, findLanes, lanesFor } from './word-lanes';

/** Pairs that are compared one by one in the time of a query to a word. */
const PAIRS_A_QUERY: u32 = 18;

/**
 * Counts the pairs that fit, each with its weight: `strict` for a pair of strict keys, `tie` for any other. Lists with groups
 * are long enough for large tables; masks of 16 bits need them.
 */
export function join(a: Keys, b: Keys, strict: u32, tie: u32): u64 {
  return groups > 1 || keyBits() > 15 ? joinIn<FourChunks>(a, b, strict, tie) : joinIn<FiveChunks>(a, b, strict, tie);
}

/** Cost of the tables of a word, in queries. */
function tablesCost<Chunks>(): u32 {
  return offsetof<Chunks>() ? 110 : 320;
}

/** Cost of a matrix of `keys` keys, in queries. */
function cost<Chunks>(keys: u32, queries: u32): u32 {
  const word = tablesCost<Chunks>() + queries;
  return (keys >> 7) * word + min(word, costOfFew(keys & 127, queries));
}

/** Cost of comparing `keys` keys one by one, in queries. */
function costOfFew(keys: u32, queries: u32): u32 {
  return (keys * queries) / PAIRS_A_QUERY;
}

function joinIn<Chunks>(a: Keys, b: Keys, strict: u32, tie: u32): u64 {
  return cost<Chunks>(a.size(), b.size()) < cost<Chunks>(b.size(), a.size())
    ? joinMatrix<Chunks>(a, b, strict, tie)
    : joinMatrix<Chunks>(b, a, strict, tie);
}

function joinMatrix<Chunks>(matrix: Keys, queries: Keys, strict: u32, tie: u32): u64 {
  const keys = matrix.size();
  const few = keys & 127;
  const inWords = costOfFew(few, queries.size()) < tablesCost<Chunks>() + queries.size() ? keys - few : keys;
  let result: u64 = inWords < keys ? fewFits(matrix, inWords, queries, strict, tie) : 0;
  if (!inWords) return result;
  prepareQueries<Chunks>(queries);
  for (let first: u32 = 0; first < inWords; first += 128) {
    const present = findLanes(matrix, first);
    prepareTables<Chunks>(matrix.addressOf(first));
    result += askGroups<Chunks>(present, queries, strict, tie);
  }
  return result;
}

/** Counts the weighted pairs that fit of the matrix keys from `first` on, without tables. */
function fewFits(matrix: Keys, first: u32, queries: Keys, strict: u32, tie: u32): u64 {
  let result: u64 = 0;
  for (let section = 0; section < matrix.sections; section++) {
    const start = max(matrix.start(section), first);
    const end = matrix.start(section + 1);
    if (start >= end) continue;
    for (let asked = 0; asked < queries.sections; asked++) {
      if (!((compatible(groupOf(asked)) >> groupOf(section)) & 1)) continue;
      const from = queries.addressOf(queries.start(asked));
      const to = queries.addressOf(queries.start(asked + 1));
      const weight = section < groups && asked < groups ? strict : tie;
      result += weight * countFitsDirectly(from, to, matrix.addressOf(start), end - start);
    }
  }
  return result;
}

/** Asks the queries of all groups that can fit those present in the word of the tables. */
function askGroups<Chunks>(present: u32, queries: Keys, strict: u32, tie: u32): u64 {
  let result: u64 = 0;
  let group = 0;
  do {
    const partners = present & compatible(group);
    let next = group + 1;
    while (next < groups && (present & compatible(next)) == partners) next++;
    if (partners) {
      const lanes = lanesFor(group);
      result += ask<Chunks>(queriesOf(group), queriesOf(next), lanes, strict, tie);
      if (queries.sections > groups) {
        result += ask<Chunks>(queriesOf(groups + group), queriesOf(groups + next), lanes, tie, tie);
      }
    }
    group = next;
  } while (group < groups);
  return result;
}

/** Asks the queries at..end on the lanes for them: those of strict keys count `strict`, those of ties `tie`. */
function ask<Chunks>(at: usize, end: usize, lanes: Lanes, strict: u32, tie: u32): u64 {
  if (at == end) return 0;
  const queries = <u64>(end - at) >> 1;
  const strictPairs = queries * lanes.strictCount;
  const tiePairs = queries * lanes.tieCount;
  if (strict == tie || !lanes.strictCount || !lanes.tieCount) {
    const ones = onesOfRun<Chunks, OneKind>(at, end, v128.or(lanes.strict, lanes.ties), lanes.ties);
    return (lanes.strictCount ? strict : tie) * (strictPairs + tiePairs - ones);
  }
  const ones = onesOfRun<Chunks, TwoKinds>(at, end, lanes.strict, lanes.ties);
  return strict * (strictPairs - (ones & 0xffffffff)) + tie * (tiePairs - (ones >> 32));
}
