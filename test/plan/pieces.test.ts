import fc from 'fast-check';
import { expect, test } from 'vitest';
import { choosePlan } from '../../src/plan/choose-plan.js';
import { meetCut, subproblemsOfCut } from '../../src/plan/meet-cuts.js';
import { piecesOf } from '../../src/plan/pieces.js';
import { mostExpensiveFirst } from '../../src/plan/plan.js';
import { readableMeetKernel } from '../../workers/meet-readable.js';
import { countMeet } from '../workers/meet-modules.js';

/** Subproblems of small boards with bands of two to four rows, and the factor `limit` of `piecesOf`. */
const cut = fc
  .record({
    n: fc.integer({ min: 7, max: 12 }),
    bandRows: fc.integer({ min: 2, max: 4 }),
    givenQueens: fc.integer({ min: 1, max: 3 }),
    splitColumns: fc.integer({ min: 0, max: 3 }),
    limit: fc.constantFrom(0.1, 0.01, 0.001),
  })
  .map(({ n, bandRows, givenQueens, splitColumns, limit }) => {
    const rowsAbove = Math.ceil((n - bandRows) / 2);
    const lastRow = rowsAbove === Math.floor(n / 2) ? rowsAbove + 1 : rowsAbove;
    const band = { rowsAbove, bandRows, lastRow, givenQueens };
    return { subproblems: subproblemsOfCut(n, { ...meetCut(n, splitColumns), ...band }), limit };
  });

test('pieces have unique ids, and their counts add up to the count of the subproblem', () => {
  fc.assert(
    fc.property(cut, ({ subproblems, limit }) => {
      const ids = new Set<string>();
      let all = 0;
      for (const subproblem of subproblems) {
        const pieces = piecesOf(subproblem, limit);
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
  const pieces = piecesOf(subproblem, 0.05);
  expect(pieces.length).toBeGreaterThan(8);
  for (const piece of pieces) {
    if (piece.algorithm === 'meet') expect(readableMeetKernel(piece)).toEqual(countMeet(piece));
  }
});

test('small subproblems and subproblems of bitmask are not cut into pieces', () => {
  for (const [n, algorithm] of [
    [14, 'meet'],
    [18, 'bitmask'],
  ] as const) {
    const [subproblem] = mostExpensiveFirst(choosePlan(n, { algorithm, threads: 1 }).subproblems);
    if (!subproblem) throw new RangeError('an empty plan');
    expect(piecesOf(subproblem)).toEqual([subproblem]);
  }
});
