// The arena, the memory for lists of halves. It has two or three arrays, and each element has one lane in each array:
//
//     not packed    | l ........................ | d ........................ |          n <= 17
//     packed        | l ............ | d ............ | p ............ |                 n >= 18
//
// expansion.ts defines l and d, and packing.ts defines packed lists. All lanes have 16 bits, except that levels that
// are not packed yet use 32-bit lanes in the first two of three arrays. A list is padded to whole blocks of eight with
// elements that attack everything, so loops need no code for a remainder.

import { isPacked } from './board';
import { SLACK } from './layout';

/** Binary logarithm of the bytes in a lane. */
export const LANE_SHIFT: i32 = 1;

export let listsL: usize = 0;
export let listsD: usize = 0;
export let listsP: usize = 0;
/** Number of elements in each array. */
export let capacity: u32 = 0;
/**
 * True after a list has outgrown its array. Then there is no count, but a retry with smaller lists may succeed
 * (`clearOverflow`).
 */
export let hasOverflowed: bool = false;

/** Divides the memory from `start` to `end` among the arrays. */
export function layOutLists(start: usize, end: usize): void {
  const room = end > start ? end - start : 0;
  const bytes = (isPacked ? room / 3 : room >> 1) & ~15;
  listsL = start;
  listsD = start + bytes;
  listsP = listsD + bytes;
  capacity = <u32>(bytes >> LANE_SHIFT);
  hasOverflowed = false;
}

/** Prepares for a retry with smaller lists. */
export function clearOverflow(): void {
  hasOverflowed = false;
}

/** Returned instead of an element, or a number of elements, if there is not enough room. */
export const FAILED: u32 = 0xffffffff;

/** Number of elements in a block. */
export const BLOCK: u32 = 8;

/** Returns whether a list can extend to `end`, with slack for stores and loads. Sets `hasOverflowed` if it cannot. */
export function hasRoom(end: u32, limit: u32): bool {
  if (end + 2 * SLACK <= limit) return true;
  hasOverflowed = true;
  return false;
}

/**
 * Moves elements to the high end of arrays with `limit` elements. Leaves SLACK elements free there for loads past the
 * end. `shift` is the binary logarithm of the bytes in a lane: levels that are not packed yet use wider lanes.
 * @returns the first element after the move; 0 if there is no room.
 */
export function moveToHighEnd(from: u32, size: u32, limit: u32, shift: i32): u32 {
  if (!hasRoom(from + 2 * size, limit)) return 0;
  const to = limit - size - SLACK;
  const input = <usize>from << shift;
  const output = <usize>to << shift;
  const bytes = <usize>size << shift;
  memory.copy(listsL + output, listsL + input, bytes);
  memory.copy(listsD + output, listsD + input, bytes);
  if (isPacked && shift == LANE_SHIFT) memory.copy(listsP + output, listsP + input, bytes);
  return to;
}
