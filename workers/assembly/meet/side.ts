// One side of the board: the rows above the band (A), or those below it turned upside down (B). Either way its rows
// are counted from the edge of the board towards the band.
//
// Columns are renumbered for each side, so that a column set is a small number and the list index of all sets a
// small array: first the free columns, which either side may use, in the same order for both; then those that this
// side must use.
//
//     index bit   f+q-1 ... f   f-1 ... 1 0
//                 required      free
//
// The run index says where the half placements of a column set lie in the list of their level. With the symmetry
// rule of even n they come in two parts:
//
//     start            tieStart           end          (elements, from the start of the level's list)
//     |  strict ...     |  tie ...         |

import { SIDES } from './layout';

/** Where the boundaries stand in an entry of a run index, and the bytes of an entry. */
export const START: usize = 0;
export const TIE_START: usize = 4;
export const END: usize = 8;
const RUN: usize = 12;

@unmanaged
export class Side {
  /** Rows of the side. */
  rows: i32;
  /** Columns it may use, free and required. */
  columns: i32;
  /** How many of them are free. */
  free: i32;
  /** The required columns, as index bits. */
  required: u32;
  /** Those of them that the last band queen may stand on instead, as index bits. */
  replaceable: u32;
  /** Row in which a queen on a tie column makes the half placement a tie; -1 for none. */
  tieRow: i32;
  /** The columns that do so, as index bits. */
  tieColumns: u32;
  /** Run index of the even levels, and of the odd ones. */
  evenRuns: usize;
  oddRuns: usize;
  /** Where the last level's list begins in the arena, in elements. */
  listStart: u32;

  // Then, from byte 64: 24 column numbers; from byte 160: 24 allowed columns by row, as index bits.

  /** The board's column of an index bit's number. */
  column(index: i32): i32 {
    return load<i32>(changetype<usize>(this) + 64 + ((<usize>index) << 2));
  }

  setColumn(index: i32, column: i32): void {
    store<i32>(changetype<usize>(this) + 64 + ((<usize>index) << 2), column);
  }

  /** The columns that a row allows, as index bits. */
  allowed(row: i32): u32 {
    return load<u32>(changetype<usize>(this) + 160 + ((<usize>row) << 2));
  }

  setAllowed(row: i32, columns: u32): void {
    store<u32>(changetype<usize>(this) + 160 + ((<usize>row) << 2), columns);
  }

  /**
   * Numbers the columns: the free ones first, in two parts, then the required ones. All sets are given as masks of board
   * columns.
   */
  numberColumnsInOrder(low: u32, high: u32, required: u32): void {
    let count = 0;
    for (let rest = low; rest; rest &= rest - 1) this.setColumn(count++, ctz(rest));
    for (let rest = high; rest; rest &= rest - 1) this.setColumn(count++, ctz(rest));
    this.free = count;
    for (let rest = required; rest; rest &= rest - 1) this.setColumn(count++, ctz(rest));
    this.columns = count;
    this.required = this.indexBits(required);
    this.replaceable = 0;
  }

  /** A mask of board columns as index bits; columns that the side cannot use fall away. */
  indexBits(columns: u32): u32 {
    let bits: u32 = 0;
    for (let i = 0; i < this.columns; i++) bits |= ((columns >> this.column(i)) & 1) << i;
    return bits;
  }

  /** Lays out the two run indexes from `start` on. @returns the first byte behind them. */
  layOutRuns(start: usize): usize {
    const bytes = RUN << this.columns;
    this.evenRuns = start;
    this.oddRuns = start + bytes;
    return start + 2 * bytes;
  }

  /** Address of the entry of a column set, given as index bits, in the run index of a level. */
  run(level: i32, columns: u32): usize {
    return (level & 1 ? this.oddRuns : this.evenRuns) + RUN * <usize>columns;
  }
}

/** The rows above the band. */
export function above(): Side {
  return changetype<Side>(SIDES);
}

/** The rows below the band. */
export function below(): Side {
  return changetype<Side>(SIDES + 0x200);
}
