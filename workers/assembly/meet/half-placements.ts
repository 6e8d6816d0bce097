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
import { expand } from './expansion';
import { pack } from './packing';
import { fail, LISTS } from './failure';
import { SLACK } from './layout';
import { END, START, Side, TIE_START } from './side';

/** The arrays of l and d, and, packed, of the bits left over (packing.ts). */
export let listsL: usize = 0;
export let listsD: usize = 0;
export let listsP: usize = 0;
/** Elements that the arrays of l and d hold while levels are built. */
let capacity: u32 = 0;
/** Elements that each array holds once the levels are built. */
let lastCapacity: u32 = 0;
/** Bytes of a lane while levels are built: 2 up to n = 17, else 4; as a shift. */
let laneShift: i32 = 0;
/** Whether the last level is packed into lanes of 16 bits. */
export let isPacked: bool = false;

/**
 * Divides the memory from `start` to `end` among the arrays. The one of the bits left over holds no level while the last
 * one is packed, and needs about four fifths of what the others do (n = 20; 0.71 to 0.92 for 18 to 23).
 */
export function layOutLists(start: usize, end: usize, wide: bool, packs: bool): void {
  laneShift = wide ? 2 : 1;
  isPacked = packs;
  const room = end > start ? end - start : 0;
  const part = (packs ? room / 14 * 5 : room >> 1) & ~15;
  listsL = start;
  listsD = start + part;
  listsP = listsD + part;
  capacity = <u32>(part >> laneShift);
  lastCapacity = packs ? <u32>((room - 2 * part) >> 1) : capacity;
}

/** Bytes of a lane of the lists that are built, as a shift. */
// @ts-ignore: decorator
@inline
export function listShift(): i32 {
  return isPacked ? 1 : laneShift;
}

/** One past the last element that lists behind those of both sides may have. */
export function listsEnd(): u32 {
  return lastCapacity;
}

/**
 * Lists the half placements of `side` without its last row, from element `from` of the arena on.
 * @returns the first free element behind them; 0 if they outgrew the arena (see failure.ts).
 */
export function buildHalfPlacements(side: Side, from: u32): u32 {
  return laneShift == 1 ? build<u16>(side, from) : build<u32>(side, from);
}

function build<T>(side: Side, from: u32): u32 {
  side.listStart = from;
  if (isPacked) from = levelsBehind(from);
  let size = placeEmptyBoard<T>(side, from);
  if (!size) return 0;
  for (let row = 0; row < side.rows - 1; row++) {
    const source = moveToHighEnd(from, size);
    if (!source) return 0;
    if (isPacked && row == side.rows - 2) return addPackedRow(side, row, source);
    size = addRow<T>(side, row, source, from);
    if (size == FAILED) return 0;
  }
  return from + size;
}

/** What functions that give a number of elements give when there is no room for them. */
export const FAILED: u32 = 0xffffffff;

/** Lists are padded to whole blocks of this many elements: no loop has a tail. */
const BLOCK: u32 = 8;

function placeEmptyBoard<T>(side: Side, from: u32): u32 {
  if (!fits(from + BLOCK, capacity)) return 0;
  const l = listsL + (<usize>from << laneShift);
  const d = listsD + (<usize>from << laneShift);
  store<T>(l, 0);
  store<T>(d, 0);
  const size = pad<T>(listsL, listsD, from + 1, from) - from;
  const run = side.run(0, 0);
  store<u32>(run, 0, START);
  store<u32>(run, size, TIE_START);
  store<u32>(run, size, END);
  return size;
}

/**
 * Pads a list that began at element `start` and has come to `end` to whole blocks, by elements that attack everything.
 * @returns its new end.
 */
// @ts-ignore: decorator
@inline
function pad<T>(l: usize, d: usize, end: u32, start: u32): u32 {
  const ones = i64x2.splat(-1);
  v128.store(l + (<usize>end << alignof<T>()), ones);
  v128.store(d + (<usize>end << alignof<T>()), ones);
  if (sizeof<T>() == 4) {
    v128.store(l + (<usize>end << alignof<T>()), ones, 16);
    v128.store(d + (<usize>end << alignof<T>()), ones, 16);
  }
  return start + ((end - start + BLOCK - 1) & ~(BLOCK - 1));
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
  const end = (<u32>1) << side.columns;
  let at = from;
  for (let set = ((<u32>1) << (row + 1)) - 1; set < end; set = nextSameSize(set)) {
    const kept = columnsToKeep(side, row, set);
    if (kept == USELESS) continue;
    const run = side.run(row + 1, set);
    at = listSet<T>(side, row, set, kept, source, listsL, listsD, at, source, run);
    if (at == FAILED) return FAILED;
    store<u32>(run, load<u32>(run, START) - from, START);
    store<u32>(run, load<u32>(run, TIE_START) - from, TIE_START);
    store<u32>(run, load<u32>(run, END) - from, END);
  }
  return at - from;
}

/**
 * The same for the last level where it is packed: list by list behind what is packed already, which moves up behind it.
 * @returns one past the last packed element; 0 if there is no room.
 */
