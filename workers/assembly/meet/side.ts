// One side of the board: the rows above the band, or those below it, upside down. Its rows are counted from the edge of
// the board toward the band.
//
// A side numbers its columns, so column sets are small numbers. First come the free columns, which both sides can use
// and number alike. Then come the required columns, all of which this side must use, except that the last band queen
// may take one that is required above.
//
//     index bit   f+q-1 ... f   f-1 ... 1 0
//                 required      free
//
// Level r holds the halves with r rows. Its index has an entry for each column set's list. A list has a section of
// strict halves and, under the symmetry rule for even n, a section of ties.
//
//     entry       | start of the strict halves | start of the ties | end |          (elements; odd n has no ties)
//
// Only the column sets of size r have entries, in ascending order of their masks:
//
//     set      | high bits | low 12 bits |
//     number   how many sets of the level have smaller high bits  +  rank of the low bits among sets of equal size
//                 NUMBERS_BEFORE, filled for each level                 RANKS, filled once

import { NUMBERS_BEFORE, RANKS, SIDES } from './layout';

const LOW_BITS: i32 = 12;

@unmanaged
export class Side {
  /** Number of rows from the edge to the band. */
  rows: i32;
  /** Number of columns, free and required. */
  columns: i32;
  /** Number of free columns. */
  free: i32;
  /** Number of free columns outside the input's pattern. A pattern with more columns leaves fewer low columns. */
  low: i32;
  /** The required columns, as index bits. */
  required: u32;
  /** Columns in which the last band queen can stand instead of a queen of this side, as index bits. */
  replaceable: u32;
  /** Row in which a queen in a tie column makes the half a tie; -1 if there is no such row. */
  tieRow: i32;
  /** The tie columns, as index bits. */
  tieColumns: u32;
  /** Number of sections in a list: 1, or 2 with ties. */
  sections: i32;
  /** Addresses of the indexes of the latest even level and the latest odd level. */
  evenIndex: usize;
  oddIndex: usize;
  /** First element of the level from which complete halves are built. */
  listStart: u32;
  /**
   * Number of rows that are added to the level at `listStart` at once: 1 or, if lists are packed, 2 (packed-lists.ts).
   */
  lastRows: i32;
  /** Number of rows whose queens are added to packed halves (packing.ts). */
  packedRows: i32;
  /** Address of the bit numbers of the l diagonals, then of the d diagonals (packing.ts). */
  bitNumbers: usize;

  // From byte 72: 24 column numbers. From byte 168: the allowed columns of 26 rows, as index bits.

  /** Returns the board column of an index bit. */
  column(index: i32): i32 {
    return load<i32>(changetype<usize>(this) + 72 + ((<usize>index) << 2));
  }

  /** Returns the columns that a row allows, as index bits. */
  allowed(row: i32): u32 {
    return load<u32>(changetype<usize>(this) + 168 + ((<usize>row) << 2));
  }

  /** Reads the description of the side at address `input` (see board.ts). */
  read(input: usize): void {
    this.rows = load<i32>(input);
    const low = load<u32>(input, 4);
    const pattern = load<u32>(input, 8);
    const required = load<u32>(input, 12);
    let count = this.numberColumns(low, 0);
    this.low = count;
    count = this.numberColumns(pattern, count);
    this.free = count;
    this.columns = this.numberColumns(required, count);
    this.required = this.indexBits(required);
    this.replaceable = 0;
    this.lastRows = 1;
    this.tieRow = load<i32>(input, 16);
    this.tieColumns = this.indexBits(load<u32>(input, 20));
    this.sections = this.tieRow < 0 ? 1 : 2;
    this.packedRows = load<i32>(input, 128);
    this.bitNumbers = input + 132;
    for (let row = 0; row < this.rows; row++) {
      const columns = load<u32>(input + (<usize>row << 2), 24);
      store<u32>(changetype<usize>(this) + 168 + ((<usize>row) << 2), this.indexBits(columns));
    }
  }

