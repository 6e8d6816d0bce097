// All half placements of a side but for its last row, level by level: a level has one row more than the one before,
// and the half placements of a column set C are those of C - c, for every c in C, with a queen on c added.
//
//     level r + 1:   | {0,1} | {0,2} | {1,2} | {0,3} | ...           runs, one for each column set, end to end
//                        ^       ^
//     level r:       | {0} | {1} | {2} | {3} |
//
// The arena has two halves, for l and for d, and in either the lists lie at the same place. A level is built at the
// low end, behind what must stay; to make room for the next it is moved to the high end. The last level, by far the
// largest, stays where it was built, and no size has to be known beforehand:
//
//     | other side's | level r + 1, growing -->        | level r |
//     from                                       limit ^         ^ capacity
//
// The move copies less than half of all elements once. (Two fixed buffers for each side took twice the memory.)

import { nextSameSize } from './column-sets';
import { expand, expandAcross, expandToKeys } from './expansion';
import { fail, KEYS, LISTS } from './failure';
import { MOST_KEYS, SLACK } from './layout';
import { Parts } from './parts';
import { END, START, Side, TIE_START } from './side';

/** The two halves of the arena. */
export let listsL: usize = 0;
export let listsD: usize = 0;
/** Elements that either half holds. */
export let capacity: u32 = 0;
/** Bytes of a lane: 2 up to n = 17, else 4; as a shift. */
export let laneShift: i32 = 0;

/** Divides the memory from `start` to `end` among the lists. */
export function layOutLists(start: usize, end: usize, wide: bool): void {
  laneShift = wide ? 2 : 1;
  const half = end > start ? ((end - start) >> 1) & ~15 : 0;
  listsL = start;
  listsD = start + half;
  capacity = <u32>(half >> laneShift);
}

/**
 * Lists the half placements of `side` without its last row, from element `from` of the arena on.
 * @returns the first free element behind them; 0 if they outgrew the arena (see failure.ts).
 */
export function buildHalfPlacements(side: Side, from: u32): u32 {
  return laneShift == 1 ? build<u16>(side, from) : build<u32>(side, from);
}

function build<T>(side: Side, from: u32): u32 {
  let size = placeEmptyBoard<T>(side, from);
  if (!size) return 0;
  side.listStart = from;
  for (let row = 0; row < side.rows - 1; row++) {
    const source = moveToHighEnd(from, size);
    if (!source) return 0;
    size = addRow<T>(side, row, source, from);
    if (size == FAILED) return 0;
  }
  return from + size;
}

/** What functions that give a number of elements give when there is no room for them. */
export const FAILED: u32 = 0xffffffff;

function placeEmptyBoard<T>(side: Side, from: u32): u32 {
  if (!fits(from + 1, capacity)) return 0;
  store<T>(listsL + (<usize>from << laneShift), 0);
  store<T>(listsD + (<usize>from << laneShift), 0);
  const run = side.run(0, 0);
  store<u32>(run, 0, START);
  store<u32>(run, 1, TIE_START);
  store<u32>(run, 1, END);
  return 1;
}

/** @returns where the `size` elements from `from` on are now: as near to the end as reading ahead allows. */
function moveToHighEnd(from: u32, size: u32): u32 {
  if (!fits(from + 2 * size, capacity)) return 0;
  const to = capacity - size - SLACK;
  const bytes = <usize>size << laneShift;
  memory.copy(listsL + (<usize>to << laneShift), listsL + (<usize>from << laneShift), bytes);
  memory.copy(listsD + (<usize>to << laneShift), listsD + (<usize>from << laneShift), bytes);
  return to;
}

/** Builds level `row + 1` at `from` out of level `row` at `source`. @returns its size, or FAILED. */
function addRow<T>(side: Side, row: i32, source: u32, from: u32): u32 {
  const allowed = side.allowed(row);
  const tying = row == side.tieRow ? side.tieColumns : 0;
  const rowsLeft = side.rows - row - 1;
  const end = (<u32>1) << side.columns;
  let size: u32 = 0;
  for (let set = ((<u32>1) << (row + 1)) - 1; set < end; set = nextSameSize(set)) {
    const missing = side.required & ~set;
    const replaced = missing & side.replaceable ? 1 : 0; // the last band queen may stand on one of them
    if (<i32>popcnt(missing) > rowsLeft + replaced) continue; // the required columns can no longer all come in
    // A column that is missing with one row left must be that row's, so only what leaves it free there is of use.
    const lastColumn = rowsLeft == 1 && !replaced ? missing : 0;
    if (lastColumn & ~side.allowed(row + 1)) continue; // and no column set with it will be asked for
    const kept: u32 = lastColumn ? (<u32>1) << side.column(ctz(lastColumn)) : 0;
    const run = side.run(row + 1, set);
    store<u32>(run, size, START);
    for (let rest = set & allowed & ~tying; rest; rest &= rest - 1) {
      const before = side.run(row, set ^ (rest & (0 - rest)));
      size = addColumn<T>(side, ctz(rest), kept, source, load<u32>(before, START), load<u32>(before, TIE_START), from, size);
      if (size == FAILED) return FAILED;
    }
    store<u32>(run, size, TIE_START);
    // What ties already stays a tie, whatever comes; what is strict ties now on a tying column.
    if (side.tieRow >= 0 && row >= side.tieRow) {
      for (let rest = set & allowed; rest; rest &= rest - 1) {
        const column = rest & (0 - rest);
        const before = side.run(row, set ^ column);
        const first = load<u32>(before + (column & tying ? START : TIE_START));
        size = addColumn<T>(side, ctz(rest), kept, source, first, load<u32>(before, END), from, size);
        if (size == FAILED) return FAILED;
      }
    }
    store<u32>(run, size, END);
  }
  return size;
}

