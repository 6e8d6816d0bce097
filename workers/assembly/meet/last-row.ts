// The last row of a side if lists are not packed (n <= 17). The halves on a column set are built from the lists of the
// previous row: first strict halves, then ties (side.ts). These halves are kept only for the next joins.

import { listSet } from './levels';
import { capacity } from './lists';
import { Side } from './side';

/** Diagonals that a band queen attacks, as masks that line up with a half's masks after its last row. */
@unmanaged
export class Attacks {
  l: u32;
  d: u32;

  /** Sets the attacks of a queen in `column`, `distance` rows (1 or more) after the last row. */
  set(column: i32, distance: i32): void {
    const queen: u32 = (<u32>1) << column;
    this.l = queen >> distance;
    this.d = queen << (distance - 1);
  }
}

/**
 * Lists the complete halves with the column set `set` (index bits) from element `at` of the arena on, and writes where
 * each section starts to `entry`.
 * @returns the end of the list, or FAILED.
 */
export function listLastRow(side: Side, set: u32, at: u32, entry: usize): u32 {
  const row = side.rows - 1;
  return listSet<u16>(side, row, set, 0, side.listStart, at, capacity, entry, 0);
}
