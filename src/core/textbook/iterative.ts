/**
 * The column array without recursion. The array is the stack, and placing a queen is a push. If a row has no columns
 * left to try, the queen above it is removed, and the later columns of that queen's row are tried.
 */
import { isFree } from './column-array.js';
import { countNode, type Search, type SearchEvent } from './search.js';

/** Backtracks without recursion. A conflict test compares a cell with one queen above it. */
export function* iterative(n: number, search: Search): Generator<SearchEvent, void, undefined> {
  const columns: number[] = []; // of the rows filled so far
  let column = 0; // next column to try in the first unfilled row

  for (;;) {
    const row = columns.length;
    if (row === n) yield { kind: 'solution', columns: [...columns] };

    if (row === n || column === n) {
      const last = columns.pop();
      if (last === undefined) return; // the first row is exhausted
      if (search.watched) yield { kind: 'undone', row: row - 1, column: last };
      column = last + 1;
      continue;
    }

    const free = isFree(columns, row, column, search);
    if (search.watched) yield { kind: 'tried', row, column, free };
    if (free) {
      columns.push(column);
      countNode(search);
      if (search.watched) yield { kind: 'placed', row, column };
      column = 0;
    } else {
      column++;
    }
  }
}
