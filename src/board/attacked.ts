/** A cell as [row, column], both 0-based. */
export type Cell = readonly [row: number, col: number];

/**
 * A board that is being filled, as one string a row: `Q` a queen, `x` an empty cell that one attacks, `.` a free one.
 *
 * @param queens on any cells of the n x n board, also such that attack each other.
 */
export function drawAttacked(n: number, queens: readonly Cell[]): string[] {
  return Array.from({ length: n }, (_, row) =>
    Array.from({ length: n }, (_, col) => {
      if (queens.some(([r, c]) => r === row && c === col)) return 'Q';
      return queens.some((queen) => attacks(queen, [row, col])) ? 'x' : '.';
    }).join(' '),
  );
}

/** Whether a queen on one of the cells attacks the other one, which is not the same. */
export function attacks([row, col]: Cell, [otherRow, otherCol]: Cell): boolean {
  const rows = Math.abs(row - otherRow);
  const cols = Math.abs(col - otherCol);
  return rows === 0 || cols === 0 || rows === cols;
}
