// The pattern, the columns whose sides are fixed before the last row is listed: docs/meet-in-the-middle.md, "The last
// two rows".

import type { BandFilling } from './band-filling.js';

/**
 * The fastest number of pattern columns that fits the memory, by n. It is 0 for smaller n, and 6 for larger n. With six
 * instead of three, n = 19 takes 1.3 times as long.
 */
const PATTERN_COLUMNS: Readonly<Record<number, number>> = { 16: 3, 17: 3, 18: 7, 19: 3, 20: 3 };

/**
 * Returns a mask of the pattern columns of a filling. The kernel builds the lists of the side below once for each
 * subset of them, so that these lists stay in the CPU cache. From n = 19 on, they save memory but take time. The kernel
 * adds some if memory is short.
 *
 * @param count number of columns. If fewer are free, there are fewer.
 */
export function makePattern({ board, free, lastQueens }: BandFilling, count = patternColumns(board.n)): number {
  const lastColumns = lastQueens.reduce((mask, { column }) => mask | (1 << column), 0);
  let picked = 0;
  let missing = count;
  // First columns where the last band queen cannot stand, then others, from the highest down.
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
