// The halves of a side, level by level. Level r holds the halves with r rows. To build the list of level r + 1 for a
// column set C, take each column c of C in turn, and add a queen in c to the halves of level r whose column set is C
// without c. This file builds all levels except the last. If lists are packed, it builds only the first few, and
// packed-lists.ts builds the rest.
//
//     level r + 1:   | {0,1} | {0,2} | {1,2} | {0,3} | ...           lists, one for each column set, end to end
//                        ^       ^
//     level r:       | {0} | {1} | {2} | {3} |
//
// A level is built at the low end of the arena, then moved to the high end to make room for the next level, so the
// sizes need not be known in advance. The last level, which is by far the largest, is never moved.
//
//     | other side   | level r + 1, growing -->        | level r |
//     from                                       limit ^         ^ capacity

import { firstOfSize, nextSameSize } from './column-sets';
import { expand } from './expansion';
import { BLOCK, FAILED, hasRoom, listsD, listsL, moveToHighEnd } from './lists';
import { Side, boundary, entryIn, setBoundary } from './side';

/**
 * Builds levels 0 to `rows` in lanes of type T, starting at element `from`, in arrays of `capacity` elements.
 * @returns the first free element after the last level; 0 if the levels outgrew the arena.
 */
export function buildLevels<T>(side: Side, rows: i32, from: u32, capacity: u32): u32 {
  side.listStart = from;
  let size = placeEmptyBoard<T>(side, from, capacity);
  if (!size) return 0;
  for (let row = 0; row < rows; row++) {
    const source = moveToHighEnd(from, size, capacity, alignof<T>());
    if (!source) return 0;
    size = addRow<T>(side, row, source, from);
    if (size == FAILED) return 0;
  }
  return from + size;
}

function placeEmptyBoard<T>(side: Side, from: u32, capacity: u32): u32 {
  if (!hasRoom(from + BLOCK, capacity)) return 0;
  store<T>(listsL + (<usize>from << alignof<T>()), 0);
  store<T>(listsD + (<usize>from << alignof<T>()), 0);
  const size = pad<T>(from + 1, from) - from;
  side.startIndex(0);
  setEntry(side, side.entry(0, 0), 0, size, size);
  return size;
}

/** Writes the index entry of a list: the starts of its strict halves and its ties, and its end. */
function setEntry(side: Side, entry: usize, start: u32, tieStart: u32, end: u32): void {
  setBoundary(entry, 0, start);
  setBoundary(entry, 1, tieStart);
  if (side.sections > 1) setBoundary(entry, 2, end);
}

/** Pads the list start..end to whole blocks. @returns its new end. */
function pad<T>(end: u32, start: u32): u32 {
  const ones = i64x2.splat(-1);
  const l = listsL + (<usize>end << alignof<T>());
  const d = listsD + (<usize>end << alignof<T>());
  v128.store(l, ones);
  v128.store(d, ones);
  if (sizeof<T>() == 4) {
    v128.store(l, ones, 16);
    v128.store(d, ones, 16);
  }
  return start + ((end - start + BLOCK - 1) & ~(BLOCK - 1));
}

/** Builds level `row + 1` at `from` from level `row` at `source`. @returns its size, or FAILED. */
function addRow<T>(side: Side, row: i32, source: u32, from: u32): u32 {
  side.startIndex(row + 1);
  const end = (<u32>1) << side.columns;
  let at = from;
  for (let set = firstOfSize(row + 1); set < end; set = nextSameSize(set)) {
    const kept = columnsToKeep(side, row, set);
    if (kept == NO_HALVES) continue;
    at = listSet<T>(side, row, set, kept, source, at, source, side.entry(row + 1, set), from);
    if (at == FAILED) return FAILED;
  }
  return at - from;
}

export const NO_HALVES: u32 = 0xffffffff;

/**
 * Returns the columns (a board mask) that halves on a column set must leave free in the next row; NO_HALVES if these
 * halves cannot be completed.
 */
export function columnsToKeep(side: Side, row: i32, set: u32): u32 {
  const rowsLeft = side.rows - row - 1;
  const missing = side.required & ~set;
  const replaced = missing & side.replaceable ? 1 : 0; // the last band queen can be in one of them
  if (<i32>popcnt(missing) > rowsLeft + replaced) return NO_HALVES; // more columns are missing than rows are left
  // If one row and one required column are left, the queen in that row must be in that column.
  if (rowsLeft != 1 || replaced || !missing) return 0;
  if (missing & ~side.allowed(row + 1)) return NO_HALVES; // the row does not allow that column
  return (<u32>1) << side.column(ctz(missing));
}

/**
 * Builds the list of the halves on a column set at element `at` from the previous level, which starts at element
 * `source`. Writes the bounds of its sections to `entry`, relative to element `origin`.
 * @returns the end of the list with its padding; FAILED if it would exceed `limit`.
 */
export function listSet<T>(
  side: Side, row: i32, set: u32, kept: u32, source: u32, at: u32, limit: u32, entry: usize, origin: u32,
): u32 {
  const columns = set & side.allowed(row);
  const tying = row == side.tieRow ? side.tieColumns : 0;
  const index = side.index(row);
  const before = side.numbersBefore(row);
  const bytes = side.entryBytes();
  const start = at;
  for (let rest = columns & ~tying; rest; rest &= rest - 1) {
    const list = entryIn(index, before, bytes, set ^ (rest & (0 - rest)));
    at = addColumn<T>(side.column(ctz(rest)), kept, source, boundary(list, 0), boundary(list, 1), at, limit);
    if (at == FAILED) return FAILED;
  }
  if (at > start) at = pad<T>(at, start);
  const middle = at;
  // Ties stay ties. A queen in a tie column turns a strict half into a tie.
  if (side.tieRow >= 0 && row >= side.tieRow) {
    for (let rest = columns; rest; rest &= rest - 1) {
      const column = rest & (0 - rest);
      const list = entryIn(index, before, bytes, set ^ column);
      const first = boundary(list, column & tying ? 0 : 1);
      at = addColumn<T>(side.column(ctz(rest)), kept, source, first, boundary(list, side.sections), at, limit);
      if (at == FAILED) return FAILED;
    }
    if (at > middle) at = pad<T>(at, middle);
  }
  setEntry(side, entry, start - origin, middle - origin, at - origin);
  return at;
}

/** Adds a queen in `column` to the elements first..end of a level. @returns the end of the new list, or FAILED. */
@inline
function addColumn<T>(column: i32, kept: u32, source: u32, first: u32, end: u32, at: u32, limit: u32): u32 {
  if (first == end) return at;
  if (!hasRoom(at + end - first, limit)) return FAILED;
  const input = <usize>(source + first) << alignof<T>();
  const output = <usize>at << alignof<T>();
  return at + expand<T>(listsL + input, end - first, column, kept, listsL + output);
}
