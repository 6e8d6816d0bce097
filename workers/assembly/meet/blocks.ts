// Cutting the keys of a strict cell into blocks for the bit matrix. A block is a row of neighbouring cells, at most 128
// keys unless one cell alone has more (it then takes several words). A query visits a block only if it meets nothing
// that all of the block's cells occupy, with a chance of about 0.76 for each bit they have in common; so the cost of a
// block is
//
//     0.76 ^ (bits that all its cells have in common)  *  words of 128 keys
//
// and dynamic programming finds the cut of least cost: the best cut of the first j cells ends in some block of the
// cells from i on, and before it stands the best cut of the first i. (Taking cells greedily, by cost, lost.)

import { CUT_BLOCKS, CUT_CELL, CUT_COST, CUT_END, CUT_FROM } from './sieve-layout';

const VISIT_CHANCE: f32 = 0.76;

let cells: i32 = 0;

/** Starts a cut whose keys begin at number `start`. */
export function startCut(start: u32): void {
  cells = 0;
  store<u32>(CUT_END, start);
  store<f32>(CUT_COST, 0);
}

/** Adds the next cell, whose keys end before number `end`; there must be some. */
export function addCell(cell: u32, end: u32): void {
  store<u32>(CUT_CELL + ((<usize>cells) << 2), cell);
  cells++;
  store<u32>(CUT_END + ((<usize>cells) << 2), end);
}

/** Finds the best cut. @returns its number of blocks. */
export function cut(): i32 {
  for (let j = 1; j <= cells; j++) findBest(j);
  let blocks = 0;
  for (let j = cells; j > 0; j = cutBefore(j)) blocks++;
  let block = blocks;
  for (let j = cells; j > 0; j = cutBefore(j)) {
    store<i32>(CUT_BLOCKS + ((<usize>block) << 2), j);
    block--;
  }
  store<i32>(CUT_BLOCKS, 0);
  return blocks;
}

/** Where the last block of the best cut of the first j cells begins. */
// @ts-ignore: decorator
@inline
function cutBefore(j: i32): i32 {
  return load<i32>(CUT_FROM + ((<usize>j) << 2));
}

/** The best cut of the first j cells, from the best ones of fewer. */
function findBest(j: i32): void {
  const end = load<u32>(CUT_END + ((<usize>j) << 2));
  let common: u32 = 0xffffffff;
  let best: f32 = f32.MAX_VALUE;
  let from = 0;
  for (let i = j - 1; i >= 0; i--) {
    const keys = end - load<u32>(CUT_END + ((<usize>i) << 2));
    if (keys > 128 && i < j - 1) break;
    common &= load<u32>(CUT_CELL + ((<usize>i) << 2));
    const cost = load<f32>(CUT_COST + ((<usize>i) << 2)) + visitChance(common) * <f32>((keys + 127) >> 7);
    if (cost < best) {
      best = cost;
      from = i;
    }
  }
  store<f32>(CUT_COST + ((<usize>j) << 2), best);
  store<i32>(CUT_FROM + ((<usize>j) << 2), from);
}

// @ts-ignore: decorator
@inline
function visitChance(common: u32): f32 {
  let chance: f32 = 1;
  for (let bits = popcnt(common); bits; bits--) chance *= VISIT_CHANCE;
  return chance;
}

/** Of the last cut: number of the first key of a block, and one past the last of the block before. */
export function blockStart(block: i32): u32 {
  return load<u32>(CUT_END + ((<usize>load<i32>(CUT_BLOCKS + ((<usize>block) << 2))) << 2));
}

/** Of the last cut: the bits that all cells of a block have in common. */
export function commonBits(block: i32): u32 {
  const end = load<i32>(CUT_BLOCKS + ((<usize>block + 1) << 2));
  let common: u32 = 0xffffffff;
  for (let i = load<i32>(CUT_BLOCKS + ((<usize>block) << 2)); i < end; i++) common &= load<u32>(CUT_CELL + ((<usize>i) << 2));
  return common;
}
