// The last row of a side where lists are not packed (n up to 17, and from 25): from the lists of the row before, the half
// placements of one column set, strict ones first, then ties (side.ts). It is never stored for good.
//
// They are made in two ways. Where many places of the last band queen ask for the same column set, the half placements are
// listed in full, once, and that list is filtered for each place; where only one asks, what that queen attacks is left out
// on the way, and keys are listed at once.

import { expandToKeys, filterToKeys } from './expansion';
import { KEYS, fail } from './failure';
import { listSet } from './half-placements';
import { Keys } from './join';
import { MOST_KEYS } from './layout';
import { FAILED, capacity, laneShift, listsL } from './lists';
import { Side, boundary } from './side';

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
  const row = side.rows - 1;
  return laneShift == 1
    ? listSet<u16>(side, row, set, 0, side.listStart, at, capacity, entry, 0)
    : listSet<u32>(side, row, set, 0, side.listStart, at, capacity, entry, 0);
}

/**
 * Lists the keys of the half placements in a list (by its entry) that leave a queen of the band free.
 * @returns false if there are too many (see failure.ts).
 */
export function filterList(side: Side, entry: usize, attacks: Attacks, keys: Keys): bool {
  const all = boundary(entry, side.parts) - boundary(entry, 0);
  if (all > MOST_KEYS) {
    fail(KEYS, all, MOST_KEYS);
    return false;
  }
  const out = keys.at;
  let count: u32 = 0;
  for (let part = 0; part < side.parts; part++) {
    count += filter(boundary(entry, part), boundary(entry, part + 1), attacks, out + ((<usize>count) << 1));
    if (!part) keys.strict = count;
  }
  keys.all = count;
  return true;
}

// @ts-ignore: decorator
@inline
function filter(start: u32, end: u32, attacks: Attacks, out: usize): u32 {
  const l = listsL + (<usize>start << laneShift);
  return laneShift == 1
    ? filterToKeys<u16>(l, end - start, attacks.behindL, attacks.behindD, out)
    : filterToKeys<u32>(l, end - start, attacks.behindL, attacks.behindD, out);
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
    count = addKeys<T>(side, set, rest, 0, 1, attacks, out, count);
  }
  keys.strict = count;
  if (side.tieRow >= 0) {
    for (let rest = columns; rest && count != FAILED; rest &= rest - 1) {
      const first = rest & (0 - rest) & tying ? 0 : 1;
      count = addKeys<T>(side, set, rest, first, side.parts, attacks, out, count);
    }
  }
  keys.all = count;
  return count != FAILED;
}

/** Adds a queen on the lowest of `columns` to the parts of its run between two boundaries. */
// @ts-ignore: decorator
@inline
function addKeys<T>(
  side: Side, set: u32, columns: u32, first: i32, end: i32, attacks: Attacks, out: usize, count: u32,
): u32 {
  const run = side.run(side.rows - 1, set ^ (columns & (0 - columns)));
  const start = boundary(run, first);
  const length = boundary(run, end) - start;
  if (!length) return count;
  if (count + length > MOST_KEYS) {
    fail(KEYS, count + length, MOST_KEYS);
    return FAILED;
  }
  const input = <usize>(side.listStart + start) << alignof<T>();
  return count + expandToKeys<T>(
    listsL + input, length, side.column(ctz(columns)), attacks.beforeL, attacks.beforeD, out + ((<usize>count) << 1),
  );
}
