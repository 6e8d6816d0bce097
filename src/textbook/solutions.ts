import { checkBoardSize } from '../board/board-size.js';
import type { Placement } from '../board/placement.js';
import { bitmask } from './bitmask.js';
import { solutions as solutionsOf } from './search.js';

/**
 * The solutions of the n-queens problem, one by one as they are found, in lexicographic order: the 0-based column of
 * each row's queen. The search goes only as far as the solutions are asked for, and keeps none.
 *
 * @param n board size, from 0 to 32.
 * @throws UsageError for another n.
 */
export function solutions(n: number): Generator<Placement, void, undefined> {
  return solutionsOf(bitmask, checkBoardSize(n));
}
