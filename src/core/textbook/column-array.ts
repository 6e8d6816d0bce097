/**
 * Backtracking with one number per row, the column of its queen. Two queens share a diagonal if they are as far apart
 * in rows as in columns.
 */
import { backtrack, type Search, type SearchEvent } from './search.js';

/** Backtracks with an array of columns. A conflict test compares a cell with one queen above it. */
export function columnArray(n: number, search: Search): Generator<SearchEvent, void, undefined> {
  const columns: number[] = []; // of the rows filled so far
  return backtrack(n, search, {
    isFree: (row, column) => isFree(columns, row, column, search),
    place: (_, column) => columns.push(column),
    remove: () => columns.pop(),
  });
}

export function isFree(columns: readonly number[], row: number, column: number, search: Search): boolean {
  let distance = row; // in rows, from the cell to the other queen
  for (const other of columns) {
    if (distance === 0) break; // the remaining queens are not above the cell
    search.tests++;
    if (other === column || Math.abs(other - column) === distance) return false;
    distance--;
  }
  return true;
}
