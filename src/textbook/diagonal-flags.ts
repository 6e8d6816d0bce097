/**
 * Backtracking with a flag for every line a queen can hold, so that a look costs the same however many queens stand:
 *
 *     column               col                  n of them
 *     diagonal      \     row - col + n - 1    2n - 1, constant from top left to bottom right
 *     antidiagonal  /     row + col            2n - 1, constant from bottom left to top right
 *
 * The price: a column number was overwritten by the next one, but flags have to be taken down again on the way back.
 */
import type { Search, SearchEvent } from './search.js';

/** A conflict test looks at the three flags of one cell. */
export function* diagonalFlags(n: number, search: Search): Generator<SearchEvent, void, undefined> {
  const columns: number[] = []; // for the solution's sake only
  const columnTaken = Array<boolean>(n).fill(false);
  const daleTaken = Array<boolean>(2 * n).fill(false);
  const hillTaken = Array<boolean>(2 * n).fill(false);
  yield* fillFrom(0);

  function* fillFrom(row: number): Generator<SearchEvent, void, undefined> {
    if (row === n) {
      yield { kind: 'solution', columns: [...columns] };
      return;
    }
    for (let col = 0; col < n; col++) {
      search.tests++;
      const free = !(columnTaken[col] || daleTaken[row - col + n - 1] || hillTaken[row + col]);
      if (search.watched) yield { kind: 'tried', row, col, free };
      if (!free) continue;

      columns.push(col);
      flag(row, col, true);
      search.nodes++;
      if (search.watched) yield { kind: 'placed', row, col };
      yield* fillFrom(row + 1);
      columns.pop();
      flag(row, col, false);
      if (search.watched) yield { kind: 'undone', row, col };
    }
  }

  function flag(row: number, col: number, taken: boolean): void {
    columnTaken[col] = taken;
    daleTaken[row - col + n - 1] = taken;
    hillTaken[row + col] = taken;
  }
}
