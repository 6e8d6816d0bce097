// The arena: the memory in which the lists of half placements lie, one after the other. Of each element the arena's arrays
// hold one lane, all at the same place:
//
//     lanes of 16 bits    | l ........................ | d ........................ |          n up to 17
//     lanes of 32 bits    | l ........................ | d ........................ |          n from 25
//     packed              | l ............ | d ............ | p ............ |                 n from 18 to 24
//
// expansion.ts says what l and d are, packing.ts what packed lists hold. A list is padded to whole blocks of eight elements
// that attack everything: no loop has a tail.

import { LISTS, fail } from './failure';
import { SLACK } from './layout';

export let listsL: usize = 0;
export let listsD: usize = 0;
export let listsP: usize = 0;
/** Elements that an array holds. */
export let capacity: u32 = 0;
/** Bytes of a lane, as a shift. */
export let laneShift: i32 = 0;
/** Whether lists are packed. */
export let isPacked: bool = false;

/** Divides the memory from `start` to `end` among the arrays. */
export function layOutLists(start: usize, end: usize, shift: i32, packs: bool): void {
  laneShift = shift;
  isPacked = packs;
  const room = end > start ? end - start : 0;
  const part = (packs ? room / 3 : room >> 1) & ~15;
  listsL = start;
  listsD = start + part;
  listsP = listsD + part;
  capacity = <u32>(part >> shift);
}

/** What functions that give a number of elements give when there is no room for them. */
export const FAILED: u32 = 0xffffffff;

/** Elements of a block. */
export const BLOCK: u32 = 8;

/** Whether a list may reach up to `end`, with what stores and loads need past it; if not, the failure is noted. */
// @ts-ignore: decorator
@inline
export function fits(end: u32, limit: u32): bool {
  return end + 2 * SLACK <= limit || outgrown(end, limit);
}

function outgrown(end: u32, limit: u32): bool {
  const arrays: u64 = isPacked ? 3 : 2;
  const arenaEnd = <u64>listsL + ((arrays * capacity) << laneShift);
  fail(LISTS, arenaEnd + ((arrays * (end + 2 * SLACK - limit)) << laneShift), arenaEnd);
  return false;
}

/** Moves `size` elements from element `from` to element `to`. */
export function moveElements(from: u32, size: u32, to: u32): void {
  const input = <usize>from << laneShift;
  const output = <usize>to << laneShift;
  const bytes = <usize>size << laneShift;
  memory.copy(listsL + output, listsL + input, bytes);
  memory.copy(listsD + output, listsD + input, bytes);
  if (isPacked) memory.copy(listsP + output, listsP + input, bytes);
}
