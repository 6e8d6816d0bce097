// The last band queens, one for each possible column, with the diagonals that they attack.
//
//     LAST_QUEENS    | column, strict, tie | attacks above | attacks below | ...        96 bytes each

import { bandRows, lastQueenCount, lastQueenInput, lastRow } from './board';
import { LAST_QUEENS } from './layout';
import { above, below } from './side';
import { attacksP, setAttacks } from './side-lists';

@unmanaged
export class LastBandQueen {
  /** The queen's column, as an index bit. It is a free column or one that is required above. */
  column: u32;
  /** Weights of a pair: `tie` if either half is a tie, otherwise `strict`. */
  strict: u32;
  tie: u32;
}

const LAST_QUEEN_BYTES: usize = 96;
const ABOVE: usize = 16;
const BELOW: usize = 56;

export function lastQueen(number: i32): LastBandQueen {
  return changetype<LastBandQueen>(LAST_QUEENS + LAST_QUEEN_BYTES * <usize>number);
}

/** Returns the address of the diagonals that a last band queen attacks above the band (side-lists.ts). */
export function attacksAbove(number: i32): usize {
  return LAST_QUEENS + LAST_QUEEN_BYTES * <usize>number + ABOVE;
}

/** Returns the address of the diagonals that a last band queen attacks below the band. */
export function attacksBelow(number: i32): usize {
  return LAST_QUEENS + LAST_QUEEN_BYTES * <usize>number + BELOW;
}

/** Number of last band queens. */
export let lastQueens: i32 = 0;
/** Columns (index bits) where the last band queen attacks diagonals that packed halves store in their mask p. */
export let pColumnsAbove: u32 = 0;
export let pColumnsBelow: u32 = 0;

/** Reads the last band queens. The sides must be read first, because they number the columns. */
export function readLastQueens(): void {
  lastQueens = lastQueenCount();
  pColumnsAbove = 0;
  pColumnsBelow = 0;
  for (let number = 0; number < lastQueens; number++) {
    const input = lastQueenInput(number);
    const column = load<i32>(input);
    const queen = lastQueen(number);
    queen.column = above().indexBits((<u32>1) << column);
    queen.strict = load<u32>(input, 4);
    queen.tie = load<u32>(input, 8);
    above().replaceable |= queen.column;
    setAttacks(attacksAbove(number), above(), column, lastRow + 1);
    setAttacks(attacksBelow(number), below(), column, bandRows - lastRow);
    if (attacksP(attacksAbove(number))) pColumnsAbove |= queen.column;
    if (attacksP(attacksBelow(number))) pColumnsBelow |= queen.column;
  }
}
