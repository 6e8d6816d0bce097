/**
 * Backtracking on a board of characters, as you would do it by hand. Before it places a queen, the solver checks the
 * row, the column, and the diagonals up to the edge of the board.
 */
import { backtrack, type Search, type SearchEvent } from './search.js';

const QUEEN = 'Q';
const EMPTY = '.';

const directions = [
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
  [-1, -1],
  [1, 1],
  [-1, 1],
  [1, -1],
] as const;

/** Backtracks on a board of characters. A conflict test checks one cell. */
export function fullBoard(n: number, search: Search): Generator<SearchEvent, void, undefined> {
  const board = Array<string>(n * n).fill(EMPTY); // row after row

  function isClear(row: number, column: number, down: number, right: number): boolean {
    for (let r = row + down, c = column + right; r >= 0 && r < n && c >= 0 && c < n; r += down, c += right) {
      search.tests++;
      if (board[r * n + c] === QUEEN) return false;
    }
    return true;
  }
  function put(row: number, column: number, content: string): void {
    board[row * n + column] = content;
  }
  return backtrack(n, search, {
    isFree: (row, column) => directions.every(([down, right]) => isClear(row, column, down, right)),
    place: (row, column) => put(row, column, QUEEN),
    remove: (row, column) => put(row, column, EMPTY),
  });
}
