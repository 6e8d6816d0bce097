// What a packed list is made from: for each column of its set, a run of the lists of one row less, and the queen to be added
// there. What comes out is a list, part by part (side.ts), or keys.

import { CellKeys } from './cell-keys';
import { KEYS, fail } from './failure';
import { MOST_KEYS, NOTHING, QUEENS, SIDES, SOURCES } from './layout';
import { FAILED, fits } from './lists';
import { Diagonals, addQueen, addQueenToKeys, filterToKeys, padPacked } from './packing';
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
class Source {
  /** Entry of the run. */
  run: usize;
  queen: Diagonals;
  /** Whether the queen makes a strict half placement a tie. */
  ties: bool;
}

const SOURCE_BYTES: usize = 12;
let sourcesEnd: usize = SOURCES;
/** Whether any half placement of the list can be a tie. */
let haveTies: bool = false;

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
    at = addPart(side, part, base, free, leftOver, 0, at, limit);
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
export function sourcesToKeys(side: Side, base: u32, free: Diagonals, keys: CellKeys): bool {
  startKeys(side, keys);
  let end: u32 = 0;
  for (let part = 0; part < side.parts; part++) {
    const start = partStart(side, keys, part, end);
    end = addPart(side, part, base, free, false, keys.at, start, MOST_KEYS);
    if (end == FAILED) return false;
    endPart(side, keys, part, start, end);
  }
  return true;
}

/** Adds to a part, which has come to `at`, what each source gives: keys at `keys`, or, if that is 0, elements of the arena. */
// @ts-ignore: decorator
@inline
function addPart(
  side: Side, part: i32, base: u32, free: Diagonals, leftOver: bool, keys: usize, at: u32, limit: u32,
): u32 {
  const cell = part & (side.cells - 1);
  const isTie = part >= side.cells;
  if (cell & free.cell || (isTie && !haveTies)) return at;
  for (let place: usize = SOURCES; place < sourcesEnd; place += SOURCE_BYTES) {
    const source = changetype<Source>(place);
    const queen = source.queen;
    if (queen.cell & ~cell) continue;
    const from = cell ^ queen.cell;
    if (isTie == source.ties) at = addRun(source, from, base, free, leftOver, keys, at, limit);
    if (isTie && at != FAILED) at = addRun(source, side.cells + from, base, free, leftOver, keys, at, limit);
    if (at == FAILED) return FAILED;
  }
  return at;
}

/** Adds what a part of a source's run gives. */
// @ts-ignore: decorator
@inline
function addRun(
  source: Source, part: i32, base: u32, free: Diagonals, leftOver: bool, keys: usize, at: u32, limit: u32,
): u32 {
  const start = boundary(source.run, part);
  const length = boundary(source.run, part + 1) - start;
  if (!length) return at;
  if (!keys) {
    if (!fits(at + length, limit)) return FAILED;
    return at + addQueen(base + start, length, source.queen, free, leftOver, at);
  }
  if (at + length > limit) {
    fail(KEYS, at + length, limit);
    return FAILED;
  }
  return at + addQueenToKeys(base + start, length, source.queen, free, keys + ((<usize>at) << 1));
}

/**
 * The keys of those half placements of a list (by its entry) that leave `free` free.
 * @returns false if there are too many (see failure.ts).
 */
export function filterPacked(side: Side, entry: usize, free: Diagonals, keys: CellKeys): bool {
  const all = boundary(entry, side.parts) - boundary(entry, 0);
  if (all > MOST_KEYS) {
    fail(KEYS, all, MOST_KEYS);
    return false;
  }
  startKeys(side, keys);
  let end: u32 = 0;
  for (let part = 0; part < side.parts; part++) {
    const start = partStart(side, keys, part, end);
    const first = boundary(entry, part);
    const length = boundary(entry, part + 1) - first;
    const isFree = !(part & (side.cells - 1) & free.cell);
    end = length && isFree ? start + filterToKeys(first, length, free, keys.at + ((<usize>start) << 1)) : start;
    endPart(side, keys, part, start, end);
  }
  return true;
}

// @ts-ignore: decorator
@inline
function startKeys(side: Side, keys: CellKeys): void {
  keys.parts = side.parts;
  keys.all = 0;
}

/** Parts by cell start where a list of keys says; others lie end to end. */
// @ts-ignore: decorator
@inline
function partStart(side: Side, keys: CellKeys, part: i32, end: u32): u32 {
  return side.cells > 1 && part ? keys.start(part) : end;
}

// @ts-ignore: decorator
@inline
function endPart(side: Side, keys: CellKeys, part: i32, start: u32, end: u32): void {
  keys.all += end - start;
  if (side.cells > 1) keys.setEnd(part, end);
  else if (!part) keys.strict = end;
}
