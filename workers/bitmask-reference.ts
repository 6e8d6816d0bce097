import { allColumns, masksOf } from '../src/board/masks.js';
import type { Tally } from '../src/plan/partial-count.js';
import type { BitmaskSubproblem } from '../src/plan/subproblem.js';

/**
 * The bitmask kernel for reading: one queen a row, by recursion on the three masks that src/board/masks.ts draws. It
 * checks the WebAssembly kernel, and is 1.8 times slower (n = 15).
 *
 * @returns the completions of the subproblem's prefix, and the queens placed on the way.
 */
export function countBitmaskByReference({ n, prefix }: BitmaskSubproblem): Tally {
  const all = allColumns(n);
  let count = 0;
  let work = 0;

  function fillNextRow(columns: number, left: number, right: number): void {
    if (columns === all) {
      count++;
      return;
    }
    let free = all & ~(columns | left | right);
    while (free !== 0) {
      const queen = free & -free; // the lowest free column
      free ^= queen;
      work++;
      fillNextRow(columns | queen, (left | queen) << 1, (right | queen) >>> 1);
    }
  }

  const { columns, left, right } = masksOf(prefix);
  fillNextRow(columns, left, right);
  return { count, work };
}
