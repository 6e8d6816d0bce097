// What a packed list is made from: for each column of its set, a run of the lists of one row less, and the queen to be added
// there. The result is a list in parts, strict half placements and ties (side.ts), or keys. Lists by cells are made of the
// same sources in cell-lists.ts.

import { KEYS, fail } from './failure';
import { Keys } from './join';
import { MOST_KEYS, NOTHING, QUEENS, SIDES, SOURCES } from './layout';
import { FAILED, fits } from './lists';
import { Diagonals, addQueen, addQueenToKeys, padPacked } from './packing';
import { Side, boundary, setBoundary } from './side';

const DIAGONALS_BYTES: usize = offsetof<Diagonals>();
/** Column sets of a side have less than 2^5 columns. */
const ROW_BYTES: usize = DIAGONALS_BYTES << 5;

/** The diagonals of a queen in a row on an index bit's column. */
// @ts-ignore: decorator
@inline
export function queenOf(side: Side, row: i32, index: i32): Diagonals {
  const queens = QUEENS + ((changetype<usize>(side) - SIDES) << 4);
  return changetype<Diagonals>(queens + ROW_BYTES * <usize>row + DIAGONALS_BYTES * <usize>index);
}

/** No diagonals. */
// @ts-ignore: decorator
@inline
export function nothing(): Diagonals {
  return changetype<Diagonals>(NOTHING);
}

/** Finds the diagonals of all queens of a side. To be called before anything is listed. */
export function nameQueens(side: Side): void {
  for (let row = 0; row < side.rows; row++) {
    const rowsBehind = side.rows - 1 - row;
    for (let index = 0; index < side.columns; index++) {
      const column = side.column(index);
      queenOf(side, row, index).ofQueen(column + rowsBehind, column - rowsBehind);
    }
  }
}

@unmanaged
export class Source {
  /** Entry of the run. */
  run: usize;
  queen: Diagonals;
  /** Whether the queen makes a strict half placement a tie. */
  ties: bool;
}

/** Bytes of a source. */
export const SOURCE_BYTES: usize = 12;
/** Sources lie end to end, from SOURCES up to here. */
export let sourcesEnd: usize = SOURCES;
/** Whether any half placement of the list can be a tie. */
export let haveTies: bool = false;

// @ts-ignore: decorator
@inline
export function startSources(side: Side, row: i32): void {
  sourcesEnd = SOURCES;
  haveTies = side.tieRow >= 0 && row >= side.tieRow;
}

/** A queen that meets `free` makes no source. */
// @ts-ignore: decorator
@inline
export function addSource(side: Side, row: i32, column: u32, run: usize, free: Diagonals): void {
  const queen = queenOf(side, row, ctz(column));
  if (queen.meet(free)) return;
  const source = changetype<Source>(sourcesEnd);
  source.run = run;
  source.queen = queen;
  source.ties = row == side.tieRow && (side.tieColumns & column) != 0;
  sourcesEnd += SOURCE_BYTES;
}

/**
 * Lists what the sources, runs of lists that begin at element `base`, give and leaves `free` free; part by part, from
 * element `at` on. `entry` is told where they lie, counted from element `origin`.
 * @returns one past the last of them; FAILED if they would reach past `limit`.
 */
export function listSources(
  side: Side, base: u32, free: Diagonals, leftOver: bool, at: u32, limit: u32, entry: usize, origin: u32,
): u32 {
  for (let part = 0; part < side.parts; part++) {
    const start = at;
    setBoundary(entry, part, start - origin);
    at = addPart(part, base, free, leftOver, 0, at, limit);
    if (at == FAILED) return FAILED;
    if (at > start) at = padPacked(at, start);
  }
  setBoundary(entry, side.parts, at - origin);
  return at;
}

/**
 * Lists the keys of what the sources, runs of lists that begin at element `base`, give and leaves `free` free.
 * @returns false if there are too many (see failure.ts).
 */
export function sourcesToKeys(side: Side, base: u32, free: Diagonals, keys: Keys): bool {
  keys.strict = addPart(0, base, free, false, keys.at, 0, MOST_KEYS);
  if (keys.strict == FAILED) return false;
  keys.all = side.parts > 1 ? addPart(1, base, free, false, keys.at, keys.strict, MOST_KEYS) : keys.strict;
  return keys.all != FAILED;
}

/** Adds to a part, which has come to `at`, what each source gives: keys at `keys`, or elements of the arena if that is 0. */
// @ts-ignore: decorator
@inline
function addPart(part: i32, base: u32, free: Diagonals, leftOver: bool, keys: usize, at: u32, limit: u32): u32 {
  if (part && !haveTies) return at;
  for (let place: usize = SOURCES; place < sourcesEnd; place += SOURCE_BYTES) {
    const source = changetype<Source>(place);
    const start = firstFor(source, part);
    const length = endFor(source, part) - start;
    if (!length) continue;
    if (!keys) {
      if (!fits(at + length, limit)) return FAILED;
      at += addQueen(base + start, length, source.queen, free, leftOver, at);
    } else {
      if (at + length > limit) {
        fail(KEYS, at + length, limit);
        return FAILED;
      }
      at += addQueenToKeys(base + start, length, source.queen, free, keys + ((<usize>at) << 1));
    }
  }
  return at;
}

// Part 0 of a list, strict half placements, comes from strict ones; part 1, ties, from ties. But a queen on a tying column
// makes all of its run ties, the strict ones, which lie first, too.

/** Where the elements of a source's run begin that give a part of the list. */
// @ts-ignore: decorator
@inline
export function firstFor(source: Source, part: i32): u32 {
  return boundary(source.run, part && !source.ties ? 1 : 0);
}

/** Where they end. */
// @ts-ignore: decorator
@inline
export function endFor(source: Source, part: i32): u32 {
  return boundary(source.run, part ? 2 : source.ties ? 0 : 1);
}
