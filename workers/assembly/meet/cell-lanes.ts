// Which of a word's 128 lanes go with the queries of which cell (cell-join.ts): found once for each word.

import { CELLS, CellKeys } from './cell-keys';
import { CELL_LANES } from './layout';
import { padding } from './or-tables';

/** The lanes to ask queries of a cell on: those of strict keys and those of ties, and the number of either. */
@unmanaged
export class Lanes {
  strict: v128;
  ties: v128;
  strictCount: u32;
  tieCount: u32;
}

const LANES_BYTES: usize = 48;

// @ts-ignore: decorator
@inline
export function lanesFor(cell: i32): Lanes {
  return changetype<Lanes>(CELL_LANES + LANES_BYTES * <usize>cell);
}

/** To be called before the words of a list, which may have no parts for ties. */
export function clearLanes(): void {
  memory.fill(CELL_LANES, 0, LANES_BYTES * CELLS);
}

/** Finds the lanes for all cells in the word that begins with key `first`. @returns the cells that occur in it, as bits. */
export function findLanes(matrix: CellKeys, first: u32): u32 {
  const present = findInParts(matrix, first, 0, 0, 0);
  if (matrix.parts == CELLS) return present;
  return present | findInParts(matrix, first, CELLS, offsetof<Lanes>('ties'), 4);
}

/** The same for four parts from `part` on; lanes and counts are those of strict keys, or lie so many bytes behind them. */
// @ts-ignore: decorator
@inline
function findInParts(matrix: CellKeys, first: u32, part: i32, lanes: usize, count: usize): u32 {
  const cell0 = lanesOf(matrix, part, first);
  const d = v128.or(cell0, lanesOf(matrix, part + 1, first));
  const l = v128.or(cell0, lanesOf(matrix, part + 2, first));
  v128.store(CELL_LANES + lanes, v128.or(v128.or(d, l), lanesOf(matrix, part + 3, first)));
  v128.store(CELL_LANES + lanes, d, LANES_BYTES);
  v128.store(CELL_LANES + lanes, l, 2 * LANES_BYTES);
  v128.store(CELL_LANES + lanes, cell0, 3 * LANES_BYTES);
  const n0 = keysIn(matrix, part, first);
  const n1 = keysIn(matrix, part + 1, first);
  const n2 = keysIn(matrix, part + 2, first);
  const n3 = keysIn(matrix, part + 3, first);
  const counts = CELL_LANES + offsetof<Lanes>('strictCount') + count;
  store<u32>(counts, n0 + n1 + n2 + n3);
  store<u32>(counts, n0 + n1, LANES_BYTES);
  store<u32>(counts, n0 + n2, 2 * LANES_BYTES);
  store<u32>(counts, n0, 3 * LANES_BYTES);
  return (n0 ? 1 : 0) | (n1 ? 2 : 0) | (n2 ? 4 : 0) | (n3 ? 8 : 0);
}

/** The lanes of a part's keys in the word that begins with key `first`. */
// @ts-ignore: decorator
@inline
function lanesOf(matrix: CellKeys, part: i32, first: u32): v128 {
  return v128.xor(padding(laneOf(matrix.start(part), first)), padding(laneOf(matrix.end(part), first)));
}

// @ts-ignore: decorator
@inline
function keysIn(matrix: CellKeys, part: i32, first: u32): u32 {
  return laneOf(matrix.end(part), first) - laneOf(matrix.start(part), first);
}

/** The lane of a key, or the word's start or end if it lies before or behind. */
// @ts-ignore: decorator
@inline
function laneOf(key: u32, first: u32): u32 {
  return max(min(<i32>(key - first), 128), 0);
}
