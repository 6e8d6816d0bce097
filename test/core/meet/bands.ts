import type { Band } from '../../../src/core/meet/band.js';

/**
 * Returns whether a band contains the middle rows and leaves rows on both sides, and its last queen is in the band but
 * not in the middle row.
 */
export function isBand({ n, rowsAbove, bandRows, lastRow }: Band): boolean {
  const middle = Math.floor(n / 2);
  const end = rowsAbove + bandRows;
  const hasMiddle = rowsAbove <= (n % 2 === 0 ? middle - 1 : middle) && end > middle;
  const hasLastRow = lastRow >= rowsAbove && lastRow < end && lastRow !== middle;
  return bandRows >= 2 && hasMiddle && rowsAbove >= 1 && end < n && hasLastRow;
}
