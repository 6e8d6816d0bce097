// The places of the last band queen, and what it attacks from each.
//
//     LAST_QUEENS    | column, strict, tie | attacks above | attacks below | ...        96 bytes a place

import { LAST_QUEENS } from './layout';
import { above } from './side';
import { attacksLeftOver, setAttacks } from './side-lists';

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

/** How many places there are. */
export let places: i32 = 0;
/** Columns (index bits) in which the last band queen attacks diagonals that a packed half placement's key lacks. */
export let leftOverAbove: u32 = 0;
export let leftOverBelow: u32 = 0;

let bandRows: i32 = 0;
/** Row of the band, from 0, in which the last band queen stands. */
let rowInBand: i32 = 0;

/** To be called before places are added: the rows of the band, and which of them, from 0, is the last band queen's. */
export function clearPlaces(rows: i32, row: i32): void {
  bandRows = rows;
  rowInBand = row;
  places = 0;
  leftOverAbove = 0;
  leftOverBelow = 0;
}

/** A column for the last band queen, free or required above, and what pairs of strict ones and with a tie count there. */
export function addLastQueen(column: i32, strict: u32, tie: u32): void {
  const queen = place(places);
  queen.column = above().indexBits((<u32>1) << column);
  queen.strict = strict;
  queen.tie = tie;
  above().replaceable |= queen.column & above().required;
  setAttacks(attacksAbove(places), column, rowInBand + 1);
  setAttacks(attacksBelow(places), column, bandRows - rowInBand);
  if (attacksLeftOver(attacksAbove(places))) leftOverAbove |= queen.column;
  if (attacksLeftOver(attacksBelow(places))) leftOverBelow |= queen.column;
  places++;
}
