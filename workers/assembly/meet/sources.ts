// A packed list has a source for each column of its set: a list with one row fewer, and the queen to add to it. The
// result is a list in sections (side.ts), or keys. With groups, all halves go to SCRATCH first, and are divided there:
//
//     SCRATCH    | l ........ | d ........ | p ........ |        p also has the bits of the group
//                      4 passes, one for each group
//     list       | group 0 | group 1 | group 2 | group 3 |       or keys
//
// One pass that writes four lists and then concatenates them takes just as long as four passes.

import { groups } from './board';
import {
  groupToKeys, groupToList, groupToWholeList, toKeys, toList, toScratch, toTestedKeys, toWholeList, toWholeScratch,
} from './filter';
import { Keys, canHold } from './keys';
import { L_TO_P, EMPTY, QUEENS, SCRATCH, SIDES, SOURCES } from './layout';
import { BLOCK, FAILED, capacity, hasRoom, listsL } from './lists';
import { Diagonals, padPacked } from './packing';
import { Side, boundary, setBoundary } from './side';

const DIAGONALS_BYTES: usize = offsetof<Diagonals>();
/** A side has fewer than 2^5 columns. */
const ROW_BYTES: usize = DIAGONALS_BYTES << 5;

/** Returns the diagonals of a queen in row `row`, on the column of index bit `index`. */
export function queenOf(side: Side, row: i32, index: i32): Diagonals {
  const queens = QUEENS + ((changetype<usize>(side) - SIDES) << 4);
  return changetype<Diagonals>(queens + ROW_BYTES * <usize>row + DIAGONALS_BYTES * <usize>index);
}

/** Returns the empty set of diagonals. */
export function noDiagonals(): Diagonals {
  return changetype<Diagonals>(EMPTY);
}

/** Computes the diagonals of all queens of a side. */
export function computeQueens(side: Side): void {
  for (let row = 0; row < side.rows; row++) {
    const rowsBehind = side.rows - 1 - row;
    for (let index = 0; index < side.columns; index++) {
      const column = side.column(index);
      queenOf(side, row, index).setToQueen(column + rowsBehind, column - rowsBehind);
    }
  }
}

@unmanaged
class Source {
  /** Entry of the list. */
  list: usize;
  queen: Diagonals;
  /** Whether the queen makes a strict half a tie. */
  ties: bool;

  // Strict halves (section 0) come from strict halves, and ties (section 1) from ties. But if the queen is on a tie
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
/** Whether any half of the list can be a tie. */
let haveTies: bool = false;

/** Starts a list of sources for halves with `row + 1` rows. */
export function startSources(side: Side, row: i32): void {
  sourcesEnd = SOURCES;
  haveTies = side.tieRow >= 0 && row >= side.tieRow;
}

/** Adds a source with `list` and a queen on `column`, unless the queen occupies a diagonal of `free`. */
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
const TO_SCRATCH: i32 = 2;

/**
 * Lists the halves that occupy no diagonal of `free`, section by section, starting at element `at` of the arena. The
 * entries of their sources are relative to element `base`. Keeps left-over diagonals if `keepsP` is true. Writes the
 * sections to `entry`, relative to element `origin`.
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

/** Lists the keys of the halves that occupy no diagonal of `free`. @returns false if there are too many keys. */
export function sourcesToKeys(side: Side, base: u32, free: Diagonals, keys: Keys): bool {
  let end: u32 = 0;
  for (let section = 0; section < side.sections; section++) {
    end = addHalves(TO_KEYS, section, base, free, false, keys.address, end, 0);
    if (end == FAILED) return false;
    keys.setStart(section + 1, end);
  }
  return true;
}

/** Does the same as `listSources`, for complete halves in groups. */
export function listInGroups(side: Side, keepsP: bool, at: u32, entry: usize): u32 {
  for (let section = 0; section < side.sections; section++) {
    const count = fillScratch(section, noDiagonals(), keepsP);
    if (count == FAILED || !hasRoom(at + count + <u32>groups * BLOCK, capacity)) return FAILED;
    for (let group = 0; group < groups; group++) {
      setBoundary(entry, section * groups + group, at);
      const to = listsL + (<usize>at << 1);
      const listed = keepsP ? groupToWholeList(count, group, to) : groupToList(count, group, to);
      const kept = withoutUnused(listed, count, group);
      if (kept) at = padPacked(at + kept, at);
    }
  }
  setBoundary(entry, side.sections * groups, at);
  return at;
}

/** Does the same as `sourcesToKeys`, with groups. */
export function keysInGroups(side: Side, free: Diagonals, keys: Keys): bool {
  let end: u32 = 0;
  for (let section = 0; section < side.sections; section++) {
    const count = fillScratch(section, free, false);
    if (count == FAILED || !canHold(end + count + <u32>groups * BLOCK)) return false;
    for (let group = 0; group < groups; group++) {
      end += withoutUnused(groupToKeys(count, group, keys.addressOf(end)), count, group);
      keys.setStart(section * groups + group + 1, end);
    }
  }
  return true;
}

/** Writes the halves of a section that occupy no diagonal of `free` to SCRATCH. @returns their number, or FAILED. */
function fillScratch(section: i32, free: Diagonals, keepsP: bool): u32 {
  const count = addHalves(TO_SCRATCH, section, 0, free, keepsP, SCRATCH, 0, 0);
  // The unused end of the last vector gets group 0; `withoutUnused` subtracts it.
  if (count != FAILED) v128.store(SCRATCH + (<usize>count << 1), i64x2.splat(0), L_TO_P);
  return count;
}

/** Subtracts the unused lanes after the first `count` of SCRATCH from `listed`, the number of halves of a group. */
function withoutUnused(listed: u32, count: u32, group: i32): u32 {
  return group ? listed : listed - ((0 - count) & (BLOCK - 1));
}

/** Adds the halves of all sources to the section that ends at `at`. @returns its new end, or FAILED. */
// @ts-ignore: decorator
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
    if (target == TO_LIST ? !hasRoom(at + length, limit) : !canHold(at + length)) return FAILED;
    const queen = source.queen;
    const from = listsL + (<usize>(base + first) << 1);
    const to = out + (<usize>at << 1);
    if (keepsP || queen.p | free.p) {
      if (target == TO_LIST) at += toWholeList(from, length, queen, free, to);
      else if (target == TO_KEYS) at += toTestedKeys(from, length, queen, free, to);
      else at += toWholeScratch(from, length, queen, free, to);
    } else {
      if (target == TO_LIST) at += toList(from, length, queen, free, to);
      else if (target == TO_KEYS) at += toKeys(from, length, queen, free, to);
      else at += toScratch(from, length, queen, free, to);
    }
  }
  return at;
}
