import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MeetBoard } from '../../../src/core/meet/board.js';
import { bandFillings, divideForKeys } from '../../../src/core/meet/fitting-fillings.js';
import { assignKeyBits } from '../../../src/core/meet/key-bits.js';
import { emptyBoard } from '../../../src/core/meet/smaller-boards.js';
import { subproblemsOfCut } from '../../../src/core/plan/meet-plan.js';
import { runSteps } from '../../../src/core/plan/steps.js';
import { listWeightedSolutions } from '../../../workers/meet-reference.js';
import { randomSubproblem } from '../plan/random-subproblem.js';

/** Divides a board as often as its sides have rows for, and each part with it. */
function allParts(board: MeetBoard, times: number): MeetBoard[] {
  const { n, rowsAbove, bandRows } = board;
  if (times === 0 || Math.max(rowsAbove, n - rowsAbove - bandRows) < 3) return [board];
  return divideForKeys(board).flatMap((part) => allParts(part, times - 1));
}

function solutions(boards: readonly MeetBoard[]): string[] {
  return boards.flatMap((one) => Array.from(listWeightedSolutions(one), (found) => JSON.stringify(found))).toSorted();
}

test.each([8, 9, 10])('n = %i: the parts of a board have its solutions, each once and with the same weight', (n) => {
  for (const bandRows of n % 2 === 0 ? [2, 3] : [3, 4]) {
    const middle = Math.floor(n / 2);
    const cut = { rowsAbove: middle - 1, bandRows, lastRow: middle - 1, givenQueens: 3, splitColumns: 0b10010 };
    for (const board of runSteps(subproblemsOfCut(n, cut))) {
      for (const times of [1, 2, 3, 4]) expect(solutions(allParts(board, times))).toEqual(solutions([board]));
    }
  }
});

test('fillings for n = 20 with 33 shared diagonals are divided by the side of column 0, until they fit', () => {
  const band = emptyBoard({ n: 20, rowsAbove: 9, bandRows: 2, lastRow: 9 });
  const parts = [...bandFillings({ ...band, queens: [18] })];
  expect(parts.map(({ board }) => [board.above, board.below, board.bandRows])).toEqual([
    [1, 0, 2],
    [0, 1, 2],
  ]);
});

test('every filling for n = 18 to 28 gets parts that fit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 18, max: 28 }), fc.infiniteStream(fc.nat()), (n, choices) => {
      for (const part of bandFillings(randomSubproblem(n, choices, n))) expect(assignKeyBits(part)).toBeDefined();
    }),
  );
});
