// One side of the board: the rows above the band, or those below it upside down. Its rows are counted from the edge of the
// board towards the band.
//
// Each side has its own numbers for columns, so that a column set is a small number: first the free columns, which either
// side may use, in the same order for both; then those that this side must use.
//
//     index bit   f+q-1 ... f   f-1 ... 1 0
//                 required      free
//
// The run index of a level says where the halves of a column set lie in the list of the level. A list has sections: strict
// halves and, with the symmetry rule of even n, ties. Either has four sections in lists with all rows and groups (join.ts).
//
//     entry       | start of section 0 | of section 1 | ... | end of the last section |          (elements)
//
//     sections    | strict | ties |        | strict: 0 | 1 | 2 | 3 | ties: 0 | 1 | 2 | 3 |        odd n: no ties
//
// The index has an entry for each column set of the level's size and no other, in rising order of their masks:
//
//     set      | high bits | low 12 bits |
//     number   sets of the level with smaller high bits  +  smaller low bits of the same size
//                 NUMBERS_BEFORE, made for each level          RANKS, made once

import { groups } from './board';
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
  /** Row in which a queen on a tie column makes the half a tie; -1 for none. */
  tieRow: i32;
  /** The columns that do so, as index bits. */
  tieColumns: u32;
  /** Sections of a list: 1, or 2 with ties. */
  sections: i32;
  /** Run index of the even levels, and of the odd ones. */
  evenRuns: usize;
  oddRuns: usize;
  /** Where the last level's list begins in the arena, in elements. */
  listStart: u32;

  // Behind, from byte 64: 24 column numbers; from byte 160: the allowed columns of 26 rows, as index bits.

  /** The board's column of an index bit's number. */
  column(index: i32): i32 {
    return load<i32>(changetype<usize>(this) + 64 + ((<usize>index) << 2));
  }

  /** The columns that a row allows, as index bits. */
  allowed(row: i32): u32 {
    return load<u32>(changetype<usize>(this) + 160 + ((<usize>row) << 2));
  }

  /** Reads the description of a side, from address `input` on (board.ts). */
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
    this.tieRow = load<i32>(input, 16);
    this.tieColumns = this.indexBits(load<u32>(input, 20));
    this.sections = this.tieRow < 0 ? 1 : 2;
    for (let row = 0; row < this.rows; row++) {
      const columns = load<u32>(input + (<usize>row << 2), 24);
      store<u32>(changetype<usize>(this) + 160 + ((<usize>row) << 2), this.indexBits(columns));
    }
  }

  /** Numbers columns (a mask of the board's) from `number` on. @returns the next number. */
  private numberColumns(columns: u32, number: i32): i32 {
    for (let rest = columns; rest; rest &= rest - 1) {
      store<i32>(changetype<usize>(this) + 64 + ((<usize>number) << 2), ctz(rest));
      number++;
    }
    return number;
  }

  /** A mask of board columns as index bits; columns that the side cannot use fall away. */
  indexBits(columns: u32): u32 {
    let bits: u32 = 0;
    for (let i = 0; i < this.columns; i++) bits |= ((columns >> this.column(i)) & 1) << i;
    return bits;
  }

  /** Bytes of an entry. */
  entryBytes(): usize {
    return (<usize>this.sections + 1) << 2;
  }

  /** Sections of a list with all rows. */
  lastSections(): i32 {
    return this.sections * groups;
  }

  /** Bytes of its entry. */
  lastEntryBytes(): usize {
    return (<usize>this.lastSections() + 1) << 2;
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

  /** Numbers the column sets of a level, whose runs can then be written. */
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
  run(level: i32, set: u32): usize {
    return runIn(this.runs(level), this.numbersBefore(level), this.entryBytes(), set);
  }

  /** Where the run index of a level begins. */
  runs(level: i32): usize {
    return level & 1 ? this.oddRuns : this.evenRuns;
  }

  /** Where the numbers of column sets with smaller high bits lie, of the level that was started last or the one before. */
  numbersBefore(level: i32): usize {
    return NUMBERS_BEFORE + ((changetype<usize>(this) - SIDES) << 4) + ((<usize>level & 1) << 12);
  }
}

/** The same as `run`, for loops: compilers do not know that stores to lists leave a side unchanged. */
export function runIn(runs: usize, numbersBefore: usize, entryBytes: usize, set: u32): usize {
  const before = load<u32>(numbersBefore + ((set >> LOW_BITS) << 2));
  return runs + entryBytes * (before + load<u16>(RANKS + ((set & ((1 << LOW_BITS) - 1)) << 1)));
}

/** The first element of a section, where the one before it ends, by the address of its list's entry. */
export function boundary(entry: usize, section: i32): u32 {
  return load<u32>(entry + (<usize>section << 2));
}

export function setBoundary(entry: usize, section: i32, element: u32): void {
  store<u32>(entry + (<usize>section << 2), element);
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

/** Fills the ranks. */
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
