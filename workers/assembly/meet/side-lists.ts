// The lists of a side in any form: packed ones (packed-lists.ts) or others (levels.ts, last-row.ts). The diagonals that a
// queen of the band attacks lie at an address, as Diagonals for packed lists, as Attacks for others.

import { groups, isPacked, laneShift } from './board';
import { filterKeys, filterTestedKeys } from './filter';
import { buildLevels } from './levels';
import { Attacks, filterLanes, listLastRow, listLastRowKeys } from './last-row';
import { Keys, groupOf, holds } from './keys';
import { L_TO_D } from './layout';
import { capacity, listsD, listsL } from './lists';
import { buildPacked, listPackedKeys, listPackedLastRow, listRowBefore } from './packed-lists';
import { Diagonals } from './packing';
import { Side, boundary } from './side';
import { nothing } from './sources';

/** Stores the diagonals that a queen of the band on `column` attacks, in row `distance` behind a side's last row (from 1). */
export function setAttacks(attacks: usize, column: i32, distance: i32): void {
  if (isPacked) changetype<Diagonals>(attacks).ofQueen(column - distance, column + distance);
  else changetype<Attacks>(attacks).set(column, distance);
}

/** Whether a queen attacks diagonals that a packed half's key lacks. */
export function attacksLeftOver(attacks: usize): bool {
  return isPacked && changetype<Diagonals>(attacks).p != 0;
}

/**
 * Builds the halves of a side that are kept for all patterns, from element `from` of the arena on.
 * @returns the first free element behind them; 0 if they outgrew the arena (see failure.ts).
 */
export function buildSide(side: Side, from: u32): u32 {
  if (isPacked) return buildPacked(side, from);
  return laneShift == 1
    ? buildLevels<u16>(side, side.rows - 1, from, capacity)
    : buildLevels<u32>(side, side.rows - 1, from, capacity);
}

/**
 * Lists the row before the last for the pattern `given`, if the form of lists needs it, from element `at` on: `listAll` and
 * `listKeysFor` take their halves from there. `attacks` is of the queen that they must leave free, or 0.
 * @returns the first free element behind it, or FAILED.
 */
export function startPattern(side: Side, given: u32, attacks: usize, at: u32): u32 {
  if (groups == 1) return at;
  return listRowBefore(side, given, attacks ? changetype<Diagonals>(attacks) : nothing(), at);
}

/**
 * Lists the halves with all rows on `given` and the low columns `set`, from element `at` on, and sets `entry` to where they
 * lie.
 * @param leftOver whether `attacksLeftOver` is true of any queen that the list is filtered for.
 * @returns one past the last of them, or FAILED.
 */
export function listAll(side: Side, set: u32, given: u32, leftOver: bool, at: u32, entry: usize): u32 {
  return isPacked
    ? listPackedLastRow(side, set, given, leftOver, at, entry)
    : listLastRow(side, set | given, at, entry);
}

/** Lists the keys of the halves of a list that leave a queen free. @returns false if there are too many (failure.ts). */
export function filterFor(entry: usize, attacks: usize, keys: Keys): bool {
  if (!holds(boundary(entry, keys.sections) - boundary(entry, 0))) return false;
  let end: u32 = 0;
  for (let section = 0; section < keys.sections; section++) {
    const first = boundary(entry, section);
    const count = boundary(entry, section + 1) - first;
    const from = listsL + (<usize>first << laneShift);
    const to = keys.addressOf(end);
    if (!isPacked) {
      end += filterLanes(from, count, changetype<Attacks>(attacks), to);
    } else if (count && !(groupOf(section) & changetype<Diagonals>(attacks).group)) {
      end += filterPacked(from, count, changetype<Diagonals>(attacks), to);
    }
    keys.setStart(section + 1, end);
  }
  return true;
}

function filterPacked(from: usize, count: u32, free: Diagonals, to: usize): u32 {
  if (free.p) return filterTestedKeys(from, count, free, to);
  return free.l | free.d ? filterKeys(from, count, free, to) : copyKeys(from, count, to);
}

/** Copies keys, without the padding, which no test removes. */
function copyKeys(from: usize, count: u32, to: usize): u32 {
  memory.copy(to, from, <usize>count << 1);
  memory.copy(to + L_TO_D, from + listsD - listsL, <usize>count << 1);
  while (count && load<u16>(to + ((<usize>count - 1) << 1)) == 0xffff) count--;
  return count;
}

/**
 * Lists the keys of the halves with all rows on `given` and the low columns `set` that leave a queen free.
 * @returns false if there are too many (failure.ts).
 */
export function listKeysFor(side: Side, set: u32, given: u32, attacks: usize, keys: Keys): bool {
  return isPacked
    ? listPackedKeys(side, set, given, changetype<Diagonals>(attacks), keys)
    : listLastRowKeys(side, set | given, changetype<Attacks>(attacks), keys);
}
