// The lists of a side in either form: packed (packed-lists.ts) or not packed (levels.ts, last-row.ts). `attacks` is the
// address of the diagonals that a band queen attacks: a Diagonals object for packed lists, otherwise an Attacks object.

import { isPacked } from './board';
import { filterKeys, filterTestedKeys } from './filter';
import { buildLevels } from './levels';
import { filterToKeys } from './expansion';
import { Attacks, listLastRow } from './last-row';
import { Keys, checkKeys } from './keys';
import { L_TO_D } from './layout';
import { FAILED, LANE_SHIFT, capacity, listsD, listsL } from './lists';
import { buildPacked, listPackedKeys, listPackedLastRow } from './packed-lists';
import { Diagonals } from './packing';
import { Side, boundary } from './side';

/**
 * Stores at `attacks` the diagonals of a band queen in `column`, `distance` rows (1 or more) after the last row of
 * `side`.
 */
export function setAttacks(attacks: usize, side: Side, column: i32, distance: i32): void {
  if (isPacked) changetype<Diagonals>(attacks).setToQueen(side, column - distance, column + distance);
  else changetype<Attacks>(attacks).set(column, distance);
}

/** Returns whether a queen attacks diagonals of a packed half's mask p. */
export function attacksP(attacks: usize): bool {
  return isPacked && changetype<Diagonals>(attacks).p != 0;
}

/**
 * Builds the levels of a side that are stored for all patterns, starting at element `from` of the arena.
 * @returns the first free element after them; 0 if they outgrew the arena.
 */
export function buildSide(side: Side, from: u32): u32 {
  if (isPacked) return buildPacked(side, from);
  return buildLevels<u16>(side, side.rows - 1, from, capacity);
}

/**
 * Builds the list of the complete halves on `set` at element `at`. Writes its sections to `entry`.
 * @param keepsP whether to keep the mask p: needed if the list will be filtered for a queen for which `attacksP` is
 *   true.
 * @returns the end of the list, or FAILED.
 */
export function listAll(side: Side, set: u32, keepsP: bool, at: u32, entry: usize): u32 {
  return isPacked ? listPackedLastRow(side, set, keepsP, at, entry) : listLastRow(side, set, at, entry);
}

/** Lists in `keys` the keys of those halves in a list that do not attack a queen. */
export function filterFor(entry: usize, attacks: usize, keys: Keys): void {
  checkKeys(boundary(entry, keys.sections) - boundary(entry, 0));
  let end: u32 = 0;
  for (let section = 0; section < keys.sections; section++) {
    const first = boundary(entry, section);
    const count = boundary(entry, section + 1) - first;
    const from = listsL + (<usize>first << LANE_SHIFT);
    const to = keys.addressOf(end);
    end += isPacked
      ? filterPacked(from, count, changetype<Diagonals>(attacks), to)
      : filterToKeys(from, count, changetype<Attacks>(attacks).l, changetype<Attacks>(attacks).d, to);
    keys.setStart(section + 1, end);
  }
}

function filterPacked(from: usize, count: u32, free: Diagonals, to: usize): u32 {
  if (free.p) return filterTestedKeys(from, count, free, to);
  return free.l | free.d ? filterKeys(from, count, free, to) : copyKeys(from, count, to);
}

/** Copies keys without the padding. (Other functions remove it by testing diagonals.) */
function copyKeys(from: usize, count: u32, to: usize): u32 {
  memory.copy(to, from, <usize>count << 1);
  memory.copy(to + L_TO_D, from + listsD - listsL, <usize>count << 1);
  while (count && load<u16>(to + ((<usize>count - 1) << 1)) == 0xffff) count--;
  return count;
}

/**
 * Lists the keys of the complete halves on `set` that do not attack a queen. Without packing, the halves are first
 * listed at `at`, with their sections in `entry`.
 */
export function listKeysFor(side: Side, set: u32, attacks: usize, at: u32, entry: usize, keys: Keys): void {
  if (isPacked) listPackedKeys(side, set, changetype<Diagonals>(attacks), keys);
  else if (listLastRow(side, set, at, entry) != FAILED) filterFor(entry, attacks, keys);
}
