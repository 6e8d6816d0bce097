// The last row of a side, if lists are not packed (n <= 17). The halves of a column set are made from the
// lists of the row before, strict halves first, then ties (side.ts). They are kept only for the next joins.
//
// If a column set is needed for several columns of the last band queen, its halves are listed once, and this list is
// filtered for each column. If it is needed for only one column, only the keys that do not attack the queen are listed.

import { expandToKeys } from './expansion';
import { listSet } from './levels';
import { Keys, canHold } from './keys';
import { FAILED, LANE_SHIFT, capacity, listsL } from './lists';
import { Side, boundary } from './side';

/** The diagonals that a queen of the band attacks, as bits of the lanes before the last row and after it. */
@unmanaged
export class Attacks {
  beforeL: u32;
  beforeD: u32;
  afterL: u32;
  afterD: u32;
  /** Columns (a board mask) that the queen attacks in the last row. */
  inLastRow: u32;

  /** Sets the attacks of a queen on `column`, `distance` rows (1 or more) after the last row. */
  set(column: i32, distance: i32): void {
    const queen: u32 = (<u32>1) << column;
    this.beforeL = queen >> (distance + 1);
    this.beforeD = queen << distance;
    this.afterL = queen >> distance;
    this.afterD = queen << (distance - 1);
    this.inLastRow = queen | (queen >> distance) | (queen << distance);
  }
}

/**
 * Lists the halves on `set` (index bits), starting at element `at` of the arena. Writes their sections to `entry`.
 * @returns the end of the list, or FAILED.
 */
export function listLastRow(side: Side, set: u32, at: u32, entry: usize): u32 {
  const row = side.rows - 1;
  return listSet<u16>(side, row, set, 0, side.listStart, at, capacity, entry, 0);
}

/**
 * Lists the keys of the halves on `set` (index bits) that do not attack a queen of the band.
 * @returns false if there are too many keys (see failure.ts).
 */
export function listLastRowKeys(side: Side, set: u32, attacks: Attacks, keys: Keys): bool {
  const out = keys.address;
  const row = side.rows - 1;
  const columns = set & side.allowed(row) & ~side.indexBits(attacks.inLastRow);
  const tying = row == side.tieRow ? side.tieColumns : 0;
  let count: u32 = 0;
  for (let rest = columns & ~tying; rest && count != FAILED; rest &= rest - 1) {
    count = addKeys(side, set, rest, 0, 1, attacks, out, count);
  }
  keys.setStart(1, count);
  if (side.tieRow >= 0) {
    for (let rest = columns; rest && count != FAILED; rest &= rest - 1) {
      const first = rest & (0 - rest) & tying ? 0 : 1;
      count = addKeys(side, set, rest, first, side.sections, attacks, out, count);
    }
  }
  keys.setStart(side.sections, count);
  return count != FAILED;
}

/** Adds a queen on the lowest of `columns` to the sections first..end of the list without that column. */
@inline
function addKeys(
  side: Side, set: u32, columns: u32, first: i32, end: i32, attacks: Attacks, out: usize, count: u32,
): u32 {
  const list = side.entry(side.rows - 1, set ^ (columns & (0 - columns)));
  const start = boundary(list, first);
  const length = boundary(list, end) - start;
  if (!length) return count;
  if (!canHold(count + length)) return FAILED;
  const input = <usize>(side.listStart + start) << LANE_SHIFT;
  return count + expandToKeys(
    listsL + input, length, side.column(ctz(columns)), attacks.beforeL, attacks.beforeD, out + ((<usize>count) << 1),
  );
}
