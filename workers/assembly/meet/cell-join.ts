// The join of keys without the central diagonal of either direction: of all pairs, how many fit? So lanes of 16 bits do for
// 17 diagonals.
//
// The central diagonals make the half placement's cell: bit 0 says that its central d diagonal is taken, bit 1 its central l
// diagonal. Two half placements fit if their keys do (join.ts) and
//
//     cell of one    the other's may be
//     0  none        0, 1, 2, 3
//     1  d           0, 1                (the other is upside down: its l diagonal would be the same)
//     2  l           0,    2
//     3  both        0
//
// Lists lie in parts by cell. 128 neighbours of one list, whatever their cells, become a bit matrix and four tables; the
// queries of the other list are asked cell by cell, and of the answers only the lanes of keys in cells that go with theirs
// count. Neighbouring cells of queries that go with the same lanes are asked in one run; those that go with none, not at all.
//
//     matrix     | 0 0 0 0 0 0 | 0 0 1 1 1 2 | 2 2 3 3 |          queries of cells      asked on
//                                ^ this word                      0                     0 0 1 1 1 2
//                                                                 1                     0 0 1 1 1 .
//                                                                 2                     0 0 . . . 2
//                                                                 3                     0 0 . . . .

import { OneKind, TwoKinds, total } from './bit-count';
import { onesOfRun, onesOnTies, prepareTables } from './cell-answers';
import { CELLS, CellKeys, compatible } from './cell-keys';
import { Lanes, clearLanes, findLanes, lanesFor } from './cell-lanes';
import { prepareQueries, queriesOf } from './cell-queries';
import { countFitsDirectly } from './few-keys';

export { CellKeys } from './cell-keys';
export { setCellKeyBits } from './cell-queries';

/** So few keys left over are compared one by one (few-keys.ts): with 520 to 536 keys a join takes 0.91 to 0.97 times as long. */
const FEW: u32 = 24;

/** What the tables of a word cost, in queries. */
const TABLES_COST: u32 = 320;

// What is counted in a join: pairs asked, and of them those that do not fit, in four sums; pairs of strict keys, and others.
// A sum has 32 lanes of each word: below 2^31 for 2^16 queries and keys.
let strictPairs: u64 = 0;
let tiePairs: u64 = 0;
let strictOnes: v128 = i64x2.splat(0);
let tieOnes: v128 = i64x2.splat(0);

/** The weighted number of pairs that fit: `strict` for a pair of strict keys, `tie` for any other. */
export function joinCells(a: CellKeys, b: CellKeys, strict: u32, tie: u32): u64 {
  const inA = a.start(a.parts);
  const inB = b.start(b.parts);
  const isCheaper = wordsOf(inA) * (TABLES_COST + inB) <= wordsOf(inB) * (TABLES_COST + inA);
  const matrix = isCheaper ? a : b;
  const queries = isCheaper ? b : a;
  const end = matrix.start(matrix.parts);
  const few = end & 127;
  const wordsEnd = few <= FEW ? end - few : end;
  const result: u64 = few <= FEW ? fewFits(matrix, wordsEnd, queries, strict, tie) : 0;
  if (!wordsEnd) return result;
  prepareQueries(queries);
  clearLanes();
  strictPairs = 0;
  tiePairs = 0;
  strictOnes = i64x2.splat(0);
  tieOnes = i64x2.splat(0);
  for (let first: u32 = 0; first < wordsEnd; first += 128) {
    const present = findLanes(matrix, first);
    if (!present) continue;
    prepareTables(addressOf(matrix, first));
    askRuns(present, queries.parts, strict == tie);
  }
  return result + strict * (strictPairs - total(strictOnes)) + tie * (tiePairs - total(tieOnes));
}

/** Words that keys need, but for the few left over. */
// @ts-ignore: decorator
@inline
function wordsOf(keys: u32): u32 {
  return (keys + 127 - FEW) >> 7;
}

/** The weighted pairs that fit of the matrix keys from `first` on, without tables. */
function fewFits(matrix: CellKeys, first: u32, queries: CellKeys, strict: u32, tie: u32): u64 {
  let result: u64 = 0;
  for (let part = 0; part < matrix.parts; part++) {
    const start = max(matrix.start(part), first);
    if (start >= matrix.end(part)) continue;
    for (let asked = 0; asked < queries.parts; asked++) {
      if (!((compatible(asked & (CELLS - 1)) >> (part & (CELLS - 1))) & 1)) continue;
      const fits = countFitsDirectly(
        addressOf(queries, queries.start(asked)), addressOf(queries, queries.end(asked)),
        addressOf(matrix, start), matrix.end(part) - start,
      );
      result += (part < CELLS && asked < CELLS ? strict : tie) * fits;
    }
  }
  return result;
}

// @ts-ignore: decorator
@inline
function addressOf(list: CellKeys, key: u32): usize {
  return list.at + (<usize>key << 1);
}

/** Asks the queries of all cells that go with any of those present in the word of the tables; if `alike`, all as ties. */
function askRuns(present: u32, queryParts: i32, alike: bool): void {
  let cell = 0;
  do {
    const cells = present & compatible(cell);
    let next = cell + 1;
    while (next < CELLS && (present & compatible(next)) == cells) next++;
    if (cells) {
      ask(queriesOf(cell), queriesOf(next), lanesFor(cell), alike);
      if (queryParts > CELLS) ask(queriesOf(CELLS + cell), queriesOf(CELLS + next), lanesFor(cell), true);
    }
    cell = next;
  } while (cell < CELLS);
}

/** Asks the queries at..end on the lanes for them: ties on all alike, strict ones apart on those of ties. */
function ask(at: usize, end: usize, lanes: Lanes, areTies: bool): void {
  if (at == end) return;
  const queries = <u64>(end - at) >> 3;
  const strict = lanes.strict;
  const ties = lanes.ties;
  if (areTies || !lanes.strictCount) {
    tiePairs += queries * (lanes.strictCount + lanes.tieCount);
    tieOnes = i32x4.add(tieOnes, onesOfRun<OneKind>(at, end, v128.or(strict, ties), ties));
    return;
  }
  strictPairs += queries * lanes.strictCount;
  if (!lanes.tieCount) {
    strictOnes = i32x4.add(strictOnes, onesOfRun<OneKind>(at, end, strict, ties));
    return;
  }
  tiePairs += queries * lanes.tieCount;
  strictOnes = i32x4.add(strictOnes, onesOfRun<TwoKinds>(at, end, strict, ties));
  tieOnes = i32x4.add(tieOnes, onesOnTies);
}
