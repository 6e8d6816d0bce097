// The banded kernel: counts the solutions with given queens in a band of middle rows.
//
// A caller sets the memory, the board and the two sides, and counts. All symmetry is the caller's: it says which
// columns a row allows, which half placements are ties or apart, and what the pairs of parts weigh.

import { blockSize, countFits, isFew, prepareBlock } from './meet/banded-join';
import { nextSameSize } from './meet/column-sets';
import { setBand } from './meet/expansion';
import { LISTS, NONE, clearFailure, fail, failure } from './meet/failure';
import { countFitsDirectly } from './meet/few-keys';
import { buildHalfPlacements, layOutLists, listKeys } from './meet/half-placements';
import { ARENA, MATRIX_KEYS, QUERY_KEYS, WEIGHTS } from './meet/layout';
import { memoryEnd } from './meet/memory';
import { finishSieve, startSieve } from './meet/sieve';
import { joinSieved } from './meet/sieved-join';
import { layOutSievedLists, makeSievedList, setChunks, sizeOf } from './meet/sieved-list';
import { matrixParts, queryParts } from './meet/parts';
import { above, below } from './meet/side';
import { splitWeight } from './meet/symmetry';

export { failure, had, needed } from './meet/failure';
export { grantMemory } from './meet/memory';
export { addSievePair } from './meet/sieve';

let n: i32 = 0;
let band: i32 = 0;
let weighSplits: bool = false;
let pairs: u64 = 0;
/** Keys that the longest list of a sieved join may have; 0 if joins are not sieved. */
let mostSievedKeys: u32 = 0;

/** The board: n, the rows of the band, and whether column splits have weights of their own (symmetry.ts). */
export function setBoard(size: i32, bandRows: i32, splitsWeigh: bool): void {
  n = size;
  weighSplits = splitsWeigh;
  setBand(size, bandRows);
  band = bandRows;
  mostSievedKeys = 0;
}

/**
 * Has the joins sieved (sieve.ts): for odd n and an odd number of band rows, where all pairs weigh alike. The strict half
 * width leaves n - 2 - bandRows - 2 * width bits, at most 16, of a key. `addSievePair` must follow for every pair;
 * `keys` is what the longest list may have.
 */
export function setSieve(strictHalfWidth: i32, keys: u32): void {
  const bits = n - 1 - band;
  mostSievedKeys = keys;
  startSieve(bits, strictHalfWidth, false);
  setChunks(bits - 1 - 2 * strictHalfWidth);
}

/**
 * A side (0 above, 1 below): its number of rows, from 1; the masks of free and required columns; the row and the
 * columns that make ties (row -1: none); the column apart (as a mask; 0: none). `setAllowed` must follow.
 */
export function setSide(
  which: i32, rows: i32, free: u32, required: u32, tieRow: i32, tieColumns: u32, apart: u32,
): void {
  const side = which ? below() : above();
  side.rows = rows;
  side.numberColumns(free, required);
  side.tieRow = tieRow;
  side.tieColumns = side.indexBits(tieColumns);
  side.apart = side.indexBits(apart);
}

/** The columns, as a mask, that a row of a side allows; rows count from the edge of the board. */
export function setAllowed(which: i32, row: i32, columns: u32): void {
  const side = which ? below() : above();
  side.setAllowed(row, side.indexBits(columns));
}

/** What a pair of a query of a part (0 to 3, see parts.ts) with a strict and with a tied matrix key counts. */
export function setWeights(part: i32, withStrict: u32, withTie: u32): void {
  store<u32>(WEIGHTS + ((<usize>part) << 3), withStrict);
  store<u32>(WEIGHTS + ((<usize>part) << 3), withTie, 4);
}

/** Pairs of half placements that the last count compared. */
export function pairsCompared(): f64 {
  return <f64>pairs;
}

/** @returns the weighted number of solutions, or 0 with `failure` set. Exact below 2^53, like all figures here. */
export function count(): f64 {
  clearFailure();
  pairs = 0;
  if (mostSievedKeys) finishSieve();
  if (!buildSides()) return 0;
  let result: u64 = 0;
  const free = ((<u32>1) << above().free) - 1;
  const freeAbove = above().rows - <i32>popcnt(above().required);
  for (let set = ((<u32>1) << freeAbove) - 1; set <= free; set = nextSameSize(set)) {
    const weight = weighSplits ? weightOf(set) : 1;
    if (weight) result += weight * (mostSievedKeys ? countSplitSieved(set, free ^ set) : countSplit(set, free ^ set));
    if (failure() != NONE) return 0;
    if (!set) break; // no free column goes to the side above: this is the only split
  }
  return <f64>result;
}

/** Lays out the run indexes, then the lists behind them, and builds both sides. */
function buildSides(): bool {
  let end = ARENA;
  end = above().layOutRuns(end);
  end = below().layOutRuns(end);
  if (mostSievedKeys) end = layOutSievedLists(end, mostSievedKeys, n > 17);
  if (end > memoryEnd()) {
    fail(LISTS, end, memoryEnd());
    return false;
  }
  layOutLists(end, memoryEnd(), n > 17, false);
  const behindAbove = buildHalfPlacements(above(), 0);
  return behindAbove != 0 && buildHalfPlacements(below(), behindAbove) != 0;
}

/** Weight of the split that gives the free columns `set` (index bits) to the side above. */
function weightOf(set: u32): u32 {
  const all = above().columnsOf(0xffffffff) | below().columnsOf(0xffffffff);
  return splitWeight(above().columnsOf(set | above().required), all, n, 0);
}

/** The solutions of one split of the free columns, given as index bits, by the sieved join; the shorter list is above. */
function countSplitSieved(setAbove: u32, setBelow: u32): u64 {
  if (!makeSievedList(0, above(), setAbove | above().required) || !sizeOf(0)) return 0;
  if (!makeSievedList(1, below(), setBelow | below().required) || !sizeOf(1)) return 0;
  pairs += <u64>sizeOf(0) * sizeOf(1);
  return joinSieved(0, 1, load<u32>(WEIGHTS), 0, 0);
}

/** The same by the join without a sieve. */
function countSplit(setAbove: u32, setBelow: u32): u64 {
  const queries = queryParts();
  const matrix = matrixParts();
  if (!listKeys(above(), setAbove | above().required, QUERY_KEYS, queries) || !queries.end3) return 0;
  if (!listKeys(below(), setBelow | below().required, MATRIX_KEYS, matrix) || !matrix.end3) return 0;
  pairs += <u64>queries.end3 * matrix.end3;
  return countMatrixPart(0, matrix.end0, 0) + countMatrixPart(matrix.end0, matrix.end3, 4);
}

/** Joins all queries with the matrix keys first..end, weighted by the column of WEIGHTS at `weight`. */
function countMatrixPart(first: u32, end: u32, weight: usize): u64 {
  let result: u64 = 0;
  let size: u32 = 0;
  for (; first < end; first += size) {
    size = blockSize(end - first);
    const keys = MATRIX_KEYS + (<usize>first << 1);
    if (!isFew(size)) prepareBlock(keys, size);
    for (let part = 0; part < 4; part++) {
      const queries = QUERY_KEYS + (<usize>queryParts().start(part) << 1);
      const queriesEnd = QUERY_KEYS + (<usize>queryParts().end(part) << 1);
      const fits = isFew(size) ? countFitsDirectly(queries, queriesEnd, keys, size) : countFits(queries, queriesEnd, size);
      result += load<u32>(WEIGHTS + ((<usize>part) << 3) + weight) * fits;
    }
  }
  return result;
}
