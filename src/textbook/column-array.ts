/**
 * Backtracking with one number a row: the column of its queen. Two queens share a diagonal if they are as many rows apart as
 * columns.
 */
import { backtrack, type Search, type SearchEvent } from './search.js';

/** A conflict test compares a cell with one queen above it. */
export function columnArray(n: number, search: Search): Generator<SearchEvent, void, undefined> {
  const columns: number[] = []; // of the rows filled so far
  return backtrack(n, search, {
    isFree: (row, col) => isFree(columns, row, col, search),
    place: (_, col) => columns.push(col),
    remove: () => columns.pop(),
  });
}

/** Returns whether no queen of the rows above attacks the cell. */
export function isFree(columns: readonly number[], row: number, col: number, search: Search): boolean {
  let distance = row; // in rows, from the cell to the other queen
  for (const other of columns) {
    if (distance === 0) break; // reached the row itself
    search.tests++;
    if (other === col || Math.abs(other - col) === distance) return false;
    distance--;
  }
  return true;
}
