/** A cell as [row, column], both 0-based. */
export type Cell = readonly [row: number, col: number];

/** Returns whether queens on two different cells attack each other. */
export function attacks([row, col]: Cell, [otherRow, otherCol]: Cell): boolean {
  const rows = Math.abs(row - otherRow);
  const cols = Math.abs(col - otherCol);
  return rows === 0 || cols === 0 || rows === cols;
}