  /** Assigns numbers to the columns of a board mask, starting with `number`. @returns the next number. */
  private numberColumns(columns: u32, number: i32): i32 {
    for (let rest = columns; rest; rest &= rest - 1) {
      store<i32>(changetype<usize>(this) + 72 + ((<usize>number) << 2), ctz(rest));
      number++;
    }
    return number;
  }

  /** Converts a mask of board columns to index bits. Drops columns that the side cannot use. */
  indexBits(columns: u32): u32 {
    let bits: u32 = 0;
    for (let i = 0; i < this.columns; i++) bits |= ((columns >> this.column(i)) & 1) << i;
    return bits;
  }

  /** Returns the size in bytes of an entry, which holds the starts of a list's sections and the list's end. */
  entryBytes(): usize {
    return (<usize>this.sections + 1) << 2;
  }

  /** Lays out the indexes of all levels but the last at address `start`. @returns the address after them. */
  layOutIndexes(start: usize): usize {
    let even: u32 = 0;
    let odd: u32 = 0;
    for (let level = 0; level < this.rows; level++) {
      if (level & 1) odd = max(odd, binomial(this.columns, level));
      else even = max(even, binomial(this.columns, level));
    }
    this.evenIndex = start;
    this.oddIndex = start + this.entryBytes() * even;
    return this.oddIndex + this.entryBytes() * odd;
  }

  /** Numbers the column sets of a level, so its index can be written. */
  startIndex(level: i32): void {
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

  /** Returns the address of a column set's entry in the index of its level. `set` is in index bits. */
  entry(level: i32, set: u32): usize {
    return entryIn(this.index(level), this.numbersBefore(level), this.entryBytes(), set);
  }

  /** Returns the address of the index of a level. */
  index(level: i32): usize {
    return level & 1 ? this.oddIndex : this.evenIndex;
  }

  /** Returns the address of a level's NUMBERS_BEFORE (see the top). Only the two latest levels have one. */
  numbersBefore(level: i32): usize {
    return NUMBERS_BEFORE + ((changetype<usize>(this) - SIDES) << 4) + ((<usize>level & 1) << 12);
  }
}

/**
 * Does the same as `entry`, but with the side's fields as arguments, because `entry` would reload them after each store
 * in a loop.
 */
export function entryIn(index: usize, numbersBefore: usize, entryBytes: usize, set: u32): usize {
  const before = load<u32>(numbersBefore + ((set >> LOW_BITS) << 2));
  return index + entryBytes * (before + load<u16>(RANKS + ((set & ((1 << LOW_BITS) - 1)) << 1)));
}

/** Returns the first element of a section, which is also the end of the previous one. `entry` is the list's entry. */
export function boundary(entry: usize, section: i32): u32 {
  return load<u32>(entry + (<usize>section << 2));
}

export function setBoundary(entry: usize, section: i32, element: u32): void {
  store<u32>(entry + (<usize>section << 2), element);
}

export function above(): Side {
  return changetype<Side>(SIDES);
}

export function below(): Side {
  return changetype<Side>(SIDES + SIDE_BYTES);
}

const SIDE_BYTES: usize = 0x200;

/** Fills RANKS: the rank of each 12-bit set among the 12-bit sets of equal size. */
export function fillRanks(): void {
  for (let size = 0; size <= LOW_BITS; size++) {
    let rank: u16 = 0;
    for (let set: u32 = 0; set < (<u32>1) << LOW_BITS; set++) {
      if (popcnt(set) == size) store<u16>(RANKS + (<usize>set << 1), rank++);
    }
  }
}

/** Returns the number of ways to choose k of n; 0 if k is below 0 or above n. */
function binomial(n: i32, k: i32): u32 {
  if (k < 0) return 0;
  let ways: u32 = 1;
  for (let i = 0; i < k; i++) ways = (ways * <u32>max(n - i, 0)) / <u32>(i + 1);
  return ways;
}
