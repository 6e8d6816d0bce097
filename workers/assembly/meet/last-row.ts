// The last row of a side, which is never stored for good: from the lists of the row before, the half placements of one
// column set, strict ones first, then ties (side.ts).
//
// The wide variant makes them in two ways. Where many places of the last band queen ask for the same column set, it
// lists the half placements in full, once, and filters that list for each place; where only one asks, it leaves out
// what that queen attacks on the way and lists keys at once.

import { expand, expandToKeys, filterToKeys } from './expansion';
import { KEYS, fail } from './failure';
import { FAILED, capacity, fits, laneShift, listsD, listsL } from './half-placements';
import { Keys } from './join';
import { MOST_KEYS } from './layout';
import { END, START, Side, TIE_START } from './side';

/** What a queen of the band attacks of a half placement, by its lanes before the last row and behind it. */
@unmanaged
export class Attacks {
  beforeL: u32;
  beforeD: u32;
  behindL: u32;
  behindD: u32;
  /** Columns (a board mask) that it attacks in the last row itself. */
  inLastRow: u32;

  /** Of a queen on `column`, in row `distance` behind the last row (from 1). */
  set(column: i32, distance: i32): void {
    const queen: u32 = (<u32>1) << column;
    this.beforeL = queen >> (distance + 1);
    this.beforeD = queen << distance;
    this.behindL = queen >> distance;
    this.behindD = queen << (distance - 1);
    this.inLastRow = queen | (queen >> distance) | (queen << distance);
  }
}

/**
 * Lists the half placements on `set` (index bits) from element `at` of the arena on; `entry` is told where they lie.
 * @returns one past the last of them, or FAILED.
 */
export function listLastRow(side: Side, set: u32, at: u32, entry: usize): u32 {
  return laneShift == 1 ? list<u16>(side, set, at, entry) : list<u32>(side, set, at, entry);
}

function list<T>(side: Side, set: u32, at: u32, entry: usize): u32 {
  const row = side.rows - 1;
  const columns = set & side.allowed(row);
  const tying = row == side.tieRow ? side.tieColumns : 0;
  store<u32>(entry, at, START);
  for (let rest = columns & ~tying; rest && at != FAILED; rest &= rest - 1) at = addColumn<T>(side, set, rest, START, TIE_START, at);
  store<u32>(entry, at, TIE_START);
  if (side.tieRow >= 0) {
    for (let rest = columns; rest && at != FAILED; rest &= rest - 1) {
      at = addColumn<T>(side, set, rest, rest & (0 - rest) & tying ? START : TIE_START, END, at);
    }
  }
  store<u32>(entry, at, END);
  return at;
}

/** Adds a queen on the lowest of `columns` to the part of its run between two boundaries (offsets in its entry). */
// @ts-ignore: decorator
@inline
function addColumn<T>(side: Side, set: u32, columns: u32, first: usize, end: usize, at: u32): u32 {
  const run = side.run(side.rows - 1, set ^ (columns & (0 - columns)));
  const start = load<u32>(run + first);
  const length = load<u32>(run + end) - start;
  if (!length) return at;
  if (!fits(at + length, capacity)) return FAILED;
  const input = <usize>(side.listStart + start) << alignof<T>();
  const output = <usize>at << alignof<T>();
  return at + expand<T>(listsL + input, listsD + input, length, side.column(ctz(columns)), 0, listsL + output, listsD + output);
}

/**
 * Lists the keys of the half placements in a list (by its entry) that leave a queen of the band free.
 * @returns false if there are too many (see failure.ts).
 */
export function filterList(entry: usize, attacks: Attacks, keys: Keys): bool {
  const start = load<u32>(entry, START);
  const end = load<u32>(entry, END);
  if (end - start > MOST_KEYS) {
    fail(KEYS, end - start, MOST_KEYS);
    return false;
  }
  const middle = load<u32>(entry, TIE_START);
  const out = keys.at;
  const strict = filter(start, middle, attacks, out);
  keys.strict = strict;
  keys.all = end > middle ? strict + filter(middle, end, attacks, out + ((<usize>strict) << 1)) : strict;
  return true;
}

// @ts-ignore: decorator
@inline
function filter(start: u32, end: u32, attacks: Attacks, out: usize): u32 {
  const l = listsL + (<usize>start << laneShift);
  const d = listsD + (<usize>start << laneShift);
  return laneShift == 1
    ? filterToKeys<u16>(l, d, end - start, attacks.behindL, attacks.behindD, out)
    : filterToKeys<u32>(l, d, end - start, attacks.behindL, attacks.behindD, out);
}

/**
 * Lists the keys of the half placements on `set` (index bits) that leave a queen of the band free.
 * @returns false if there are too many (see failure.ts).
 */
export function listLastRowKeys(side: Side, set: u32, attacks: Attacks, keys: Keys): bool {
  return laneShift == 1
    ? listKeys<u16>(side, set, attacks, keys)
    : listKeys<u32>(side, set, attacks, keys);
}

function listKeys<T>(side: Side, set: u32, attacks: Attacks, keys: Keys): bool {
  const out = keys.at;
  const row = side.rows - 1;
  const columns = set & side.allowed(row) & ~side.indexBits(attacks.inLastRow);
  const tying = row == side.tieRow ? side.tieColumns : 0;
  let count: u32 = 0;
  for (let rest = columns & ~tying; rest && count != FAILED; rest &= rest - 1) {
    count = addKeys<T>(side, set, rest, START, TIE_START, attacks, out, count);
  }
  keys.strict = count;
  if (side.tieRow >= 0) {
    for (let rest = columns; rest && count != FAILED; rest &= rest - 1) {
      count = addKeys<T>(side, set, rest, rest & (0 - rest) & tying ? START : TIE_START, END, attacks, out, count);
    }
  }
  keys.all = count;
  return count != FAILED;
}

// @ts-ignore: decorator
@inline
function addKeys<T>(
  side: Side, set: u32, columns: u32, first: usize, end: usize, attacks: Attacks, out: usize, count: u32,
): u32 {
  const run = side.run(side.rows - 1, set ^ (columns & (0 - columns)));
  const start = load<u32>(run + first);
  const length = load<u32>(run + end) - start;
  if (!length) return count;
  if (count + length > MOST_KEYS) {
    fail(KEYS, count + length, MOST_KEYS);
    return FAILED;
  }
  const input = <usize>(side.listStart + start) << alignof<T>();
  return count + expandToKeys<T>(
    listsL + input, listsD + input, length, side.column(ctz(columns)), attacks.beforeL, attacks.beforeD,
    out + ((<usize>count) << 1),
  );
}
