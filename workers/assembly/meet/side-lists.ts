// The lists of a side, whatever their lanes: here alone packed lists (packed-lists.ts) and others (half-placements.ts,
// last-row.ts) are told apart. What a queen of the band attacks is kept at an address, as Diagonals of packed lists, as
// Attacks of others.

import { CellKeys } from './cell-keys';
import { buildLevels } from './half-placements';
import { Attacks, filterList, listLastRow, listLastRowKeys } from './last-row';
import { capacity, isPacked, laneShift } from './lists';
import { nothing } from './list-sources';
import { filterPacked } from './packed-keys';
import { buildPacked, listPackedKeys, listPackedLastRow, listRowBefore } from './packed-lists';
import { Diagonals } from './packing';
import { Side } from './side';

/** Notes what a queen of the band on `column` attacks, in row `distance` behind the last row of a side (from 1). */
export function setAttacks(attacks: usize, column: i32, distance: i32): void {
  if (isPacked) changetype<Diagonals>(attacks).ofQueen(column - distance, column + distance);
  else changetype<Attacks>(attacks).set(column, distance);
}

/** Whether a queen attacks diagonals that a packed half placement's key lacks. */
export function attacksLeftOver(attacks: usize): bool {
  return isPacked && changetype<Diagonals>(attacks).p != 0;
}

/**
 * Builds the half placements of a side that are kept for all patterns, from element `from` of the arena on.
 * @returns the first free element behind them; 0 if they outgrew the arena (see failure.ts).
 */
export function buildSide(side: Side, from: u32): u32 {
  if (isPacked) return buildPacked(side, from);
  return laneShift == 1
    ? buildLevels<u16>(side, side.rows - 1, from, capacity)
    : buildLevels<u32>(side, side.rows - 1, from, capacity);
}

/**
 * To be called before half placements with all rows on the columns `given` and some low ones are listed; for those that
 * leave a queen free, with what it attacks, for all with 0. What must be listed first comes to element `at` and on.
 * @returns the first free element behind it, or FAILED.
 */
export function startPattern(side: Side, given: u32, attacks: usize, at: u32): u32 {
  if (!side.hasCells()) return at;
  return listRowBefore(side, given, attacks ? changetype<Diagonals>(attacks) : nothing(), at);
}

/**
 * Lists the half placements with all rows on `given` and the low columns `set`, from element `at` on; `entry` is told where
 * they lie.
 * @param leftOver whether `attacksLeftOver` is true of any queen that the list is filtered for.
 * @returns one past the last of them, or FAILED.
 */
export function listAll(side: Side, set: u32, given: u32, leftOver: bool, at: u32, entry: usize): u32 {
  return isPacked
    ? listPackedLastRow(side, set, given, leftOver, at, entry)
    : listLastRow(side, set | given, at, entry);
}

/** The keys of those of a list (by its entry) that leave a queen free. @returns false if there are too many (failure.ts). */
export function filterFor(side: Side, entry: usize, attacks: usize, keys: CellKeys): bool {
  return isPacked
    ? filterPacked(side, entry, changetype<Diagonals>(attacks), keys)
    : filterList(side, entry, changetype<Attacks>(attacks), keys);
}

/**
 * The keys of those with all rows on `given` and the low columns `set` that leave a queen free; `startPattern` must have
 * been called for that queen. @returns false if there are too many (failure.ts).
 */
export function listKeysFor(side: Side, set: u32, given: u32, attacks: usize, keys: CellKeys): bool {
  return isPacked
    ? listPackedKeys(side, set, given, changetype<Diagonals>(attacks), keys)
    : listLastRowKeys(side, set | given, changetype<Attacks>(attacks), keys);
}
