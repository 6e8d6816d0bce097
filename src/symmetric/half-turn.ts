import { allColumns } from '../board/masks.js';

/**
 * Solutions that a half turn of the board leaves unchanged: OEIS A032522.
 *
 * The turn maps (row, col) to (n-1-row, n-1-col), so the queens come in pairs, and a queen of the upper half determines one
 * of the lower half. For odd n there must be a queen on the centre. The search goes from the middle rows outwards. In each
 * step it places a queen in the upper row and its partner in the lower one. All queens are then below the next row to fill,
 * and masks are shifted as in a search from bottom to top.
 *
 *     row          . . ? . . .    <- the row to fill
 *     row + 1      . . . . Q .    the queen, and by the half turn ...
 *     n-2-row      . Q . . . .    ... its partner, n - 3 - 2 * row rows under it
 *
 * It is enough to test the upper queen of a pair: if the lower one is attacked, so is the upper one, by symmetry. Bit c is
 * column c; 32-bit integers.
 */

/** Counts the solutions that a half turn leaves unchanged. n from 0 to 32; 24 takes seconds. */
export function countHalfTurnSymmetric(n: number): number {
  const all = allColumns(n);
  if (n < 2) return 1;
  if (n % 2 === 0) return 2 * search(0, 0, 0, n / 2 - 1, halfOf(n));
  const middle = 1 << ((n - 1) / 2);
  return 2 * search(middle, middle << 1, middle >>> 1, (n - 3) / 2, halfOf(n));

  /** Completes the board from `row` outwards; `among` are the columns to try in that row. */
  function search(columns: number, ld: number, rd: number, row: number, among: number): number {
    if (row < 0) return 1;
    const height = n - 1 - 2 * row; // rows from the lower queen of the pair up to this row
    // On the main diagonals the two queens of a pair would attack each other.
    const ends = (1 << row) | (1 << (n - 1 - row));
    let free = among & ~(columns | ld | rd | ends);
    let found = 0;
    while (free !== 0) {
      const queen = free & -free;
      free ^= queen;
      const partner = 1 << (n - 1 - (31 - Math.clz32(queen)));
      // In the next row up, the partner's diagonals are height + 1 columns away from it.
      found += search(
        columns | queen | partner,
        ((ld | queen) << 1) | (partner << (height + 1)),
        ((rd | queen) >>> 1) | (partner >>> (height + 1)),
        row - 1,
        all,
      );
    }
    return found;
  }
}

/** Returns the left half of the columns. By symmetry, as many solutions have their first queen there as in the right half. */
function halfOf(n: number): number {
  return (1 << (n / 2)) - 1;
}
