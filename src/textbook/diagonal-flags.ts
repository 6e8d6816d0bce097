/**
 * Backtracking with a flag for every line of the board, so that a test takes the same time for any number of queens:
 *
 *     column               col                  n of them
 *     diagonal      \     row - col + n - 1    2n - 1, constant from top left to bottom right
 *     antidiagonal  /     row + col            2n - 1, constant from bottom left to top right
 *
 * In return, flags must be cleared on the way back, while a column number was simply overwritten.
 */
import { backtrack, type Search, type SearchEvent } from './search.js';

/** A conflict test looks at the three flags of one cell. */
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
