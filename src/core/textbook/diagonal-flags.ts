/**
 * Backtracking with a flag for every line of the board. A test takes the same time for any number of queens.
 *
 *     columns                column                  n flags
 *     falling diagonals  \   row - column + n - 1    2n - 1 flags
 *     rising diagonals   /   row + column            2n - 1 flags
 *
 * Flags must be cleared when a queen is removed. (The column array just overwrites its numbers.)
 */
import { backtrack, type Search, type SearchEvent } from './search.js';

/** Backtracks with flags. A conflict test checks the three flags of one cell. */
export function diagonalFlags(n: number, search: Search): Generator<SearchEvent, void, undefined> {
  const columns = Array<boolean>(n).fill(false);
  const falling = Array<boolean>(2 * n).fill(false);
  const rising = Array<boolean>(2 * n).fill(false);

  function flag(row: number, column: number, taken: boolean): void {
    columns[column] = taken;
    falling[row - column + n - 1] = taken;
    rising[row + column] = taken;
  }
  return backtrack(n, search, {
    isFree(row, column) {
      search.tests++;
      return !(columns[column] || falling[row - column + n - 1] || rising[row + column]);
    },
    place: (row, column) => flag(row, column, true),
    remove: (row, column) => flag(row, column, false),
  });
}
