// The pattern: the columns whose sides are fixed before the last row is listed. See docs/meet-in-the-middle.md, "The
// last two rows".

import { createMask } from '../board/masks.js';
import type { BandFilling } from './band-filling.js';

/**
 * The number of pattern columns that is fastest and fits in memory, by n; 0 for smaller n, and 6 for larger n. With six
 * instead of three, n = 19 takes 1.3 times as long. With the wide kernel, the times for three to nine columns are
 * within 3% of each other for n = 22, and the time for three columns is within 2% of the shortest for n = 20
 * (2026-11-27).
 */
const PATTERN_COLUMNS: Readonly<Record<number, number>> = { 16: 3, 17: 3, 18: 7, 19: 3, 20: 3 };

/**
 * Returns a mask of the pattern columns for a filling. The kernel lists the halves below separately for each subset of
 * these columns, so the lists are short enough for the CPU cache. From n = 19 on, pattern columns save memory but take
 * time. The kernel adds more if memory is short.
 *
 * @param count number of columns. If fewer are free, the pattern has fewer.
 */
export function choosePattern({ board, free, lastQueens }: BandFilling, count = patternColumns(board.n)): number {
  const lastColumns = createMask(lastQueens.map(({ column }) => column));
  let picked = 0;
  let missing = count;
  // Columns where the last band queen cannot stand come first, then the others, both from the highest down.
  for (const mask of [free & ~lastColumns, free & lastColumns]) {
    for (let column = 31; column >= 0 && missing > 0; column--) {
      if (!(mask & (1 << column))) continue;
      picked |= 1 << column;
      missing--;
    }
  }
  return picked;
}

function patternColumns(n: number): number {
  return PATTERN_COLUMNS[n] ?? (n < 16 ? 0 : 6);
}
