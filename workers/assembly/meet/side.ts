// One side of the board: the rows above the band (A), or those below it turned upside down (B). Either way its rows
// are counted from the edge of the board towards the band.
//
// Columns are renumbered for each side, so that a column set is a small number: first the free columns, which either side
// may use, in the same order for both; then those that this side must use.
//
//     index bit   f+q-1 ... f   f-1 ... 1 0
//                 required      free
//
// The run index of a level says where the half placements of a column set lie in the list of the level. A list has parts:
// strict half placements and, with the symmetry rule of even n, ties. In lists with all rows, each of the two has four parts
// if there are cells (cell-join.ts).
//
//     entry    | start of part 0 | of part 1 | ... | end of the last part |          (elements)
//
//     parts    | strict | ties |        | strict: 0 | 1 | 2 | 3 | ties: 0 | 1 | 2 | 3 |        odd n: no ties
//
// The index has an entry for each column set of the level's size and no other, in rising order of their masks:
//
//     set      | high bits | low 12 bits |
//     number   sets of the level with smaller high bits  +  smaller low bits of the same size
//                 NUMBERS_BEFORE, made for each level          RANKS, made once

import { NUMBERS_BEFORE, RANKS, SIDES } from './layout';

const LOW_BITS: i32 = 12;

@unmanaged
export class Side {
  /** Rows of the side. */
  rows: i32;
  /** Columns it may use, free and required. */
  columns: i32;
  /** How many of them are free. */
  free: i32;
  /** How many of the free ones are low, that is, not the pattern's. */
  low: i32;
  /** The required columns, as index bits. */
  required: u32;
  /** Those of them that the last band queen may stand on instead, as index bits. */
  replaceable: u32;
  /** Row in which a queen on a tie column makes the half placement a tie; -1 for none. */
  tieRow: i32;
  /** The columns that do so, as index bits. */
  tieColumns: u32;
  /** Parts of a list: 1, or 2 with ties. */
  parts: i32;
  /** Parts that each of them has in lists with all rows: 1, or 4 with cells. */
  cells: i32;
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
   * Numbers the columns: the free ones in two parts, of which those of `low` get the low numbers, then the required ones.
   * All are given as masks of board columns.
   */
  numberColumns(low: u32, high: u32, required: u32): void {
    let count = 0;
    for (let rest = low; rest; rest &= rest - 1) this.setColumn(count++, ctz(rest));
    this.low = count;
    for (let rest = high; rest; rest &= rest - 1) this.setColumn(count++, ctz(rest));
    this.free = count;
    for (let rest = required; rest; rest &= rest - 1) this.setColumn(count++, ctz(rest));
    this.columns = count;
    this.required = this.indexBits(required);
    this.replaceable = 0;
  }

  /** The row and the columns (a mask of the board's) that make ties, row -1 for none; and the cells of lists, 1 or 4. */
  setParts(tieRow: i32, tieColumns: u32, cells: i32): void {
    this.tieRow = tieRow;
    this.tieColumns = this.indexBits(tieColumns);
    this.parts = tieRow < 0 ? 1 : 2;
    this.cells = cells;
  }

  /** A mask of board columns as index bits; columns that the side cannot use fall away. */
  indexBits(columns: u32): u32 {
    let bits: u32 = 0;
    for (let i = 0; i < this.columns; i++) bits |= ((columns >> this.column(i)) & 1) << i;
    return bits;
  }

  /** Bytes of an entry. */
  // @ts-ignore: decorator
  @inline
  entryBytes(): usize {
    return (<usize>this.parts + 1) << 2;
  }

  /** Whether lists with all rows have cells. */
  // @ts-ignore: decorator
  @inline
  hasCells(): bool {
    return this.cells > 1;
  }

  /** Parts of a list with all rows. */
  // @ts-ignore: decorator
  @inline
  lastParts(): i32 {
    return this.parts * this.cells;
  }

