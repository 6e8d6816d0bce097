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

import { onesOfMixedRun, onesOfRun, onesOnStrictLanes, prepareQueries, prepareTables } from './cell-answers';
import { CELLS, CellKeys } from './cell-keys';
import { CELL_LANES, QUERIES } from './layout';
import { padding } from './or-tables';

export { setCellKeyBits } from './cell-answers';
export { CellKeys } from './cell-keys';

/** What the tables of a word cost, in queries. */
const TABLES_COST: u32 = 400;

/** The weighted number of pairs that fit: `strict` for a pair of strict keys, `tie` for any other. */
export function joinCells(a: CellKeys, b: CellKeys, strict: u32, tie: u32): u64 {
  const inA = a.start(a.parts);
  const inB = b.start(b.parts);
  const isCheaper = wordsOf(inA) * (TABLES_COST + inB) <= wordsOf(inB) * (TABLES_COST + inA);
  return isCheaper ? joinMatrix(a, b, strict, tie) : joinMatrix(b, a, strict, tie);
}

// @ts-ignore: decorator
@inline
function wordsOf(keys: u32): u32 {
  return (keys + 127) >> 7;
}

function joinMatrix(matrix: CellKeys, queries: CellKeys, strict: u32, tie: u32): u64 {
  prepareQueries(queries);
  const end = matrix.start(matrix.parts);
  let result: u64 = 0;
  for (let first: u32 = 0; first < end; first += 128) {
    const present = findLanes(matrix, first);
    if (!present) continue;
    prepareTables(matrix.at + (<usize>first << 1));
    result += askRuns(queries, present, strict, tie);
  }
  return result;
}

// What findLanes finds, for each query cell, 48 bytes: the lanes to ask on, those of them with strict keys, and the number
// of either.
const QUERY_CELL: usize = 48;
const STRICT_LANES: usize = 16;
const COUNT: usize = 32;
const STRICT_COUNT: usize = 36;

/** Of a word's 128 lanes, finds those that each query cell goes with. @returns the set of cells, as bits, that occur. */
function findLanes(matrix: CellKeys, first: u32): u32 {
  memory.fill(CELL_LANES, 0, QUERY_CELL * CELLS);
  let present: u32 = 0;
  for (let part = 0; part < matrix.parts; part++) {
    const start = laneOf(matrix.start(part), first);
    const end = laneOf(matrix.end(part), first);
    if (start >= end) continue;
    const cell = part & (CELLS - 1);
    present |= 1 << cell;
    const lanes = v128.xor(padding(start), padding(end));
    for (let query = 0; query < CELLS; query++) {
      if (!((compatible(query) >> cell) & 1)) continue;
      const found = CELL_LANES + QUERY_CELL * <usize>query;
      v128.store(found, v128.or(v128.load(found), lanes));
      store<u32>(found, load<u32>(found, COUNT) + end - start, COUNT);
      if (part >= CELLS) continue;
      v128.store(found, v128.or(v128.load(found, STRICT_LANES), lanes), STRICT_LANES);
      store<u32>(found, load<u32>(found, STRICT_COUNT) + end - start, STRICT_COUNT);
    }
  }
  return present;
}

/** The lane of a key in the word that begins with key `first`, or the word's start or end if it lies before or behind. */
// @ts-ignore: decorator
@inline
function laneOf(key: u32, first: u32): u32 {
  return key < first ? 0 : min(key - first, 128);
}

/** The cells, as bits, that go with a cell. */
// @ts-ignore: decorator
@inline
function compatible(cell: i32): u32 {
  return (0b0001_0101_0011_1111 >> (4 * cell)) & 15;
}

/** The weighted pairs that fit of all queries and the word of the tables. */
function askRuns(queries: CellKeys, present: u32, strict: u32, tie: u32): u64 {
  let result: u64 = 0;
  let cell = 0;
  do {
    const cells = present & compatible(cell);
    let next = cell + 1;
    while (next < CELLS && (present & compatible(next)) == cells) next++;
    if (cells) {
      const found = CELL_LANES + QUERY_CELL * <usize>cell;
      const lanes = v128.load(found);
      const count = load<u32>(found, COUNT);
      const strictCount = load<u32>(found, STRICT_COUNT);
      let asked = queries.start(next) - queries.start(cell);
      if (asked) {
        const at = QUERIES + (<usize>queries.start(cell) << 3);
        const end = at + (<usize>asked << 3);
        if (strict == tie || strictCount == count || !strictCount) {
          result += (strictCount ? strict : tie) * (<u64>asked * count - onesOfRun(at, end, lanes));
        } else {
          const fits = <u64>asked * count - onesOfMixedRun(at, end, lanes, v128.load(found, STRICT_LANES));
          const strictFits = <u64>asked * strictCount - onesOnStrictLanes;
          result += tie * (fits - strictFits) + strict * strictFits;
        }
      }
      if (queries.parts > CELLS) {
        asked = queries.start(CELLS + next) - queries.start(CELLS + cell);
        const at = QUERIES + (<usize>queries.start(CELLS + cell) << 3);
        if (asked) result += tie * (<u64>asked * count - onesOfRun(at, at + (<usize>asked << 3), lanes));
      }
    }
    cell = next;
  } while (cell < CELLS);
  return result;
}
