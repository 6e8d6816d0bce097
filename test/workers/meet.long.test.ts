import { describe, expect, test } from 'vitest';
import type { MeetBoard } from '../../src/core/meet/board.js';
import { divideByNextQueen, emptyBoard } from '../../src/core/meet/smaller-boards.js';
import { chooseMeetCut, createSubproblem, MAX_MEET_N } from '../../src/core/plan/meet-plan.js';
import { drawPieces } from '../../src/core/plan/pieces.js';
import type { MeetSubproblem, Subproblem } from '../../src/core/plan/subproblem.js';
import { count } from '../../src/node/count/count.js';
import { referenceMeetKernel } from '../../workers/meet-reference.js';
import { A000170 } from '../vectors/a000170.js';
import { countMeet } from './meet-modules.js';

test.each([19, 20])('n = %i is counted with 64 MB per thread', async (n) => {
  const result = await count(n, { threads: 2, algorithm: 'meet', memory: 64 * 2 ** 20 });
  expect(result.count).toBe(A000170[n]);
});

// Counting these boards completely would take too long.
describe('large boards', () => {
  for (let n = 21; n <= MAX_MEET_N; n++) {
    test(`n = ${n}: pieces add up to the count of their subproblem, and both kernels agree on the drawn one`, () => {
      const whole = subproblemWithSolutions(n);
      const { drawn, others } = drawPieces(whole, 1, firstWithSolutions);
      const [piece] = drawn.filter(isMeet);
      if (!piece) throw new RangeError('no piece was drawn');
      const tally = countMeet(piece);
      expect(tally.count).toBeGreaterThan(0);
      expect(referenceMeetKernel(piece)).toEqual(tally);
      const sum = others.filter(isMeet).reduce((all, other) => all + countMeet(other).count, tally.count);
      expect(sum).toBe(countMeet(whole).count);
    });
  }
});

function isMeet(subproblem: Subproblem): subproblem is MeetSubproblem {
  return subproblem.algorithm === 'meet';
}

function firstWithSolutions(pieces: readonly Subproblem[]): Subproblem {
  const found = pieces.filter(isMeet).find((piece) => countMeet(piece).count > 0);
  if (!found) throw new RangeError('no piece has solutions');
  return found;
}

/** Finds a subproblem that has solutions, with all band queens given except the last. */
function subproblemWithSolutions(n: number): MeetSubproblem {
  const cut = chooseMeetCut(n, 0);
  for (let step = 3; step < 100; step++) {
    let board: MeetBoard | undefined = emptyBoard({ n, ...cut });
    while (board && board.queens.length < cut.bandRows - 1) {
      const next = divideByNextQueen(board);
      board = next[(step * (board.queens.length + 1)) % next.length];
    }
    if (board && countMeet(createSubproblem(board)).count > 0) return createSubproblem(board);
  }
  throw new Error(`no such subproblem of n = ${n} was found`);
}
