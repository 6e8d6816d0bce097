// The bits that stand for a side's diagonals in the kernel's lists. Method: docs/meet-in-the-middle.md, "The bits of a
// key".
//
// A diagonal is named by its column in the side's last row, which is next to the band. With n = 8 and two band rows,
// five diagonals cross the band in each direction. The side below is upside down, so its d diagonals are l diagonals of
// the side above:
//
//     last row above       0 1 2 3 4 . . .        l of the side above      0 1 2 3 4
//     band                 . \ \ \ \ \ . .
//     band                 . . \ \ \ \ \ .
//     first row below      . . . 3 4 5 6 7        d of the side below      3 4 5 6 7      (3 = band rows + 1)
//
// Two halves need to be compared only on the shared diagonals, which queens of both sides can occupy. A diagonal is not
// shared if
//
//     - a given band queen stands on it or attacks all its cells on one side, or
//     - it ends in a corner cell next to the band, and that column's queen is on the other side.
//
// A key has a bit for each shared diagonal, in two masks of up to 16 bits. On the side above, the l diagonals come
// first. If one direction has more shared diagonals, some of them move to the other mask, so the masks' lengths differ
// by at most one bit. On the side below, each bit is in the other mask. For example, if all five l diagonals but only
// three d diagonals are shared:
//
//     bit          0    1    2    3    4 ... 15     16   17   18   19     32 ... 47
//     mask         l    l    l    l    l            d    d    d    d      p
//     above        l0   l1   l2   l3   free         l4   d3   d5   d6     free            l4 moves to the mask d
//     below        d7   l0   l2   l3   free         d3   d4   d5   d6     free            d7 is l4 of the side above
//
// Each side gives the free bits, first those of p, then those of l, to its own diagonals: those that it can occupy but
// that are not shared. Only the last band queen and the rows added after packing need these bits. The mask d contains
// none of them, so they never affect the comparison of two keys.
//
// With a bit for every diagonal that crosses the band, n = 18 takes 1.06 times as long, n = 23 1.2 times, and n = 24
// 1.3 times.

import { columnsOf } from '../board/masks.js';
import type { BandFilling, SideRules } from './band-filling.js';

const MASK_BITS = 16;

/**
 * Maximum number of rows left when packing begins. `SideBits` has room for one more row, but hardly any of 300 random
 * subproblems for each n from 18 to 28 could begin packing with more than seven rows left. Packing later costs no time:
 * n = 18 takes the same time with any maximum from 2 to 9 (2026-11-27).
 */
const MAX_PACKED_ROWS = 8;

/**
 * A side's diagonals are numbered by their columns in its last row: l diagonals from 0 up, and d diagonals, whose
 * columns can be negative, from D up.
 */
const D = 100;

/** A number for each diagonal, which stands for a bit or a row. */
type Diagonals = ReadonlyMap<number, number>;

/** A side's bit numbers: 0 to 15 in the mask l, 16 to 31 in d, 32 to 47 in p, and -1 for a diagonal without a bit. */
export interface SideBits {
  /** Number of rows next to the band whose queens are added to packed halves. */
  readonly packedRows: number;
  /** Bit numbers of 40 l diagonals, from column 0 up. */
  readonly l: readonly number[];
  /** Bit numbers of 40 d diagonals, from column -8 up. */
  readonly d: readonly number[];
}

/** The bits of both sides, and the number of bits in each mask of a key. */
interface KeyBits {
  readonly maskBits: number;
  readonly above: SideBits;
  readonly below: SideBits;
}

/**
 * Returns the diagonals that cross the band and that queens on both sides can occupy. They are numbered as on the side
 * above, except that d diagonals are counted from the first one that crosses the band.
 */
export function sharedDiagonals(filling: BandFilling): { l: number[]; d: number[] } {
  const { n, bandRows } = filling.board;
  const above = findOccupied(filling, filling.above);
  const below = findOccupied(filling, filling.below);
  const crossing = Array.from({ length: n - 1 - bandRows }, (_, i) => i);
  const first = D + bandRows + 1;
  return {
    l: crossing.filter((i) => above.has(i) && below.has(first + i)),
    d: crossing.filter((i) => above.has(first + i) && below.has(i)),
  };
}

/** Assigns bits to the diagonals of a filling. Returns undefined if they need more bits than there are. */
export function assignKeyBits(filling: BandFilling): KeyBits | undefined {
  const { bandRows, rowsAbove, lastRow } = filling.board;
  const { l, d } = sharedDiagonals(filling);
  const maskBits = Math.ceil((l.length + d.length) / 2);
  if (maskBits > MASK_BITS) return undefined;
  const first = D + bandRows + 1;
  const shared = [...l.map((i) => [i, first + i] as const), ...d.map((i) => [first + i, i] as const)];
  const above = new Map<number, number>();
  const below = new Map<number, number>();
  for (const [place, [diagonalAbove, diagonalBelow]] of shared.entries()) {
    const bit = place < maskBits ? place : MASK_BITS + place - maskBits;
    above.set(diagonalAbove, bit);
    below.set(diagonalBelow, bit ^ MASK_BITS);
  }
  const bitsAbove = assignSideBits(filling, filling.above, lastRow - rowsAbove + 1, maskBits, above);
  const bitsBelow = assignSideBits(filling, filling.below, rowsAbove + bandRows - lastRow, maskBits, below);
  return bitsAbove && bitsBelow && { maskBits, above: bitsAbove, below: bitsBelow };
}

/**
 * Assigns bits to a side's diagonals. Packing begins in the first row where the bits are enough for the side's own
 * diagonals: those that are not shared, but that the last band queen or a queen added after packing can occupy. Returns
 * undefined if there is no such row.
 *
 * @param distance number of rows from the side's last row to the last band queen.
 * @param shared bit numbers of the shared diagonals.
 */
function assignSideBits(
  filling: BandFilling,
  side: SideRules,
  distance: number,
  maskBits: number,
  shared: Diagonals,
): SideBits | undefined {
  const all = findOccupied(filling, side);
  const attacked = new Set(filling.lastQueens.flatMap(({ column }) => [column - distance, D + column + distance]));
  // The free bits are all of p, then those of l above the key.
  const free = Array.from({ length: 2 * MASK_BITS - maskBits }, (_, i) =>
    i < MASK_BITS ? 2 * MASK_BITS + i : maskBits + i - MASK_BITS,
  );
  for (let packedRows = Math.min(side.rows, MAX_PACKED_ROWS); packedRows >= Math.min(side.rows, 2); packedRows--) {
    const firstRow = side.rows - packedRows;
    const own = [...all].filter(([one, row]) => !shared.has(one) && (row >= firstRow || attacked.has(one)));
    if (own.length > free.length) continue;
    const bits = new Array<number>(D + 32).fill(-1);
    for (const [diagonal, bit] of shared) bits[diagonal] = bit;
    for (const [i, [diagonal]] of own.entries()) bits[diagonal] = free[i] ?? -1;
    return { packedRows, l: bits.slice(0, 40), d: bits.slice(D - 8) };
  }
  return undefined;
}

/** Finds the diagonals that a side's queens can occupy, each with the last row of a queen that occupies it. */
function findOccupied({ free }: BandFilling, { rows, required, allowed }: SideRules): Diagonals {
  const l = new Map<number, number>();
  const d = new Map<number, number>();
  for (const [row, columns] of allowed.entries()) {
    for (const column of columnsOf(columns & (free | required))) {
      l.set(column + rows - 1 - row, row);
      d.set(D + column - rows + 1 + row, row);
    }
  }
  return new Map([...l, ...d]);
}
