/**
 * Solutions that a quarter turn of the board leaves unchanged: OEIS A033148.
 *
 * Such a solution consists of rings of four queens. The turn moves each queen to the cell of the next one:
 *
 *     (row, column) -> (column, n-1-row) -> (n-1-row, n-1-column) -> (n-1-column, row)
 *
 * For odd n, the turn does not move the center, so there must be a queen in the center. Therefore n must be 0 or 1
 * modulo 4. Each step fills the first empty row and the ring's other three rows, which are also the ring's columns. So
 * the search has n/4 levels, each with fewer choices than the previous level.
 *
 * The mirror image of such a solution is another such solution, so the first ring's queen in row 0 is in each half of
 * the row equally often, and only the left half is searched.
 */

/** The largest n to count. n = 32 takes a second, and every four further columns multiply the time by 15. */
export const MAX_QUARTER_TURN = 63;

/**
 * Counts the solutions that a quarter turn leaves unchanged, for n from 0 to 63. n = 24 takes milliseconds.
 *
 * @param onProgress called with the finished fraction of the search, before each cell tried in the first two rings.
 */
export function countQuarterTurnSymmetric(n: number, onProgress: (fraction: number) => void = () => {}): number {
  if (n % 4 > 1) return 0;
  if (n < 2) return 1;
  const taken = Array<boolean>(n).fill(false); // rows with a queen; the columns with the same numbers also have one
  const falling = Array<boolean>(2 * n).fill(false); // by row - column + n - 1
  const rising = Array<boolean>(2 * n).fill(false); // by row + column
  const last = n - 1;
  if (n % 2 === 1) taken[last / 2] = true; // its diagonals need no mark, because `countCompletions` skips them
  const half = Math.floor(n / 2);
  let firstColumn = 0;
  return 2 * countCompletions(0, 0);

  /** Counts the completions of the rings so far, which fill all rows before `from`. @param rings number of rings. */
  function countCompletions(from: number, rings: number): number {
    const row = taken.indexOf(false, from);
    if (row < 0) return 1;
    let found = 0;
    const end = rings === 0 ? half : last - row;
    // The row's two cells on the main diagonals are skipped, because the ring's queens would attack each other.
    for (let column = row + 1; column < end; column++) {
      if (rings < 2) reportProgress(rings, column);
      if (taken[column]) continue;
      const ring = [
        [row, column],
        [column, last - row],
        [last - row, last - column],
        [last - column, row],
      ] as const;
      if (ring.some(([r, c]) => falling[r - c + last] || rising[r + c])) continue;
      mark(ring, true);
      found += countCompletions(row + 1, rings + 1);
      mark(ring, false);
    }
    return found;
  }

  function reportProgress(rings: number, column: number): void {
    if (rings === 0) firstColumn = column;
    onProgress((rings === 0 ? column : firstColumn + column / n) / half);
  }

  function mark(ring: readonly (readonly [number, number])[], value: boolean): void {
    for (const [r, c] of ring) {
      taken[r] = value;
      falling[r - c + last] = value;
      rising[r + c] = value;
    }
  }
}
