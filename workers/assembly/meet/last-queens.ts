// The columns where the last band queen may stand, called places, and the diagonals that it attacks from each.
//
//     LAST_QUEENS    | column, strict, tie | attacks above | attacks below | ...        96 bytes a place

import { bandRows, lastRow, placeCount, placeInput } from './board';
import { LAST_QUEENS } from './layout';
import { above } from './side';
import { attacksLeftOver, setAttacks } from './side-lists';

/** A place of the last band queen. */
@unmanaged
export class LastQueen {
  /** Its column as an index bit, of the free columns or of those required above. */
  column: u32;
  /** Weights of a pair: `tie` if either half is a tie, else `strict`. */
  strict: u32;
  tie: u32;
}

const PLACE_BYTES: usize = 96;
const ABOVE: usize = 16;
const BELOW: usize = 56;

export function place(number: i32): LastQueen {
  return changetype<LastQueen>(LAST_QUEENS + PLACE_BYTES * <usize>number);
}

/** Address of the diagonals that it attacks above the band, and below: see side-lists.ts. */
export function attacksAbove(number: i32): usize {
  return LAST_QUEENS + PLACE_BYTES * <usize>number + ABOVE;
}

export function attacksBelow(number: i32): usize {
  return LAST_QUEENS + PLACE_BYTES * <usize>number + BELOW;
}

/** How many places there are. */
export let places: i32 = 0;
/** Columns (index bits) in which the last band queen attacks diagonals that a packed half's key lacks. */
export let leftOverAbove: u32 = 0;
export let leftOverBelow: u32 = 0;

/** Reads the places, once both sides are read: their columns are free or required above. */
export function readPlaces(): void {
  places = placeCount();
  leftOverAbove = 0;
  leftOverBelow = 0;
  for (let number = 0; number < places; number++) {
    const input = placeInput(number);
    const column = load<i32>(input);
    const queen = place(number);
    queen.column = above().indexBits((<u32>1) << column);
    queen.strict = load<u32>(input, 4);
    queen.tie = load<u32>(input, 8);
    above().replaceable |= queen.column & above().required;
    setAttacks(attacksAbove(number), column, lastRow + 1);
    setAttacks(attacksBelow(number), column, bandRows - lastRow);
    if (attacksLeftOver(attacksAbove(number))) leftOverAbove |= queen.column;
    if (attacksLeftOver(attacksBelow(number))) leftOverBelow |= queen.column;
  }
}
