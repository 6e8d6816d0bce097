// Fillings that do not fit the kernel are divided until all parts fit. The parts contain each solution once:
// docs/meet-in-the-middle.md, "Dividing a board".
//
// If the lists of a filling outgrow the memory, which only the kernel can tell, the queens of the columns next to the
// middle are assigned a side: below the band, or in the band or above it. So bands can be narrow: n = 24 takes 1.5
// times as long with six rows as with five, and n = 27 takes 2.9 times as long with ten as with eight.
//
// If a filling has more diagonals than a key has bits (key-bits.ts), the queens of the edge columns are assigned a side
// first, because then one of the two diagonals that end in their corners is no longer shared:
//
//     | column 0 below |        Q . .       column 0 above: no queen below stands in the lower corner,
//     | column 0 above |        . . .       so the diagonal that ends there is not shared
//
// If this is not enough, the band gets one more row, with every possible queen, so fewer diagonals cross it.

import { type BandFilling, createBandFilling } from './band-filling.js';
import type { MeetBoard } from './board.js';
import { assignKeyBits } from './key-bits.js';
import {
  columnToSplit,
  divideByNextQueen,
  divideByOneMoreRow,
  divideBySides,
  unassignedColumns,
} from './smaller-boards.js';

/**
 * Yields the band fillings of a board: every way to place all its band queens except the last one. A filling that does
 * not fit the kernel is divided into parts. A filling that no counted solution contains is skipped, so there may be
 * none.
 */
export function* bandFillings(board: MeetBoard): Generator<BandFilling> {
  const isFilled = board.queens.length === board.bandRows - 1;
  const filling = isFilled ? createBandFilling(board) : undefined;
  if (filling && assignKeyBits(filling)) yield filling;
  else if (filling || !isFilled) {
    for (const part of isFilled ? divideForKeys(board) : divideByNextQueen(board)) yield* bandFillings(part);
  }
}

export function divideForKeys(board: MeetBoard): MeetBoard[] {
  const edges = unassignedColumns(board) & (1 | (1 << (board.n - 1)));
  return edges === 0 ? divideByOneMoreRow(board) : divideBySides(board, edges & -edges);
}

/**
 * Divides a filling with at least one free column into parts with shorter lists, by the side of the free column nearest
 * the middle.
 */
export function divideForMemory({ board, free }: BandFilling): BandFilling[] {
  return divideBySides(board, columnToSplit(board.n, free)).flatMap((part) => [...bandFillings(part)]);
}
