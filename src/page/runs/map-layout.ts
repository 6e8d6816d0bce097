/** Where the cells of the map lie: row by row, all of one size. */

/** Sides of a cell with its gap, in CSS pixels: the largest that lets all cells into the map is taken. */
const SIDES = [48, 36, 28, 22, 18, 16, 14, 12, 10, 8, 7, 6, 5, 4, 3, 2];

/** The map is no higher than this many pixels, where possible. */
const HEIGHT = 300;

/** A map of cells; lengths in CSS pixels. */
export interface MapLayout {
  readonly cells: number;
  readonly columns: number;
  readonly rows: number;
  /** Of a cell, with its gap. */
  readonly side: number;
  readonly gap: number;
}

/** @param cells from 1. @param width of the map in CSS pixels. */
export function layOut(cells: number, width: number): MapLayout {
  const across = (side: number) => Math.max(1, Math.floor(width / side));
  const side = SIDES.find((side) => Math.ceil(cells / across(side)) * side <= HEIGHT) ?? Math.min(...SIDES);
  const columns = across(side);
  return { cells, columns, rows: Math.ceil(cells / columns), side, gap: side > 4 ? 1 : 0 };
}

/** The row and column of a cell, from 0. */
export function placeOf({ columns }: MapLayout, cell: number): { readonly row: number; readonly column: number } {
  return { row: Math.floor(cell / columns), column: cell % columns };
}

/** The cell at a point of the map, if there is one. */
export function cellAt({ cells, columns, side }: MapLayout, x: number, y: number): number | undefined {
  const column = Math.floor(x / side);
  const cell = Math.floor(y / side) * columns + column;
  return column >= 0 && column < columns && cell >= 0 && cell < cells ? cell : undefined;
}

/** Where a key leads from a cell, as in any grid; undefined for keys that lead nowhere. */
export function cellAfterKey({ cells, columns }: MapLayout, cell: number, key: string): number | undefined {
  const last = cells - 1;
  switch (key) {
    case 'ArrowRight':
      return Math.min(cell + 1, last);
    case 'ArrowLeft':
      return Math.max(cell - 1, 0);
    case 'ArrowDown':
      return cell + columns <= last ? cell + columns : cell;
    case 'ArrowUp':
      return cell >= columns ? cell - columns : cell;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
