/**
 * Backtracking with one number a row: the column of its queen. Two queens share a diagonal when they are as many
 * rows apart as columns, for then the line between them has slope 1 or -1.
 */
import type { Search, SearchEvent } from './search.js';

/** A conflict test compares a cell with one queen above it. */
export function* columnArray(n: number, search: Search): Generator<SearchEvent, void, undefined> {
  const columns: number[] = []; // of the rows filled so far
  yield* fillFrom(0);

  function* fillFrom(row: number): Generator<SearchEvent, void, undefined> {
    if (row === n) {
      yield { kind: 'solution', columns: [...columns] };
      return;
    }
    for (let col = 0; col < n; col++) {
      const free = isFree(row, col);
      if (search.watched) yield { kind: 'tried', row, col, free };
      if (!free) continue;

      columns.push(col);
      search.nodes++;
      if (search.watched) yield { kind: 'placed', row, col };
      yield* fillFrom(row + 1);
      columns.pop();
      if (search.watched) yield { kind: 'undone', row, col };
    }
  }

  function isFree(row: number, col: number): boolean {
    let distance = row; // rows between this one and the queen's
    for (const other of columns) {
      search.tests++;
      if (other === col || Math.abs(other - col) === distance) return false;
      distance--;
    }
    return true;
  }
}