/**
 * Adds column number `index` to the elements first..end of a level, if they leave the columns `kept` (a board mask) free;
 * `size` is how many the new level has so far.
 */
// @ts-ignore: decorator
@inline
function addColumn<T>(
  side: Side, index: i32, kept: u32, source: u32, first: u32, end: u32, from: u32, size: u32,
): u32 {
  if (first == end) return size;
  if (!fits(from + size + end - first, source)) return FAILED;
  const input = <usize>(source + first) << alignof<T>();
  const output = <usize>(from + size) << alignof<T>();
  const column = side.column(index);
  return size + expand<T>(listsL + input, listsD + input, end - first, column, kept, listsL + output, listsD + output);
}

/** Whether a list may reach up to `end`, with what stores and loads need past it. */
// @ts-ignore: decorator
@inline
export function fits(end: u32, limit: u32): bool {
  if (end + 2 * SLACK <= limit) return true;
  const arenaEnd = <u64>listsD + ((<u64>capacity) << laneShift);
  fail(LISTS, arenaEnd + ((<u64>(end + 2 * SLACK - limit)) << (laneShift + 1)), arenaEnd);
  return false;
}

/**
 * Lists the keys of all half placements on the column set `set` (index bits, as many as the side has rows): the last
 * row, which is never stored but made anew for each set, with the way across the band.
 * @returns false if they outgrew the buffer at `out` (see failure.ts).
 */
export function listKeys(side: Side, set: u32, out: usize, parts: Parts): bool {
  return laneShift == 1 ? list<u16>(side, set, out, parts) : list<u32>(side, set, out, parts);
}

function list<T>(side: Side, set: u32, out: usize, parts: Parts): bool {
  const row = side.rows - 1;
  const columns = set & side.allowed(row);
  const tying = row == side.tieRow ? side.tieColumns : 0;
  const apart = side.apart;
  const mayTie = side.tieRow >= 0;
  let count = addColumns<T>(side, set, columns & ~tying & ~apart, START, TIE_START, 0, out);
  parts.end0 = count;
  count = addColumns<T>(side, set, columns & apart, START, TIE_START, count, out); // no column is both tying and apart
  parts.end1 = count;
  if (mayTie) {
    count = addColumns<T>(side, set, columns & tying & ~apart, START, END, count, out);
    count = addColumns<T>(side, set, columns & ~tying & ~apart, TIE_START, END, count, out);
  }
  parts.end2 = count;
  if (mayTie) count = addColumns<T>(side, set, columns & apart, TIE_START, END, count, out);
  parts.end3 = count;
  return count != FAILED;
}

/**
 * The last row for each of `columns`, out of the part of the run between two boundaries (offsets in its entry).
 * @returns `count` and the keys added; FAILED once the buffer is full.
 */
function addColumns<T>(side: Side, set: u32, columns: u32, first: usize, end: usize, count: u32, out: usize): u32 {
  if (count == FAILED) return FAILED;
  for (; columns; columns &= columns - 1) {
    const run = side.run(side.rows - 1, set ^ (columns & (0 - columns)));
    const start = load<u32>(run + first);
    const length = load<u32>(run + end) - start;
    if (!length) continue;
    if (count + length > MOST_KEYS) {
      fail(KEYS, count + length, MOST_KEYS);
      return FAILED;
    }
    const input = <usize>(side.listStart + start) << alignof<T>();
    const column = side.column(ctz(columns));
    count += expandToKeys<T>(listsL + input, listsD + input, length, column, 0, 0, out + ((<usize>count) << 1));
  }
  return count;
}

/**
 * The half placements themselves on the column set `set`, last row included, without parts: l and d in the arena's
 * lanes, to two buffers with room for `most` of them and SLACK more.
 * @returns how many; or FAILED if they outgrew the buffers (see failure.ts).
 */
export function listHalfPlacements(side: Side, set: u32, outL: usize, outD: usize, most: u32): u32 {
  return laneShift == 1 ? addLastRow<u16>(side, set, outL, outD, most) : addLastRow<u32>(side, set, outL, outD, most);
}

function addLastRow<T>(side: Side, set: u32, outL: usize, outD: usize, most: u32): u32 {
  let count: u32 = 0;
  for (let columns = set & side.allowed(side.rows - 1); columns; columns &= columns - 1) {
    const run = side.run(side.rows - 1, set ^ (columns & (0 - columns)));
    const start = load<u32>(run, START);
    const length = load<u32>(run, END) - start;
    if (!length) continue;
    if (count + length > most) {
      fail(KEYS, count + length, most);
      return FAILED;
    }
    const input = <usize>(side.listStart + start) << alignof<T>();
    const output = <usize>count << alignof<T>();
    const column = side.column(ctz(columns));
    count += expandAcross<T>(listsL + input, listsD + input, length, column, outL + output, outD + output);
  }
  return count;
}