function addPackedRow(side: Side, row: i32, source: u32): u32 {
  const end = (<u32>1) << side.columns;
  let packed = side.listStart;
  for (let set = ((<u32>1) << (row + 1)) - 1; set < end; set = nextSameSize(set)) {
    const kept = columnsToKeep(side, row, set);
    if (kept == USELESS) continue;
    const run = side.run(row + 1, set);
    const unpacked = levelsBehind(packed);
    const stop = listSet<u32>(side, row, set, kept, source, listsL, listsD, unpacked, source, run);
    if (stop == FAILED || !fits(packed + stop - unpacked, lastCapacity)) return 0;
    pack(
      listsL + (<usize>unpacked << 2), listsD + (<usize>unpacked << 2), stop - unpacked,
      listsL + (<usize>packed << 1), listsD + (<usize>packed << 1), listsP + (<usize>packed << 1),
    );
    const shift = packed - side.listStart - unpacked;
    store<u32>(run, load<u32>(run, START) + shift, START);
    store<u32>(run, load<u32>(run, TIE_START) + shift, TIE_START);
    store<u32>(run, load<u32>(run, END) + shift, END);
    packed += stop - unpacked;
  }
  return packed;
}

/** First element of 32 bits behind the packed ones. */
// @ts-ignore: decorator
@inline
function levelsBehind(packed: u32): u32 {
  return (packed >> 1) + SLACK;
}

const USELESS: u32 = 0xffffffff;

/**
 * Which columns (a board mask) the half placements of a level on a column set must leave free in the next row; USELESS
 * if nothing can come of them.
 */
function columnsToKeep(side: Side, row: i32, set: u32): u32 {
  const rowsLeft = side.rows - row - 1;
  const missing = side.required & ~set;
  const replaced = missing & side.replaceable ? 1 : 0; // the last band queen may stand on one of them
  if (<i32>popcnt(missing) > rowsLeft + replaced) return USELESS; // the required columns can no longer all come in
  // A column that is missing with one row left must be that row's, so only what leaves it free there is of use.
  if (rowsLeft != 1 || replaced || !missing) return 0;
  if (missing & ~side.allowed(row + 1)) return USELESS; // and no column set with it will be asked for
  return (<u32>1) << side.column(ctz(missing));
}

/**
 * Lists the half placements on a column set out of those of one row less, whose level begins at `source`, as elements
 * `at` and on of the arrays `l` and `d`; `entry` is told where strict ones and ties lie.
 * @returns one past the last of them, padding included; FAILED if they would reach past `limit`.
 */
export function listSet<T>(
  side: Side, row: i32, set: u32, kept: u32, source: u32, l: usize, d: usize, at: u32, limit: u32, entry: usize,
): u32 {
  const columns = set & side.allowed(row);
  const tying = row == side.tieRow ? side.tieColumns : 0;
  const start = at;
  for (let rest = columns & ~tying; rest; rest &= rest - 1) {
    const before = side.run(row, set ^ (rest & (0 - rest)));
    at = addColumn<T>(side.column(ctz(rest)), kept, source, load<u32>(before, START), load<u32>(before, TIE_START), l, d, at, limit);
    if (at == FAILED) return FAILED;
  }
  if (at > start) at = pad<T>(l, d, at, start);
  const middle = at;
  // What ties already stays a tie, whatever comes; what is strict ties now on a tying column.
  if (side.tieRow >= 0 && row >= side.tieRow) {
    for (let rest = columns; rest; rest &= rest - 1) {
      const column = rest & (0 - rest);
      const before = side.run(row, set ^ column);
      const first = load<u32>(before + (column & tying ? START : TIE_START));
      at = addColumn<T>(side.column(ctz(rest)), kept, source, first, load<u32>(before, END), l, d, at, limit);
      if (at == FAILED) return FAILED;
    }
    if (at > middle) at = pad<T>(l, d, at, middle);
  }
  store<u32>(entry, start, START);
  store<u32>(entry, middle, TIE_START);
  store<u32>(entry, at, END);
  return at;
}

/** Adds a queen on `column` to the elements first..end of a level. @returns one past the last element, or FAILED. */
// @ts-ignore: decorator
@inline
function addColumn<T>(
  column: i32, kept: u32, source: u32, first: u32, end: u32, l: usize, d: usize, at: u32, limit: u32,
): u32 {
  if (first == end) return at;
  if (!fits(at + end - first, limit)) return FAILED;
  const input = <usize>(source + first) << alignof<T>();
  const output = <usize>at << alignof<T>();
  return at + expand<T>(listsL + input, listsD + input, end - first, column, kept, l + output, d + output);
}

/** Whether a list may reach up to `end`, with what stores and loads need past it. */
// @ts-ignore: decorator
@inline
export function fits(end: u32, limit: u32): bool {
  if (end + 2 * SLACK <= limit) return true;
  const arenaEnd = isPacked ? <u64>listsP + ((<u64>lastCapacity) << 1) : <u64>listsD + ((<u64>capacity) << laneShift);
  fail(LISTS, arenaEnd + ((<u64>(end + 2 * SLACK - limit)) << (laneShift + 1)), arenaEnd);
  return false;
}
