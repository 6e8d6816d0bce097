/**
 * Backtracking with a flag for every line of the board. A test takes the same time for any number of queens.
 *
 *     column               col                  n flags
 *     diagonal      \     row - col + n - 1    2n - 1 flags, from top left to bottom right
 *     antidiagonal  /     row + col            2n - 1 flags, from bottom left to top right
 *
 * Flags must be cleared when a queen is removed. (The column array just overwrites its numbers.)
 */
import { backtrack, type Search, type SearchEvent } from './search.js';

/** Backtracks with flags. A conflict test checks the three flags of one cell. */
export function diagonalFlags(n: number, search: Search): Generator<SearchEvent, void, undefined> {
  const columns = Array<boolean>(n).fill(false);
  const diagonals = Array<boolean>(2 * n).fill(false);
  const antidiagonals = Array<boolean>(2 * n).fill(false);

  function flag(row: number, col: number, taken: boolean): void {
    columns[col] = taken;
    diagonals[row - col + n - 1] = taken;
    antidiagonals[row + col] = taken;
  }
  return backtrack(n, search, {
    isFree(row, col) {
      search.tests++;
      return !(columns[col] || diagonals[row - col + n - 1] || antidiagonals[row + col]);
    },
    place: (row, col) => flag(row, col, true),
    remove: (row, col) => flag(row, col, false),
  });
}
