// A packed list is built from sources, one for each column of its set. A source is a list with one row fewer and the
// queen to add to its halves. The result is a list in sections (side.ts), or keys.

import { toKeys, toList } from './filter';
import { Keys, checkKeys } from './keys';
import { EMPTY, QUEENS, SIDES, SOURCES } from './layout';
import { FAILED, hasRoom, listsL } from './lists';
import { Diagonals, padPacked } from './packing';
import { Side, boundary, setBoundary } from './side';

const DIAGONALS_BYTES: usize = offsetof<Diagonals>();
/** A side has fewer than 2^5 columns. */
const ROW_BYTES: usize = DIAGONALS_BYTES << 5;

/** Returns the diagonals of a queen in row `row`, in the column of index bit `index`. */
export function queenOf(side: Side, row: i32, index: i32): Diagonals {
  const queens = QUEENS + ((changetype<usize>(side) - SIDES) << 4);
  return changetype<Diagonals>(queens + ROW_BYTES * <usize>row + DIAGONALS_BYTES * <usize>index);
}

/** Returns the empty set of diagonals. */
export function noDiagonals(): Diagonals {
  return changetype<Diagonals>(EMPTY);
}

/** Computes the diagonals of the queens that are added to packed halves. */
export function computeQueens(side: Side): void {
  for (let row = side.rows - side.packedRows; row < side.rows; row++) {
    const rowsBehind = side.rows - 1 - row;
    for (let index = 0; index < side.columns; index++) {
      const column = side.column(index);
      queenOf(side, row, index).setToQueen(side, column + rowsBehind, column - rowsBehind);
    }
  }
}

@unmanaged
class Source {
  /** Address of the entry of the list that the queen is added to. */
  list: usize;
  queen: Diagonals;
  /** True if the queen makes a strict half a tie. */
  ties: bool;

  // Strict halves (section 0) come from strict halves, and ties (section 1) from ties, but if the queen is in a tie
  // column, all halves of the source become ties.

  /** Returns the first element of the source that goes to a section of the new list. */
  first(section: i32): u32 {
    return boundary(this.list, section && !this.ties ? 1 : 0);
  }

  end(section: i32): u32 {
    return boundary(this.list, section ? 2 : this.ties ? 0 : 1);
  }
}

const SOURCE_BYTES: usize = 12;
/** End of the sources, which begin at SOURCES. */
let sourcesEnd: usize = SOURCES;
/** True if any half of the list can be a tie. */
let haveTies: bool = false;

/** Starts a list of sources for halves with `row + 1` rows. */
export function startSources(side: Side, row: i32): void {
  sourcesEnd = SOURCES;
  haveTies = side.tieRow >= 0 && row >= side.tieRow;
}

/** Adds a source with `list` and a queen in `column`, unless the queen occupies a diagonal of `free`. */
export function addSource(side: Side, row: i32, column: u32, list: usize, free: Diagonals): void {
  const queen = queenOf(side, row, ctz(column));
  if (queen.intersects(free)) return;
  const source = changetype<Source>(sourcesEnd);
  source.list = list;
  source.queen = queen;
  source.ties = row == side.tieRow && (side.tieColumns & column) != 0;
  sourcesEnd += SOURCE_BYTES;
}

// The targets of `addHalves`.
const TO_LIST: i32 = 0;
const TO_KEYS: i32 = 1;

/**
 * Lists the halves that occupy no diagonal of `free`, section by section, starting at element `at` of the arena. The
 * entries of the sources are relative to element `base`. Keeps the masks p if `keepsP` is true. Writes the sections to
 * `entry`, relative to element `origin`.
 * @returns the end of the list; FAILED if it would exceed `limit`.
 */
export function listSources(
  side: Side, base: u32, free: Diagonals, keepsP: bool, at: u32, limit: u32, entry: usize, origin: u32,
): u32 {
  for (let section = 0; section < side.sections; section++) {
    const start = at;
    setBoundary(entry, section, start - origin);
    at = addHalves(TO_LIST, section, base, free, keepsP, listsL, at, limit);
    if (at == FAILED) return FAILED;
    if (at > start) at = padPacked(at, start);
  }
  setBoundary(entry, side.sections, at - origin);
  return at;
}

/** Lists the keys of the halves that occupy no diagonal of `free`. */
export function sourcesToKeys(side: Side, base: u32, free: Diagonals, keys: Keys): void {
  let end: u32 = 0;
  for (let section = 0; section < side.sections; section++) {
    end = addHalves(TO_KEYS, section, base, free, false, keys.address, end, 0);
    keys.setStart(section + 1, end);
  }
}

/** Adds the halves of all sources to the section that ends at `at`. @returns its new end, or FAILED. */
@inline
function addHalves(
  target: i32, section: i32, base: u32, free: Diagonals, keepsP: bool, out: usize, at: u32, limit: u32,
): u32 {
  if (section && !haveTies) return at;
  for (let address: usize = SOURCES; address < sourcesEnd; address += SOURCE_BYTES) {
    const source = changetype<Source>(address);
    const first = source.first(section);
    const length = source.end(section) - first;
    if (!length) continue;
    if (target == TO_KEYS) checkKeys(at + length);
    else if (!hasRoom(at + length, limit)) return FAILED;
    const queen = source.queen;
    const from = listsL + (<usize>(base + first) << 1);
    const to = out + (<usize>at << 1);
    if (target == TO_LIST) at += toList(from, length, queen, free, keepsP, to);
    else at += toKeys(from, length, queen, free, to);
  }
  return at;
}
