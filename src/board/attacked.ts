/** A cell of the board. Rows and columns are counted from 0. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** Returns whether queens on two different cells attack each other. */
export function attacks(one: Cell, other: Cell): boolean {
  const rows = Math.abs(one.row - other.row);
  const columns = Math.abs(one.column - other.column);
  return rows === 0 || columns === 0 || rows === columns;
}
