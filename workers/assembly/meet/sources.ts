// A packed list is built from sources. A source is a list whose halves have one or two rows fewer, together with the
// queens to add to them. The result is a list in sections (side.ts) or keys.

import { toKeys, toList } from './filter';
import { Keys, checkKeys } from './keys';
import { EMPTY, QUEENS, SIDES, SOURCES } from './layout';
import { FAILED, hasRoom, listsL } from './lists';
import { Diagonals, padPacked } from './packing';
import { Side, boundary, setBoundary } from './side';

const DIAGONALS_BYTES: usize = offsetof<Diagonals>();
/** Size of a row's queens in bytes. A side has fewer than 2^5 columns. */
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
      const queen = queenOf(side, row, index);
      queen.setToQueen(side, column + rowsBehind, column - rowsBehind);
      queen.ties = row == side.tieRow ? <u16>((side.tieColumns >> index) & 1) : 0;
    }
  }
}

@unmanaged
class Source extends Diagonals {
  /** Address of the entry for the list to which the queens are added. */
  list: usize;

  // Strict halves (section 0) come from strict halves, and ties (section 1) come from ties. But if a queen is in a tie
  // column, all halves of the source become ties.

  /** Returns the first element of the source that goes to a section of the new list. */
  first(section: i32): u32 {
    return boundary(this.list, section && !this.ties ? 1 : 0);
  }

  end(section: i32): u32 {
    return boundary(this.list, section ? 2 : this.ties ? 0 : 1);
  }
}

const SOURCE_BYTES: usize = 16;
/** End of the sources, which begin at SOURCES. */
let sourcesEnd: usize = SOURCES;
/** Diagonals that the halves of the list may not occupy. */
export let mustStayFree: Diagonals = changetype<Diagonals>(EMPTY);
/** True if any half of the list can be a tie. */
let haveTies: bool = false;

/** Begins the sources of a list whose halves have `row + 1` rows and occupy no diagonal of `free`. */
export function startSources(side: Side, row: i32, free: Diagonals): void {
  sourcesEnd = SOURCES;
  mustStayFree = free;
  haveTies = side.tieRow >= 0 && row >= side.tieRow;
}

/** Adds a source. `list` is the address of its list's entry, and `queens` are the diagonals of the queens to add. */
export function addSource(list: usize, queens: u64): void {
  const source = changetype<Source>(sourcesEnd);
  store<u64>(sourcesEnd, queens);
  source.list = list;
  sourcesEnd += SOURCE_BYTES;
}

/** Returns the number of elements in all sources. */
export function sourcesSize(side: Side): u32 {
  let size: u32 = 0;
  for (let address: usize = SOURCES; address < sourcesEnd; address += SOURCE_BYTES) {
    const list = changetype<Source>(address).list;
    size += boundary(list, side.sections) - boundary(list, 0);
  }
  return size;
}

// The targets of `addHalves`.
const TO_LIST: i32 = 0;
const TO_KEYS: i32 = 1;

/**
 * Builds the list of the halves from all sources at element `at` of the arena, section by section. The entries of the
 * sources are relative to element `base`. Keeps the masks p if `keepsP` is true. Writes the bounds of the sections to
 * `entry`, relative to element `origin`.
 * @returns the end of the list; FAILED if it would exceed `limit`.
 */
export function listSources(
  side: Side, base: u32, keepsP: bool, at: u32, limit: u32, entry: usize, origin: u32,
): u32 {
  for (let section = 0; section < side.sections; section++) {
    const start = at;
    setBoundary(entry, section, start - origin);
    at = addHalves(TO_LIST, section, base, keepsP, listsL, at, limit);
    if (at == FAILED) return FAILED;
    if (at > start) at = padPacked(at, start);
  }
  setBoundary(entry, side.sections, at - origin);
  return at;
}

/** Lists the keys of the halves from all sources. */
export function sourcesToKeys(side: Side, base: u32, keys: Keys): void {
  let end: u32 = 0;
  for (let section = 0; section < side.sections; section++) {
    end = addHalves(TO_KEYS, section, base, false, keys.address, end, 0);
    keys.setStart(section + 1, end);
  }
}

/** Adds the halves of all sources to the section that ends at `at`. @returns its new end, or FAILED. */
@inline
function addHalves(
  target: i32, section: i32, base: u32, keepsP: bool, out: usize, at: u32, limit: u32,
): u32 {
  if (section && !haveTies) return at;
  const free = mustStayFree;
  for (let address: usize = SOURCES; address < sourcesEnd; address += SOURCE_BYTES) {
    const source = changetype<Source>(address);
    const first = source.first(section);
    const length = source.end(section) - first;
    if (!length) continue;
    if (target == TO_KEYS) checkKeys(at + length);
    else if (!hasRoom(at + length, limit)) return FAILED;
    const from = listsL + (<usize>(base + first) << 1);
    const to = out + (<usize>at << 1);
    if (target == TO_LIST) at += toList(from, length, source, free, keepsP, to);
    else at += toKeys(from, length, source, free, to);
  }
  return at;
}
