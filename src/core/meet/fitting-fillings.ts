// Fillings that do not fit the kernel are divided until all parts fit. Together, the parts contain each solution once:
// docs/meet-in-the-middle.md, "Dividing a board".
//
// If the lists of a filling outgrow the memory or a list has too many keys, which only the kernel can tell, columns
// next to the middle are assigned a side: their queens are either below the band, or in it or above it. This allows
// narrow bands, which are faster: n = 24 takes 1.5 times as long with six rows as with five, and n = 27 takes 2.9 times
// as long with ten as with eight.
//
// If a filling has more diagonals than a key has bits (key-bits.ts), the edge columns are assigned a side first. Then
// one of the two diagonals that end in such a column, next to the band, is no longer shared:
//
//     rows above    Q . . . . .        The queen in column 0 is above the band, so no queen below stands
//     band          . . . . . .        in x, and the diagonal that ends there is not shared.
//     rows below    x . . . . .
//
// If this is not enough, the band gets one more row, so fewer diagonals cross it. Each possible queen in that row gives
// a part.

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
 * not fit the kernel is divided into parts. Fillings that cannot have a counted solution are skipped, so there may be
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
