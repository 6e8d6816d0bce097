// The keys of packed lists: of a list with all rows, those that leave a band queen free, part by part (side.ts).

import { CellKeys } from './cell-keys';
import { KEYS, fail } from './failure';
import { MOST_KEYS } from './layout';
import { Diagonals, filterToKeys } from './packing';
import { Side, boundary } from './side';

/**
 * The keys of those half placements of a list (by its entry) that leave `free` free.
 * @returns false if there are too many (see failure.ts).
 */
export function filterPacked(side: Side, entry: usize, free: Diagonals, keys: CellKeys): bool {
  const parts = side.lastParts();
  const all = boundary(entry, parts) - boundary(entry, 0);
  if (all > MOST_KEYS) {
    fail(KEYS, all, MOST_KEYS);
    return false;
  }
  startKeys(side, keys);
  let end: u32 = 0;
  for (let part = 0; part < parts; part++) {
    const start = partStart(side, keys, part, end);
    const first = boundary(entry, part);
    const length = boundary(entry, part + 1) - first;
    const isFree = !(part & (side.cells - 1) & free.cell);
    end = length && isFree ? start + filterToKeys(first, length, free, keys.at + ((<usize>start) << 1)) : start;
    endPart(side, keys, part, start, end);
  }
  return true;
}

/** To be called before the parts of a list of keys, which come in order. */
// @ts-ignore: decorator
@inline
export function startKeys(side: Side, keys: CellKeys): void {
  keys.parts = side.lastParts();
  keys.all = 0;
}

/** Where a part starts; the one before it ended at `end`. Parts by cell start where the list says, others lie end to end. */
// @ts-ignore: decorator
@inline
export function partStart(side: Side, keys: CellKeys, part: i32, end: u32): u32 {
  return side.hasCells() && part ? keys.start(part) : end;
}

/** Says that a part which started at `start` ends at `end`. */
// @ts-ignore: decorator
@inline
export function endPart(side: Side, keys: CellKeys, part: i32, start: u32, end: u32): void {
  keys.all += end - start;
  if (side.hasCells()) keys.setEnd(part, end);
  else if (!part) keys.strict = end;
}
