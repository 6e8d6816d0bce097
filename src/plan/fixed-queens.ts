import type { Subproblem } from './subproblem.js';
import { givenRows } from './wide-band.js';

/**
 * The queens that a subproblem fixes, for drawing it.
 *
 * @returns for each row of the board from the top the column of its queen, or null where the kernel searches.
 */
export function fixedQueens(subproblem: Subproblem): (number | null)[] {
  const queens = new Array<number | null>(subproblem.n).fill(null);
  if (subproblem.algorithm === 'bitmask') {
    for (const [row, column] of subproblem.prefix.entries()) queens[row] = column;
  } else {
    for (const [i, row] of givenRows(subproblem).entries()) queens[row] = subproblem.queens[i] ?? null;
  }
  return queens;
}
