import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideByNextQueen, emptyBoard } from '../../../src/core/meet/smaller-boards.js';
import { chooseMeetCut, createSubproblem, subproblemsOfCut } from '../../../src/core/plan/meet-plan.js';
import { drawPieces } from '../../../src/core/plan/pieces.js';
import { mostExpensiveFirst } from '../../../src/core/plan/plan.js';
import { runSteps } from '../../../src/core/plan/steps.js';
import type { Subproblem } from '../../../src/core/plan/subproblem.js';
import { referenceMeetKernel } from '../../../workers/meet-reference.js';
import { countMeet } from '../../workers/meet-modules.js';
import { choosePlan } from './plans.js';

/** Returns a way to choose pieces. */
function choose(index: number): (pieces: readonly Subproblem[]) => Subproblem {
  return (pieces) => {
    const piece = pieces[index % pieces.length];
    if (!piece) throw new RangeError('no pieces');
    return piece;
  };
}

/** Subproblems of small boards with bands of two to four rows, and the parameters of `drawPieces`. */
const cut = fc
  .record({
    n: fc.integer({ min: 7, max: 11 }),
    bandRows: fc.integer({ min: 2, max: 4 }),
    givenQueens: fc.integer({ min: 1, max: 3 }),
    splitColumns: fc.integer({ min: 0, max: 3 }),
    maxCost: fc.constantFrom(0.2, 0.05),
    amount: fc.constantFrom(1, 3, Number.POSITIVE_INFINITY),
    index: fc.nat(),
  })
  .map(({ n, bandRows, givenQueens, splitColumns, ...drawing }) => {
    const rowsAbove = Math.ceil((n - bandRows) / 2);
    const lastRow = rowsAbove === Math.floor(n / 2) ? rowsAbove + 1 : rowsAbove;
    const band = { rowsAbove, bandRows, lastRow, givenQueens };
    return { subproblems: runSteps(subproblemsOfCut(n, { ...chooseMeetCut(n, splitColumns), ...band })), ...drawing };
  });

test('pieces have unique ids, and their counts add up to the count of the subproblem', () => {
  fc.assert(
    fc.property(cut, ({ subproblems, maxCost, amount, index }) => {
      const ids = new Set<string>();
      let all = 0;
      for (const subproblem of subproblems) {
        const { drawn, others } = drawPieces(subproblem, amount, choose(index), maxCost);
        expect(drawn.length).toBeLessThanOrEqual(amount);
        if (drawn.length < amount) expect(others).toEqual([]);
        const pieces = [...drawn, ...others];
        const counts = pieces.map((piece) => (piece.algorithm === 'meet' ? countMeet(piece).count : Number.NaN));
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(countMeet(subproblem).count);
        for (const { id } of pieces) ids.add(id);
        all += pieces.length;
      }
      expect(ids.size).toBe(all);
    }),
    { numRuns: 30 },
  );
});

test('both kernels of meet return the same count and work for each piece', () => {
  const [subproblem] = mostExpensiveFirst(choosePlan(14, { algorithm: 'meet', threads: 1 }).subproblems);
  if (!subproblem) throw new RangeError('an empty plan');
  const { drawn } = drawPieces(subproblem, Number.POSITIVE_INFINITY, choose(0), 0.25);
  expect(drawn.length).toBeGreaterThan(8);
  for (const piece of drawn) {
    if (piece.algorithm === 'meet') expect(referenceMeetKernel(piece)).toEqual(countMeet(piece));
  }
});

test('small subproblems and subproblems of bitmask are not cut into pieces', () => {
  for (const [n, algorithm] of [
    [14, 'meet'],
    [18, 'bitmask'],
  ] as const) {
    const [subproblem] = mostExpensiveFirst(choosePlan(n, { algorithm, threads: 1 }).subproblems);
    if (!subproblem) throw new RangeError('an empty plan');
    expect(drawPieces(subproblem, 3, choose(0))).toEqual({ drawn: [subproblem], others: [] });
  }
});

test('a subproblem of 28 queens, which takes hours, has small pieces to draw, and few others', () => {
  let board = emptyBoard({ n: 28, ...chooseMeetCut(28, 0) });
  for (const queens of [[27], [27, 25], [27, 25, 11], [27, 25, 11, 5]]) {
    const next = divideByNextQueen(board).find((one) => String(one.queens) === String(queens));
    if (!next) throw new RangeError('no such board');
    board = next;
  }
  const whole = createSubproblem(board);
  expect(whole.cost).toBeGreaterThan(3_600_000);
  for (const index of [0, 1, 5]) {
    const { drawn, others } = drawPieces(whole, 3, choose(index));
    for (const { cost } of drawn) expect(cost).toBeLessThanOrEqual(10);
    expect(drawn).toHaveLength(3);
    expect(others.length).toBeLessThan(200);
  }
});
