// The last row of a side, which is never stored for good: from the lists of the row before, the half placements of one
// column set, strict ones first, then ties (side.ts).
//
// The kernel makes them in two ways. Where many places of the last band queen ask for the same column set, it
// lists the half placements in full, once, and filters that list for each place; where only one asks, it leaves out
// what that queen attacks on the way and lists keys at once.

import { expandToKeys, filterToKeys } from './expansion';
import { KEYS, fail } from './failure';
import { FAILED, fits, isPacked, listSet, listShift, listsD, listsEnd, listsL, listsP } from './half-placements';
import { expandPacked, expandPackedToKeys, filterPacked, packDiagonals, packedD, packedL, packedP, padPacked } from './packing';
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
  /** The same of packed lists. */
  packedL: u32;
  packedD: u32;
  packedP: u32;

  /** Of a queen on `column`, in row `distance` behind the last row (from 1). */
  set(column: i32, distance: i32): void {
    const queen: u32 = (<u32>1) << column;
    this.beforeL = queen >> (distance + 1);
    this.beforeD = queen << distance;
    this.behindL = queen >> distance;
    this.behindD = queen << (distance - 1);
    this.inLastRow = queen | (queen >> distance) | (queen << distance);
    packDiagonals(column - distance, column + distance);
    this.packedL = packedL;
    this.packedD = packedD;
    this.packedP = packedP;
  }
}

/**
 * Lists the half placements on `set` (index bits) from element `at` of the arena on; `entry` is told where they lie.
 * @param leftOver where they are packed: whether the bits left over will be asked for.
 * @returns one past the last of them, or FAILED.
 */
export function listLastRow(side: Side, set: u32, leftOver: bool, at: u32, entry: usize): u32 {
  if (isPacked) return listPacked(side, set, leftOver, at, entry);
  const row = side.rows - 1;
  return listShift() == 1
    ? listSet<u16>(side, row, set, 0, side.listStart, listsL, listsD, at, listsEnd(), entry)
    : listSet<u32>(side, row, set, 0, side.listStart, listsL, listsD, at, listsEnd(), entry);
}

function listPacked(side: Side, set: u32, leftOver: bool, at: u32, entry: usize): u32 {
  const row = side.rows - 1;
  const columns = set & side.allowed(row);
  const tying = row == side.tieRow ? side.tieColumns : 0;
  store<u32>(entry, at, START);
  const start = at;
  for (let rest = columns & ~tying; rest && at != FAILED; rest &= rest - 1) at = addPacked(side, set, rest, START, TIE_START, leftOver, at);
  if (at != FAILED && at > start) at = padPacked(listsL, listsD, listsP, at, start);
  const middle = at;
  store<u32>(entry, at, TIE_START);
  if (side.tieRow >= 0) {
    for (let rest = columns; rest && at != FAILED; rest &= rest - 1) {
      at = addPacked(side, set, rest, rest & (0 - rest) & tying ? START : TIE_START, END, leftOver, at);
    }
    if (at != FAILED && at > middle) at = padPacked(listsL, listsD, listsP, at, middle);
  }
  store<u32>(entry, at, END);
  return at;
}

/** Adds a queen on the lowest of `columns` to the part of its run between two boundaries (offsets in its entry). */
// @ts-ignore: decorator
@inline
function addPacked(side: Side, set: u32, columns: u32, first: usize, end: usize, leftOver: bool, at: u32): u32 {
  const run = side.run(side.rows - 1, set ^ (columns & (0 - columns)));
  const start = load<u32>(run + first);
  const length = load<u32>(run + end) - start;
  if (!length) return at;
  if (!fits(at + length, listsEnd())) return FAILED;
  return at + expandPacked(side.listStart + start, length, side.column(ctz(columns)), leftOver, at);
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
  if (isPacked) return filterPacked(start, end - start, attacks.packedL, attacks.packedD, attacks.packedP, out);
  const l = listsL + (<usize>start << listShift());
  const d = listsD + (<usize>start << listShift());
  return listShift() == 1
    ? filterToKeys<u16>(l, d, end - start, attacks.behindL, attacks.behindD, out)
    : filterToKeys<u32>(l, d, end - start, attacks.behindL, attacks.behindD, out);
}

/**
 * Lists the keys of the half placements on `set` (index bits) that leave a queen of the band free.
 * @returns false if there are too many (see failure.ts).
 */
export function listLastRowKeys(side: Side, set: u32, attacks: Attacks, keys: Keys): bool {
  return listShift() == 1
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
  if (isPacked) {
    return count + expandPackedToKeys(
      side.listStart + start, length, side.column(ctz(columns)), attacks.packedL, attacks.packedD, attacks.packedP,
      out + ((<usize>count) << 1),
    );
  }
  const input = <usize>(side.listStart + start) << alignof<T>();
  return count + expandToKeys<T>(
    listsL + input, listsD + input, length, side.column(ctz(columns)), attacks.beforeL, attacks.beforeD,
    out + ((<usize>count) << 1),
  );
}
