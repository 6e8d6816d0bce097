/** Largest and smallest side of a tile with its gap, in CSS pixels. The map uses the largest that lets all tiles fit. */
const LARGEST = 48;
const SMALLEST = 2;

/** Height of the map in CSS pixels. Only a map of the smallest tiles may be higher. */
const HEIGHT = 300;

/** A layout of the map of subproblems: tiles of equal size, row by row. Lengths are in CSS pixels. */
export interface MapLayout {
  readonly tiles: number;
  readonly columns: number;
  readonly rows: number;
  /** The side of a tile with its gap. */
  readonly side: number;
}

/** Chooses a layout. @param tiles at least 1. @param width width of the map in CSS pixels. */
export function layOut(tiles: number, width: number): MapLayout {
  for (let side = LARGEST; ; side--) {
    const columns = Math.max(1, Math.floor(width / side));
    const rows = Math.ceil(tiles / columns);
    if (rows * side <= HEIGHT || side === SMALLEST) return { tiles, columns, rows, side };
  }
}

/** Returns the row and column of a tile, from 0. */
export function tilePosition({ columns }: MapLayout, tile: number): { readonly row: number; readonly column: number } {
  return { row: Math.floor(tile / columns), column: tile % columns };
}

/** Returns the tile at a point of the map, or undefined. */
export function tileAt({ tiles, columns, side }: MapLayout, x: number, y: number): number | undefined {
  const column = Math.floor(x / side);
  const tile = Math.floor(y / side) * columns + column;
  return column >= 0 && column < columns && tile >= 0 && tile < tiles ? tile : undefined;
}
