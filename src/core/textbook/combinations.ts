/**
 * Brute force. Tests every choice of n of the n * n cells, which are C(64, 8) = 4,426,165,368 boards for eight queens.
 * The solver knows nothing except how queens attack.
 */
import { countNode, type Search, type SearchEvent } from './search.js';

/** Tests all boards. A conflict test compares two queens. */
export function* combinations(n: number, search: Search): Generator<SearchEvent, void, undefined> {
  const cells = Array.from({ length: n }, (_, i) => i); // chosen cells, row * n + column, ascending
  do {
    countNode(search);
    const peaceful = noPairAttacks(cells, n, search);
    if (search.watched) {
      yield { kind: 'board', cells: cells.map((cell) => ({ row: Math.floor(cell / n), column: cell % n })), peaceful };
    }
    // Peaceful queens are in n different rows, and the cells are ascending, so the i-th cell is in row i.
    if (peaceful) yield { kind: 'solution', columns: cells.map((cell) => cell % n) };
  } while (advance(cells, n));
}

function noPairAttacks(cells: readonly number[], n: number, search: Search): boolean {
  for (const cell of cells) {
    const row = Math.floor(cell / n);
    const column = cell % n;
    for (const other of cells) {
      if (other === cell) break; // each pair is tested once
      search.tests++;
      const rows = Math.abs(row - Math.floor(other / n));
      const columns = Math.abs(column - (other % n));
      if (rows === 0 || columns === 0 || rows === columns) return false;
    }
  }
  return true;
}

/**
 * Advances in place to the next combination in lexicographic order. Moves the last queen that can move by one cell, and
 * puts the queens after it on the cells that follow.
 *
 * @returns false after the last combination.
 */
function advance(cells: number[], n: number): boolean {
  for (let i = n - 1; i >= 0; i--) {
    const moved = (cells[i] ?? 0) + 1;
    if (moved <= n * n - n + i) {
      for (let j = i; j < n; j++) cells[j] = moved + j - i;
      return true;
    }
  }
  return false;
}
