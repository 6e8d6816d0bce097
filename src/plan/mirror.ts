import type { Subproblem } from './subproblem.js';

/**
 * The subproblem's mirror image, left and right exchanged: it has as many solutions. Plans leave it out, so counting it
 * checks a count by another way through the board.
 *
 * @returns undefined where the image is the subproblem itself, or where the algorithm has no such image.
 */
export function mirrorOf(subproblem: Subproblem): Subproblem | undefined {
  if (subproblem.algorithm !== 'bitmask') return undefined;
  const prefix = subproblem.prefix.map((column) => subproblem.n - 1 - column);
  const isItself = prefix.every((column, row) => column === subproblem.prefix[row]);
  return isItself ? undefined : { ...subproblem, id: prefix.join('.'), prefix };
}
