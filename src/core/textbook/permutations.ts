/**
 * Brute force with one queen in each row and column. Tests the n! permutations of the columns, which are 8! = 40,320
 * boards for eight queens. Queens can attack each other only along diagonals.
 */
import { noneAttack } from './columns-product.js';
import { countNode, type Search, type SearchEvent } from './search.js';

/** Tests all permutations. A conflict test compares two queens. */
export function* permutations(n: number, search: Search): Generator<SearchEvent, void, undefined> {
  const columns = Array.from({ length: n }, (_, i) => i);
  do {
    countNode(search);
    const peaceful = noneAttack(columns, search);
    if (search.watched) yield { kind: 'board', cells: columns.map((column, row) => ({ row, column })), peaceful };
    if (peaceful) yield { kind: 'solution', columns: [...columns] };
  } while (advance(columns));
}

/**
 * Advances in place to the next permutation in lexicographic order (Narayana, 14th century; Knuth 7.2.1.2 algorithm L).
 * Swaps the last value below its right neighbor with the last larger value and reverses the values to the right.
 *
 * @returns false after the last permutation.
 */
function advance(columns: number[]): boolean {
  const valueAt = (i: number) => columns[i] ?? -1; // at index -1, less than any column
  let rise = columns.length - 2;
  while (rise >= 0 && valueAt(rise) > valueAt(rise + 1)) rise--;
  if (rise < 0) return false;

  let larger = columns.length - 1;
  while (valueAt(larger) < valueAt(rise)) larger--;
  swap(rise, larger);
  for (let low = rise + 1, high = columns.length - 1; low < high; low++, high--) swap(low, high);
  return true;

  function swap(i: number, j: number): void {
    [columns[i], columns[j]] = [valueAt(j), valueAt(i)];
  }
}
