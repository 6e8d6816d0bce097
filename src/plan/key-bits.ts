// The bits that stand for the diagonals of a side in the lists of the kernel.
//
// A diagonal is named by its column in the last row of the side, which is next to the band. With n = 8 and two band rows,
// five diagonals cross the band in each direction. The side below is upside down, so its d diagonals are l diagonals:
//
//     last row above       0 1 2 3 4 . . .        l of the side above      0 1 2 3 4
//     band                 . \ \ \ \ \ . .
//     band                 . . \ \ \ \ \ .
//     first row below      . . . 3 4 5 6 7        d of the side below      3 4 5 6 7      (3 = band rows + 1)
//
// Two halves must be compared only on diagonals that queens of both sides can occupy. These are shared:
//
//     a given band queen stands on it, or attacks all its cells on one side      neither half, or only one, occupies it
//     it ends in a corner, and this column is on the other side                  only one half occupies it
//
// A key has a bit for each shared diagonal, in two masks of up to 16 bits. The l diagonals come first. If one direction has
// more, some of its diagonals move to the other mask, so that the masks differ by at most one bit:
//
//     above    | l l l l l l d | d d d d d d |          for example 6 l diagonals and 7 d diagonals
//     below    | d d d d d d l | l l l l l l |          the same bits, each in the other mask
//
// A third mask, p, has the other diagonals that a side can occupy. They matter only to the rows that come after packing,
// and to the last band queen. If p is full, they take bits of l above the key, which d never has, so no comparison fails.

import { columnsOf } from '../board/masks.js';
import type { BandFilling, SideRules } from './band-filling.js';

/** Maximum number of bits in a mask. */
const MASK_BITS = 16;

/** Maximum number of rows that are added to packed halves. With more, most halves would be packed on more bits. */
const MOST_PACKED_ROWS = 8;

/** Number of entries in a table of bit numbers, for each direction. */
const ENTRIES = 40;
/** Entry of the d diagonal of column 0. The column of a d diagonal can be negative. */
const FIRST_D = 8;

/** The last row in which queens of a side can occupy a diagonal, by its column in the last row of the side. */
interface Diagonals {
  readonly l: ReadonlyMap<number, number>;
  readonly d: ReadonlyMap<number, number>;
}

/** The bit numbers of a side: 0 to 15 for the mask l, 16 to 31 for d, 32 to 47 for p, and -1 for a diagonal without a bit. */
export interface SideBits {
  /** Number of rows at the end of the side whose queens are added to packed halves. */
  readonly packedRows: number;
  /** Bit numbers of the l diagonals, from column 0 up. */
  readonly l: readonly number[];
  /** Bit numbers of the d diagonals, from column -8 up. */
  readonly d: readonly number[];
}

/** The bits of both sides, and the number of bits in each mask of a key. */
export interface KeyBits {
  readonly maskBits: number;
  readonly above: SideBits;
  readonly below: SideBits;
}

/**
 * Returns the diagonals that cross the band and that queens of both sides can occupy, as the side above names them: d
 * diagonals are counted from the first one that crosses the band.
 */
export function sharedDiagonals(filling: BandFilling): { l: number[]; d: number[] } {
  const { n, bandRows } = filling.board;
  const above = occupied(filling, filling.above);
  const below = occupied(filling, filling.below);
  const crossing = Array.from({ length: n - 1 - bandRows }, (_, i) => i);
  const first = bandRows + 1;
  return {
    l: crossing.filter((i) => above.l.has(i) && below.d.has(i + first)),
    d: crossing.filter((i) => above.d.has(i + first) && below.l.has(i)),
  };
}

/** Assigns bits to the diagonals of a filling. Returns undefined if they need more bits than there are. */
export function keyBits(filling: BandFilling): KeyBits | undefined {
  const { bandRows, rowsAbove, lastRow } = filling.board;
  const shared = sharedDiagonals(filling);
  const maskBits = Math.ceil((shared.l.length + shared.d.length) / 2);
  if (maskBits > MASK_BITS) return undefined;
  const bits = [...shared.l, ...shared.d].map((_, i) => (i < maskBits ? i : MASK_BITS + i - maskBits));
  const otherBits = bits.map((bit) => bit ^ MASK_BITS); // in the other mask
  const first = bandRows + 1;
  const entries = (columns: readonly number[], add: number, bits: readonly number[]) =>
    new Map(columns.map((column, i) => [column + add, bits[i] ?? -1]));
  const above = sideBits(filling, filling.above, lastRow - rowsAbove + 1, maskBits, {
    l: entries(shared.l, 0, bits),
    d: entries(shared.d, first, bits.slice(shared.l.length)),
  });
  const below = sideBits(filling, filling.below, rowsAbove + bandRows - lastRow, maskBits, {
    l: entries(shared.d, 0, otherBits.slice(shared.l.length)),
    d: entries(shared.l, first, otherBits),
  });
  return above && below && { maskBits, above, below };
}

/**
 * Assigns bits to the diagonals of a side. Packs as early as possible.
 *
 * @param distance number of rows from the last row of the side to the last band queen.
 * @param shared bit numbers of the shared diagonals.
 */
function sideBits(
  filling: BandFilling,
  side: SideRules,
  distance: number,
  maskBits: number,
  shared: Diagonals,
): SideBits | undefined {
  const all = occupied(filling, side);
  const attackedL = new Set(filling.lastQueens.map(({ column }) => column - distance));
  const attackedD = new Set(filling.lastQueens.map(({ column }) => column + distance));
  const free = [...range(2 * MASK_BITS, 3 * MASK_BITS), ...range(maskBits, MASK_BITS)];
  for (let packedRows = Math.min(side.rows, MOST_PACKED_ROWS); packedRows >= Math.min(side.rows, 2); packedRows--) {
    const firstRow = side.rows - packedRows;
    const own = (diagonals: Diagonals['l'], shared: Diagonals['l'], attacked: ReadonlySet<number>): number[] =>
      [...diagonals.keys()].filter((column) => {
        return !shared.has(column) && ((diagonals.get(column) ?? 0) >= firstRow || attacked.has(column));
      });
    const l = own(all.l, shared.l, attackedL);
    const d = own(all.d, shared.d, attackedD);
    if (l.length + d.length > free.length) continue;
    return {
      packedRows,
      l: tableOf(0, [...shared.l, ...l.map((column, i) => [column, free[i] ?? -1] as const)]),
      d: tableOf(-FIRST_D, [...shared.d, ...d.map((column, i) => [column, free[l.length + i] ?? -1] as const)]),
    };
  }
  return undefined;
}

/** Returns the whole numbers from `start` to `end` - 1. */
function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, i) => start + i);
}

/** Returns a table of bit numbers, from column `first` up. */
function tableOf(first: number, bits: readonly (readonly [column: number, bit: number])[]): number[] {
  const table = new Array<number>(ENTRIES).fill(-1);
  for (const [column, bit] of bits) table[column - first] = bit;
  return table;
}

/** Returns the diagonals that the queens of a side can occupy. */
function occupied({ free }: BandFilling, { rows, required, allowed }: SideRules): Diagonals {
  const l = new Map<number, number>();
  const d = new Map<number, number>();
  for (const [row, columns] of allowed.entries()) {
    for (const column of columnsOf(columns & (free | required))) {
      l.set(column + rows - 1 - row, row);
      d.set(column - rows + 1 + row, row);
    }
  }
  return { l, d };
}
