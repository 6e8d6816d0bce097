/**
 * The flags of `diagonal-flags`, stored as the bits of 32-bit integers. Setting and clearing a flag is an XOR.
 *
 *     columns    bit column                  n bits
 *     falling    bit row - column + n - 1    2n - 1 bits
 *     rising     bit row + column            2n - 1 bits
 *
 * With more than 16 queens, there are more than 32 diagonals of each kind, so their flags take two integers, a low one
 * for bits 0 to 31 and a high one for the others. JavaScript uses only the last five bits of a shift count, so `>>> 33`
 * reads bit 1.
 *
 * The solver takes 18 to 24% less CPU time than `diagonal-flags` (n = 8 to 12, 2026-11-26). With an Int32Array for the
 * integers, it would take 9 to 19% less; with bigints, 45 to 64% more.
 */
import { backtrack, type Search, type SearchEvent } from './search.js';

/** Backtracks with bit flags. A conflict test reads the three bits of one cell. */
export function bitFlags(n: number, search: Search): Generator<SearchEvent, void, undefined> {
  let columns = 0;
  let fallingLow = 0;
  let fallingHigh = 0;
  let risingLow = 0;
  let risingHigh = 0;

  function flip(row: number, column: number): void {
    columns ^= 1 << column;
    const falling = row - column + n - 1;
    if (falling < 32) fallingLow ^= 1 << falling;
    else fallingHigh ^= 1 << falling;
    const rising = row + column;
    if (rising < 32) risingLow ^= 1 << rising;
    else risingHigh ^= 1 << rising;
  }
  return backtrack(n, search, {
    isFree(row, column) {
      search.tests++;
      const falling = row - column + n - 1;
      const rising = row + column;
      const fallingFlag = (falling < 32 ? fallingLow : fallingHigh) >>> falling;
      const risingFlag = (rising < 32 ? risingLow : risingHigh) >>> rising;
      return (((columns >>> column) | fallingFlag | risingFlag) & 1) === 0;
    },
    place: flip,
    remove: flip,
  });
}
