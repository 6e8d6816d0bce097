// Sets of columns as masks: bit c for column c.

export { countColumns as ones } from '../board/masks.js';

/** The mask with column c moved to n - 1 - c. */
export function mirror(n: number, columns: number): number {
  let mirrored = 0;
  for (let column = 0; column < n; column++) if (columns & (1 << column)) mirrored |= 1 << (n - 1 - column);
  return mirrored;
}

/** The column of a mask that has `skip` others below it. */
export function columnAt(columns: number, skip: number): number {
  let rest = columns;
  for (let i = 0; i < skip; i++) rest &= rest - 1;
  return 31 - Math.clz32(rest & -rest);
}

/** Every subset of a mask, in rising order. */
export function subsets(mask: number): number[] {
  const all = [0];
  for (let bit = 1; bit <= mask; bit *= 2) {
    if (mask & bit) all.push(...all.map((subset) => subset | bit));
  }
  return all;
}

/** The orbit of a split of `all` columns under mirroring and exchanging the halves: 2 or 4 masks, `above` first. */
export function splitOrbit(n: number, above: number, all: number): number[] {
  const mirrored = mirror(n, above);
  return [...new Set([above, mirrored, all & ~above, all & ~mirrored])];
}
