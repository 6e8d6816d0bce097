/**
 * Solutions that a quarter turn of the board leaves unchanged: OEIS A033148.
 *
 * Such a solution falls into rings of four queens, which the turn carries round:
 *
 *     (row, col) -> (col, n-1-row) -> (n-1-row, n-1-col) -> (n-1-col, row)
 *
 * For odd n the cell in the middle stays where it is and has to hold the one queen that does. So n must be 0 or 1
 * modulo 4. The search fills the first empty row and, with it, all four rows of the ring; these rows are also its
 * columns. That leaves n/4 choices to make, of fewer and fewer cells.
 */

/** How many of the solutions of n queens a quarter turn leaves unchanged. n is a whole number from 0; 24 takes
 *  milliseconds. */
export function countQuarterTurnSymmetric(n: number): number {
  if (n % 4 > 1) return 0;
  const taken = Array<boolean>(n).fill(false); // rows, and columns, which are the same
  const diagonals = Array<boolean>(2 * n).fill(false); // by row - col + n - 1
  const antidiagonals = Array<boolean>(2 * n).fill(false); // by row + col
  const last = n - 1;
  if (n % 2 === 1) {
    const middle = last / 2;
    taken[middle] = true;
    diagonals[last] = true;
    antidiagonals[last] = true;
  }
  return completions(0);

  function completions(from: number): number {
    const row = taken.indexOf(false, from);
    if (row < 0) return 1;
    let found = 0;
    // The row's own two cells on the main diagonals would put the ring's queens into each other's way.
    for (let col = row + 1; col < last - row; col++) {
      if (taken[col]) continue;
      const ring = [
        [row, col],
        [col, last - row],
        [last - row, last - col],
        [last - col, row],
      ] as const;
      if (ring.some(([r, c]) => diagonals[r - c + last] || antidiagonals[r + c])) continue;
      mark(ring, true);
      found += completions(row + 1);
      mark(ring, false);
    }
    return found;
  }

  function mark(ring: readonly (readonly [number, number])[], value: boolean): void {
    for (const [r, c] of ring) {
      taken[r] = value;
      diagonals[r - c + last] = value;
      antidiagonals[r + c] = value;
    }
  }
}
