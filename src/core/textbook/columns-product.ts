/** Brute force with one queen in each row. Tests all n^n boards, which are 8^8 = 16,777,216 for eight queens. */
import { isFree } from './column-array.js';
import { countNode, type Search, type SearchEvent } from './search.js';

/** Tests all boards. A conflict test compares two queens. */
export function* columnsProduct(n: number, search: Search): Generator<SearchEvent, void, undefined> {
  const columns = Array<number>(n).fill(0);
  do {
    countNode(search);
    const peaceful = noneAttack(columns, search);
    if (search.watched) yield { kind: 'board', cells: columns.map((column, row) => ({ row, column })), peaceful };
    if (peaceful) yield { kind: 'solution', columns: [...columns] };
  } while (advance(columns, n));
}

/** Returns whether no two queens attack each other. `columns` contains the column of each row's queen. */
export function noneAttack(columns: readonly number[], search: Search): boolean {
  return columns.every((column, row) => isFree(columns, row, column, search));
}

/** Advances the columns in place, like an odometer with n digits in base n. @returns false after the last board. */
function advance(columns: number[], n: number): boolean {
  for (let row = n - 1; row >= 0; row--) {
    const moved = (columns[row] ?? 0) + 1;
    columns[row] = moved % n;
    if (moved < n) return true;
  }
  return false;
}
