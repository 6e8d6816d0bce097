/**
 * Cuts subproblems into pieces for the readable kernel. This kernel stores each half as an object instead of in four
 * bytes, so a whole subproblem of n = 19 does not fit in memory.
 */
import { workAmounts } from './meet-cost.js';
import { subproblemOf } from './meet-cuts.js';
import { byNextQueen, bySides, columnToSplit, freeColumns } from './smaller-boards.js';
import type { MeetSubproblem, Subproblem } from './subproblem.js';

/**
 * Limits of the cost and of the number of lists. A piece must be within at least one. For n >= 20, the number of lists
 * decides. The readable kernel takes up to a minute and four gigabytes for a piece (n = 22 and 25, 2026-11-26).
 */
const READABLE_COST = 5;
const READABLE_LISTS = 1_000;

/**
 * Cuts a subproblem into pieces that fit the memory of the readable kernel. The counts of the pieces add up to the
 * count of the subproblem. Subproblems of `bitmask` need hardly any memory and are not cut. All pieces of a plan have
 * different ids.
 *
 * @param limit factor for both limits; tests use factors below 1.
 */
export function piecesOf(subproblem: Subproblem, limit = 1): Subproblem[] {
  return subproblem.algorithm === 'meet' ? meetPieces(subproblem, limit) : [subproblem];
}

function meetPieces(subproblem: MeetSubproblem, limit: number): MeetSubproblem[] {
  if (isReadable(subproblem, limit)) return [subproblem];
  const { n, bandRows, queens } = subproblem;
  const column = columnToSplit(n, freeColumns(subproblem));
  const isFilled = queens.length === bandRows - 1;
  if (isFilled && column === 0) return [subproblem];
  const pieces = isFilled ? bySides(subproblem, column) : byNextQueen(subproblem);
  return pieces.flatMap((piece) => meetPieces(subproblemOf(piece), limit));
}

function isReadable(subproblem: MeetSubproblem, limit: number): boolean {
  const [, lists] = workAmounts(subproblem);
  return subproblem.cost <= limit * READABLE_COST || lists <= limit * READABLE_LISTS;
}
