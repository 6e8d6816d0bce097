/**
 * Cuts subproblems into pieces, a few of them small enough for the reference kernel, which takes up to 2,500 times as
 * long as the fast one.
 */

import { columnToSplit, divideByNextQueen, divideBySides, unassignedColumns } from '../meet/smaller-boards.js';
import { createSubproblem } from './meet-plan.js';
import type { MeetSubproblem, Subproblem } from './subproblem.js';

/** Maximum cost of a drawn piece. The reference kernel takes 2 to 25 seconds for it (n = 16 to 28, 2026-11-26). */
const MAX_READABLE_COST = 10;

/** The pieces of a subproblem. They have different ids, and their counts add up to its count. */
export interface Pieces {
  /** Small pieces, for the reference kernel. */
  readonly drawn: readonly Subproblem[];
  /** The rest of the subproblem, in the largest possible pieces. */
  readonly others: readonly Subproblem[];
}

/**
 * Draws pieces of a subproblem: cuts it, then cuts one of its parts, and so on until a piece is small enough. The other
 * parts stay whole, so a subproblem that takes hours is cut into only a few dozen pieces. Further pieces are drawn from
 * these other parts. Subproblems of `bitmask` are not cut.
 *
 * @param amount maximum number of pieces to draw, at least 1. A small subproblem is one piece.
 * @param choose chooses one of the given pieces.
 * @param maxCost maximum cost of a drawn piece; tests set a smaller one.
 */
export function drawPieces(
  subproblem: Subproblem,
  amount: number,
  choose: (pieces: readonly Subproblem[]) => Subproblem,
  maxCost = MAX_READABLE_COST,
): Pieces {
  const drawn: Subproblem[] = [];
  let others: readonly Subproblem[] = [subproblem];
  while (drawn.length < amount && others.length > 0) {
    let piece = choose(others);
    others = others.filter((other) => other !== piece);
    while (piece.cost > maxCost) {
      const parts = cut(piece);
      if (parts.length === 0) break;
      piece = choose(parts);
      others = [...others, ...parts.filter((part) => part !== piece)];
    }
    drawn.push(piece);
  }
  return { drawn, others };
}

/**
 * Cuts a subproblem by its next band queen or, if all are given, by the side of a column. Returns [] if it cannot be
 * cut.
 */
function cut(subproblem: Subproblem): MeetSubproblem[] {
  if (subproblem.algorithm === 'bitmask') return [];
  const { n, bandRows, queens } = subproblem;
  if (queens.length < bandRows - 1) return divideByNextQueen(subproblem).map(createSubproblem);
  const column = columnToSplit(n, unassignedColumns(subproblem));
  return column === 0 ? [] : divideBySides(subproblem, column).map(createSubproblem);
}
