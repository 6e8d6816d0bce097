import { columnAt, countColumns } from '../../../src/core/board/masks.js';
import type { Band } from '../../../src/core/meet/band.js';
import type { MeetBoard } from '../../../src/core/meet/board.js';
import {
  divideByNextQueen,
  divideBySides,
  emptyBoard,
  unassignedColumns,
} from '../../../src/core/meet/smaller-boards.js';
import { chooseMeetCut, createSubproblem } from '../../../src/core/plan/meet-plan.js';
import type { MeetSubproblem } from '../../../src/core/plan/subproblem.js';

/**
 * Places all queens of a band but the last at random, often near the edges, where keys are longest. Then assigns most
 * of the other columns to a side at random, so any kernel counts the subproblem in milliseconds.
 *
 * @param choices an endless stream of random numbers.
 * @param open maximum number of columns without a side.
 */
export function randomSubproblem(
  n: number,
  choices: Iterator<number>,
  open: number,
  band: Omit<Band, 'n'> = chooseMeetCut(n, 0),
): MeetSubproblem {
  const random = (limit: number): number => Number(choices.next().value) % limit;
  const isNearEdge = ({ queens }: MeetBoard): boolean => Math.abs(2 * (queens.at(-1) ?? 0) - (n - 1)) > n - 7;
  const oneOf = (boards: readonly MeetBoard[]): MeetBoard | undefined => {
    const nearEdges = boards.filter(isNearEdge);
    const chosen = nearEdges.length > 0 && random(2) ? nearEdges : boards;
    return chosen[chosen.length && random(chosen.length)];
  };
  let board: MeetBoard | undefined = emptyBoard({ n, ...band });
  for (let queens = 1; board && queens < band.bandRows; queens++) board = oneOf(divideByNextQueen(board));
  while (board && countColumns(unassignedColumns(board)) > open) {
    const free = unassignedColumns(board);
    const parts = divideBySides(board, 1 << columnAt(free, random(countColumns(free))));
    board = parts[parts.length && random(parts.length)];
  }
  return board ? createSubproblem(board) : randomSubproblem(n, choices, open, band);
}
