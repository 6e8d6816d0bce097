// The join of keys that are one diagonal too long for lanes of 16 bits in either direction: of all pairs, how many fit?
//
// The central diagonal of either direction is not in the key. It makes the half placement's cell: bit 0 says that its
// central d diagonal is taken, bit 1 its central l diagonal. Two half placements fit if their keys do (join.ts) and
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

import { total } from './bit-count';
import { OneKind, TwoKinds, onesOfRun, onesOnTies, prepareTables } from './cell-answers';
import { CELLS, CellKeys } from './cell-keys';
import { prepareQueries, queriesOf } from './cell-queries';
import { CELL_LANES } from './layout';
import { padding } from './or-tables';

export { CellKeys } from './cell-keys';
export { setCellKeyBits } from './cell-queries';

/** What the tables of a word cost, in queries. */
const TABLES_COST: u32 = 400;

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
  prepareQueries(queries);
  strictPairs = 0;
  tiePairs = 0;
  strictOnes = i64x2.splat(0);
  tieOnes = i64x2.splat(0);
  memory.fill(CELL_LANES, 0, CELLS * LANES_BYTES);
  const end = matrix.start(matrix.parts);
  for (let first: u32 = 0; first < end; first += 128) {
    const present = findLanes(matrix, first);
    if (!present) continue;
    prepareTables(matrix.at + (<usize>first << 1));
    askRuns(present, queries.parts, strict == tie);
  }
  return strict * (strictPairs - total(strictOnes)) + tie * (tiePairs - total(tieOnes));
}

// @ts-ignore: decorator
@inline
function wordsOf(keys: u32): u32 {
  return (keys + 127) >> 7;
}

// What findLanes finds, for each query cell: the lanes of strict keys and of ties to ask on, and the number of either.
const LANES_BYTES: usize = 48;
const TIES: usize = 16;
const COUNT: usize = 32;
const TIE_COUNT: usize = 36;

/** Of the 128 lanes from key `first` on, finds those that each query cell goes with. @returns the cells that occur, as bits. */
function findLanes(matrix: CellKeys, first: u32): u32 {
  const present = findLanesFrom(matrix, first, 0, 0);
  return matrix.parts == CELLS ? present : present | findLanesFrom(matrix, first, CELLS, 1);
}

/** The same for four parts: those of strict keys (kind 0), or of ties (kind 1). */
// @ts-ignore: decorator
@inline
function findLanesFrom(matrix: CellKeys, first: u32, part: i32, kind: usize): u32 {
  const n0 = keysIn(matrix, part, first);
  const n1 = keysIn(matrix, part + 1, first);
  const n2 = keysIn(matrix, part + 2, first);
  const n3 = keysIn(matrix, part + 3, first);
  const none = lanesOf(matrix, part, first);
  const d = v128.or(none, lanesOf(matrix, part + 1, first));
  const l = v128.or(none, lanesOf(matrix, part + 2, first));
  const found = CELL_LANES + TIES * kind;
  v128.store(found, v128.or(v128.or(d, l), lanesOf(matrix, part + 3, first)));
  v128.store(found, d, LANES_BYTES);
  v128.store(found, l, 2 * LANES_BYTES);
  v128.store(found, none, 3 * LANES_BYTES);
  const counts = CELL_LANES + 4 * kind;
  store<u32>(counts, n0 + n1 + n2 + n3, COUNT);
  store<u32>(counts, n0 + n1, LANES_BYTES + COUNT);
  store<u32>(counts, n0 + n2, 2 * LANES_BYTES + COUNT);
  store<u32>(counts, n0, 3 * LANES_BYTES + COUNT);
  return (n0 ? 1 : 0) | (n1 ? 2 : 0) | (n2 ? 4 : 0) | (n3 ? 8 : 0);
}

// @ts-ignore: decorator
@inline
function lanesOf(matrix: CellKeys, part: i32, first: u32): v128 {
  return v128.xor(padding(laneOf(matrix.start(part), first)), padding(laneOf(matrix.end(part), first)));
}

// @ts-ignore: decorator
@inline
function keysIn(matrix: CellKeys, part: i32, first: u32): u32 {
  return laneOf(matrix.end(part), first) - laneOf(matrix.start(part), first);
}

/** The lane of a key in the word that begins with key `first`, or the word's start or end if it lies before or behind. */
// @ts-ignore: decorator
@inline
function laneOf(key: u32, first: u32): u32 {
  return max(min(<i32>(key - first), 128), 0);
}

/** The cells, as bits, that go with a cell. */
// @ts-ignore: decorator
@inline
function compatible(cell: i32): u32 {
  return (0b0001_0101_0011_1111 >> (4 * cell)) & 15;
}

/** Asks the queries of all cells that go with any of those present in the word of the tables; if `alike`, all as ties. */
function askRuns(present: u32, queryParts: i32, alike: bool): void {
  let cell = 0;
  do {
    const cells = present & compatible(cell);
    let next = cell + 1;
    while (next < CELLS && (present & compatible(next)) == cells) next++;
    if (cells) {
      const found = CELL_LANES + LANES_BYTES * <usize>cell;
      ask(queriesOf(cell), queriesOf(next), found, alike);
      if (queryParts > CELLS) ask(queriesOf(CELLS + cell), queriesOf(CELLS + next), found, true);
    }
    cell = next;
  } while (cell < CELLS);
}

/** Asks the queries at..end on the lanes found for them: ties on all alike, strict ones apart on those of ties. */
function ask(at: usize, end: usize, found: usize, areTies: bool): void {
  if (at == end) return;
  const queries = <u64>(end - at) >> 3;
  const count = load<u32>(found, COUNT);
  const tieCount = load<u32>(found, TIE_COUNT);
  const lanes = v128.load(found);
  const ties = v128.load(found, TIES);
  if (areTies || !count) {
    tiePairs += queries * (count + tieCount);
    tieOnes = i32x4.add(tieOnes, onesOfRun<OneKind>(at, end, v128.or(lanes, ties), ties));
    return;
  }
  strictPairs += queries * count;
  if (!tieCount) {
    strictOnes = i32x4.add(strictOnes, onesOfRun<OneKind>(at, end, lanes, ties));
    return;
  }
  tiePairs += queries * tieCount;
  strictOnes = i32x4.add(strictOnes, onesOfRun<TwoKinds>(at, end, lanes, ties));
  tieOnes = i32x4.add(tieOnes, onesOnTies);
}
