/** A cell as [row, column], both 0-based. */
export type Cell = readonly [row: number, col: number];

/** Whether a queen on one of the cells attacks the other one, which is not the same. */
export function attacks([row, col]: Cell, [otherRow, otherCol]: Cell): boolean {
  const rows = Math.abs(row - otherRow);
  const cols = Math.abs(col - otherCol);
  return rows === 0 || cols === 0 || rows === cols;
}
