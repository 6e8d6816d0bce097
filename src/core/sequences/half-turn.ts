import { allColumns } from '../board/masks.js';

/**
 * Solutions that a half turn of the board leaves unchanged: OEIS A032522.
 *
 * The turn maps (row, column) to (n-1-row, n-1-column), so the queens come in pairs, and a queen in the upper half
 * determines its partner in the lower half. For odd n, there must be a queen in the center. The search goes from the
 * middle rows outward. Each step places a queen in the upper row and its partner in the lower one, so all queens are
 * below the next row to fill, and masks are shifted upward.
 *
 *     row          . . ? . . .    <- the row to fill
 *     row + 1      . . . . Q .    the queen
 *     n-2-row      . Q . . . .    its partner after the half turn, n - 3 - 2 * row rows below it
 *
 * It is enough to test the upper queen of a pair, because by symmetry, the lower one is attacked only if the upper one
 * is. Masks are 32-bit integers, with bit c for column c.
 */

/**
 * Counts the solutions that a half turn leaves unchanged, for n from 0 to 32. n = 24 takes a second; n = 28 takes a
 * minute or two.
 *
 * @param onProgress called with the finished fraction of the search, after each pair of cells in the first two rows.
 */
export function countHalfTurnSymmetric(n: number, onProgress: (fraction: number) => void = () => {}): number {
  const all = allColumns(n);
  const half = Math.floor(n / 2);
  const first = half - 1; // the first row to fill
  if (n < 4) return n < 2 ? 1 : 0;
  if (n % 2 === 0) return 2 * searchWithProgress(0, 0, 0);
  const middle = 1 << half;
  return 2 * searchWithProgress(middle, middle << 1, middle >>> 1);

  /** Counts the completions of each pair of cells in the first two rows and reports progress. */
  function searchWithProgress(columns: number, rising: number, falling: number): number {
    let found = 0;
    // By mirror symmetry, the first queen is in each half of its row equally often.
    for (let cell = 0; cell < half * n; cell++) {
      found += search(columns, rising, falling, first, 1 << (cell / n), 1 << (cell % n));
      onProgress((cell + 1) / (half * n));
    }
    return found;
  }

  /**
   * Counts the completions from `row` outward.
   *
   * @param candidates columns to try in this row.
   * @param next columns to try in the next row.
   */
  function search(
    columns: number,
    rising: number,
    falling: number,
    row: number,
    candidates: number,
    next: number,
  ): number {
    if (row < 0) return 1;
    const height = n - 1 - 2 * row; // rows from the lower queen of the pair to this row
    // On a main diagonal, the two queens of a pair would attack each other.
    const ends = (1 << row) | (1 << (n - 1 - row));
    let free = candidates & ~(columns | rising | falling | ends);
    let found = 0;
    while (free !== 0) {
      const queen = free & -free;
      free ^= queen;
      const partner = 1 << (n - 1 - (31 - Math.clz32(queen)));
      // In the next row up, the partner's diagonals are height + 1 columns away from it.
      found += search(
        columns | queen | partner,
        ((rising | queen) << 1) | (partner << (height + 1)),
        ((falling | queen) >>> 1) | (partner >>> (height + 1)),
        row - 1,
        next,
        all,
      );
    }
    return found;
  }
}
