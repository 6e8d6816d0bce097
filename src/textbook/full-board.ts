/**
 * Backtracking on a board of characters, as one would play it by hand: before a queen is put down, look along the
 * row, the column and the four diagonals, to the edge of the board.
 */
import type { Search, SearchEvent } from './search.js';

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

/** A conflict test looks at one cell. */
export function* fullBoard(n: number, search: Search): Generator<SearchEvent, void, undefined> {
  const board = Array<string>(n * n).fill(EMPTY); // row after row
  yield* fillFrom(0);

  function* fillFrom(row: number): Generator<SearchEvent, void, undefined> {
    if (row === n) {
      yield { kind: 'solution', columns: columnsOf(board, n) };
      return;
    }
    for (let col = 0; col < n; col++) {
      const free = directions.every(([down, right]) => clear(row, col, down, right));
      if (search.watched) yield { kind: 'tried', row, col, free };
      if (!free) continue;

      board[row * n + col] = QUEEN;
      search.nodes++;
      if (search.watched) yield { kind: 'placed', row, col };
      yield* fillFrom(row + 1);
      board[row * n + col] = EMPTY;
      if (search.watched) yield { kind: 'undone', row, col };
    }
  }

  function clear(row: number, col: number, down: number, right: number): boolean {
    for (let r = row + down, c = col + right; r >= 0 && r < n && c >= 0 && c < n; r += down, c += right) {
      search.tests++;
      if (board[r * n + c] === QUEEN) return false;
    }
    return true;
  }
}

function columnsOf(board: readonly string[], n: number): number[] {
  return Array.from({ length: n }, (_, row) => board.indexOf(QUEEN, row * n) - row * n);
}
