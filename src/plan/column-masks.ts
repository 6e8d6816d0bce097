// Sets of columns as masks: bit c for column c.

export { countColumns as ones } from '../board/masks.js';

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