  /** Bytes of its entry. */
  // @ts-ignore: decorator
  @inline
  lastEntryBytes(): usize {
    return (<usize>this.lastParts() + 1) << 2;
  }

  /** Lays out the run indexes of all levels but that of all rows, from `start` on. @returns the first byte behind them. */
  layOutRuns(start: usize): usize {
    let even: u32 = 0;
    let odd: u32 = 0;
    for (let level = 0; level < this.rows; level++) {
      if (level & 1) odd = max(odd, binomial(this.columns, level));
      else even = max(even, binomial(this.columns, level));
    }
    this.evenRuns = start;
    this.oddRuns = start + this.entryBytes() * even;
    return this.oddRuns + this.entryBytes() * odd;
  }

  /** To be called before the runs of a level are written. */
  startRuns(level: i32): void {
    const lowBits = min(this.columns, LOW_BITS);
    const highs = (<u32>1) << (this.columns - lowBits);
    let at = this.numbersBefore(level);
    let number: u32 = 0;
    for (let high: u32 = 0; high < highs; high++) {
      store<u32>(at, number);
      at += 4;
      number += binomial(lowBits, level - <i32>popcnt(high));
    }
  }

  /** Address of the entry of a column set, given as index bits, in the run index of the level of its size. */
  // @ts-ignore: decorator
  @inline
  run(level: i32, set: u32): usize {
    return runIn(this.runs(level), this.numbersBefore(level), this.entryBytes(), set);
  }

  /** Where the run index of a level begins. */
  // @ts-ignore: decorator
  @inline
  runs(level: i32): usize {
    return level & 1 ? this.oddRuns : this.evenRuns;
  }

  /** Where the numbers of column sets with smaller high bits lie, of the level that was started last or the one before. */
  // @ts-ignore: decorator
  @inline
  numbersBefore(level: i32): usize {
    return NUMBERS_BEFORE + ((changetype<usize>(this) - SIDES) << 4) + ((<usize>level & 1) << 12);
  }
}

/** The same as `run`, for loops: compilers do not know that what is stored to lists changes nothing about a side. */
// @ts-ignore: decorator
@inline
export function runIn(runs: usize, numbersBefore: usize, entryBytes: usize, set: u32): usize {
  const before = load<u32>(numbersBefore + ((set >> LOW_BITS) << 2));
  return runs + entryBytes * (before + load<u16>(RANKS + ((set & ((1 << LOW_BITS) - 1)) << 1)));
}

/** Where a part begins, and where the one before it ends, by the address of its list's entry. */
// @ts-ignore: decorator
@inline
export function boundary(entry: usize, part: i32): u32 {
  return load<u32>(entry + (<usize>part << 2));
}

// @ts-ignore: decorator
@inline
export function setBoundary(entry: usize, part: i32, element: u32): void {
  store<u32>(entry + (<usize>part << 2), element);
}

/** The rows above the band. */
export function above(): Side {
  return changetype<Side>(SIDES);
}

/** The rows below the band. */
export function below(): Side {
  return changetype<Side>(SIDES + SIDE_BYTES);
}

const SIDE_BYTES: usize = 0x200;

/** Fills the ranks. Once, before any run is asked for. */
export function fillRanks(): void {
  for (let size = 0; size <= LOW_BITS; size++) {
    let rank: u16 = 0;
    for (let set: u32 = 0; set < (<u32>1) << LOW_BITS; set++) {
      if (popcnt(set) == size) store<u16>(RANKS + (<usize>set << 1), rank++);
    }
  }
}

/** Ways to choose k of n, 0 for k below 0 or above n. */
function binomial(n: i32, k: i32): u32 {
  if (k < 0) return 0;
  let ways: u32 = 1;
  for (let i = 0; i < k; i++) ways = (ways * <u32>max(n - i, 0)) / <u32>(i + 1);
  return ways;
}
