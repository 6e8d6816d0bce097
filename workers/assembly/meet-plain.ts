// The plain kernel: counts the solutions of an even n, from the half placements of the upper and of the lower half of
// the board. Both halves are alike, so the list of a column set serves either.
//
// A caller sets the memory, the board, the sieve and the key columns, and counts.

import { nextSameSize } from './meet/column-sets';
import { LISTS, NONE, clearFailure, fail, failure } from './meet/failure';
import { setBand } from './meet/expansion';
import { buildHalfPlacements, layOutLists } from './meet/half-placements';
import { ARENA } from './meet/layout';
import { memoryEnd } from './meet/memory';
import { joinSieved } from './meet/sieved-join';
import { finishSieve, startSieve } from './meet/sieve';
import { cellStart, layOutSievedLists, makeSievedList, setChunks, sizeOf } from './meet/sieved-list';
import { Side, above, below } from './meet/side';
import { splitWeight } from './meet/symmetry';

export { failure, had, needed } from './meet/failure';
export { grantMemory } from './meet/memory';
export { addSievePair } from './meet/sieve';

let n: i32 = 0;
let keyColumns: u32 = 0;
let mostKeys: u32 = 0;
let wide: bool = false;
let pairs: u64 = 0;

/**
 * The board: n, even, and the strict half width of the sieve, which leaves n - 2 - 2 * width bits, at most 16, of a key
 * (see sieve.ts). `addSievePair` must follow for every pair; `keys` is what the longest list may have.
 */
export function setBoard(size: i32, strictHalfWidth: i32, keys: u32): void {
  n = size;
  wide = size > 17;
  mostKeys = keys;
  setBand(size, 0);
  startSieve(size - 1, strictHalfWidth);
  setChunks(size - 2 - 2 * strictHalfWidth);
}

/** The columns, as masks, that are neither's, the upper half's and the lower half's by the subproblem. */
export function setColumns(free: u32, upper: u32, lower: u32): void {
  keyColumns = upper | lower;
  setHalf(above(), free, upper);
  setHalf(below(), free, lower);
}

function setHalf(half: Side, free: u32, required: u32): void {
  half.rows = n / 2;
  half.numberColumns(free, required);
  half.tieRow = -1;
  half.tieColumns = 0;
  half.replaceable = 0;
  for (let row = 0; row < half.rows; row++) half.setAllowed(row, 0xffffffff);
}

/** Pairs of half placements that the last count decided on. */
export function pairsCompared(): f64 {
  return <f64>pairs;
}

/** @returns the weighted number of solutions, or 0 with `failure` set. Exact below 2^53, like all figures here. */
export function count(): f64 {
  clearFailure();
  finishSieve();
  pairs = 0;
  if (!buildHalves()) return 0;
  let result: u64 = 0;
  const all = ((<u32>1) << n) - 1;
  const free = ((<u32>1) << above().free) - 1;
  const freeAbove = above().rows - <i32>popcnt(above().required);
  for (let set = ((<u32>1) << freeAbove) - 1; set <= free; set = nextSameSize(set)) {
    const weight = splitWeight(above().columnsOf(set | above().required), all, n, keyColumns);
    if (weight) result += countSplit(set, free ^ set, weight);
    if (failure() != NONE) return 0;
    if (!set) break; // no free column goes to the upper half: this is the only split
  }
  return <f64>result;
}

/** Lays out the run indexes, the lists of keys, and behind them the lists of half placements; builds both halves. */
function buildHalves(): bool {
  let end = below().layOutRuns(above().layOutRuns(ARENA));
  end = layOutSievedLists(end, mostKeys, wide);
  if (end > memoryEnd()) {
    fail(LISTS, end, memoryEnd());
    return false;
  }
  layOutLists(end, memoryEnd(), wide, false);
  const behindAbove = buildHalfPlacements(above(), 0);
  return behindAbove != 0 && buildHalfPlacements(below(), behindAbove) != 0;
}

/**
 * The solutions of one split of the free columns, given as index bits, times the weight.
 *
 * Reflection in the main diagonals: only pairs with one half of category 0 are counted, and those whose other half is of
 * category 2 twice, for those with a queen on a main diagonal in either half. So each list once asks the other's
 * category 0; the pairs of two halves of category 0 are left out the second time.
 */
function countSplit(setAbove: u32, setBelow: u32, weight: u32): u64 {
  if (!makeSievedList(0, above(), setAbove | above().required)) return 0;
  if (!makeSievedList(1, below(), setBelow | below().required)) return 0;
  const upper0 = <u64>cellStart(0, 1, 0);
  const lower0 = <u64>cellStart(1, 1, 0);
  pairs += upper0 * sizeOf(1) + lower0 * (sizeOf(0) - upper0);
  return joinSieved(0, 1, weight, weight, 2 * weight) + joinSieved(1, 0, 0, weight, 2 * weight);
}
