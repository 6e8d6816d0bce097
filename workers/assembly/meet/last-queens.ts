// The places of the last band queen, and what it attacks from each.
//
//     LAST_QUEENS    | column, strict, tie | attacks above | attacks below | ...        96 bytes a place

import { LAST_QUEENS } from './layout';

/** A place of the last band queen. */
@unmanaged
export class LastQueen {
  /** Its column as an index bit, of the free columns or of those required above. */
  column: u32;
  /** What a pair of strict half placements counts, and a pair with a tie. */
  strict: u32;
  tie: u32;
}

const PLACE_BYTES: usize = 96;
const ABOVE: usize = 16;
const BELOW: usize = 56;

// @ts-ignore: decorator
@inline
export function place(number: i32): LastQueen {
  return changetype<LastQueen>(LAST_QUEENS + PLACE_BYTES * <usize>number);
}

/** Where what it attacks of the half placements above is kept, and of those below (see side-lists.ts). */
// @ts-ignore: decorator
@inline
export function attacksAbove(number: i32): usize {
  return LAST_QUEENS + PLACE_BYTES * <usize>number + ABOVE;
}

// @ts-ignore: decorator
@inline
export function attacksBelow(number: i32): usize {
  return LAST_QUEENS + PLACE_BYTES * <usize>number + BELOW;
}
