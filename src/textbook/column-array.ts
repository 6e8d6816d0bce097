/**
 * Backtracking with one number a row: the column of its queen. Two queens share a diagonal when they are as many
 * rows apart as columns, for then the line between them has slope 1 or -1.
 */
import { backtrack, type Search, type SearchEvent } from './search.js';

/** A conflict test compares a cell with one queen above it. */
export function columnArray(n: number, search: Search): Generator<SearchEvent, void, undefined> {
  const columns: number[] = []; // of the rows filled so far
  return backtrack(n, search, {
    isFree: (_, col) => isFree(columns, col, search),
    place: (_, col) => columns.push(col),
    remove: () => columns.pop(),
  });
}

/** Returns whether a queen may stand in this column of the row below the filled ones. */
export function isFree(columns: readonly number[], col: number, search: Search): boolean {
  let distance = columns.length; // rows between this one and the queen's
  for (const other of columns) {
    search.tests++;
    if (other === col || Math.abs(other - col) === distance) return false;
    distance--;
  }
  return true;
}
