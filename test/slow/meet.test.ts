import { describe, expect, test } from 'vitest';
import { count } from '../../src/count/count.js';
import { columnAt, ones } from '../../src/plan/column-masks.js';
import { wideCut } from '../../src/plan/meet-cuts.js';
import { DEFAULT_MEMORY, MOST_MEET_N, planMeet } from '../../src/plan/meet-plan.js';
import { withIdAndCost } from '../../src/plan/meet-wide-plan.js';
import { piecesOf } from '../../src/plan/pieces.js';
import type { WideSubproblem } from '../../src/plan/subproblem.js';
import { givenRows, possibleColumns, type Queen } from '../../src/plan/wide-band.js';
import { countWideReadably } from '../../workers/meet-wide-readable.js';
import { A000170 } from '../vectors/a000170.js';
import { countMeet } from '../workers/meet-modules.js';

test.each([19, 20])('n = %i, within 256 MB a thread', async (n) => {
  for (const { memory } of planMeet(n, { threads: 2 }).subproblems) expect(memory).toBeLessThanOrEqual(DEFAULT_MEMORY);
  const result = await count(n, { threads: 2, algorithm: 'meet' });
  expect(result.count).toBe(A000170[n]);
});

describe('boards that take too long to count', () => {
  for (let n = 19; n <= MOST_MEET_N; n++) {
    test(`n = ${n}: pieces add up, and the readable twin counts them the same`, () => {
      const whole = subproblemWithSolutions(n);
      const pieces = piecesOf(whole).filter((piece) => piece.algorithm === 'meet');
      const tallies = pieces.map((piece) => ({ piece, tally: countMeet(piece) }));
      expect(tallies.reduce((sum, { tally }) => sum + tally.count, 0)).toBe(countMeet(whole).count);
      const withSolutions = tallies.filter(({ tally }) => tally.count > 0);
      expect(withSolutions.length).toBeGreaterThan(0);
      for (const { piece, tally } of withSolutions.slice(0, 2)) expect(countWideReadably(piece)).toEqual(tally);
    });
  }
});

/** A subproblem of n in which every queen of the band but the last is given; the first of those tried that has solutions. */
function subproblemWithSolutions(n: number): WideSubproblem {
  const { givenQueens: _, keyColumns: __, ...band } = wideCut(n, 0);
  const rows = givenRows({ n, ...band });
  const base = { n, weight: 1, memory: DEFAULT_MEMORY, keyColumns: 0, keyColumnsBelow: 0 } as const;
  for (let step = 3; step < 100; step++) {
    const queens: Queen[] = [];
    for (const row of rows) {
      const columns = possibleColumns({ n, ...band }, queens, row);
      if (columns !== 0) queens.push({ row, column: columnAt(columns, (step * (row + 1)) % ones(columns)) });
    }
    const given = withIdAndCost({ ...base, ...band, queens: queens.map(({ column }) => column) });
    if (queens.length === rows.length && countMeet(given).count > 0) return given;
  }
  throw new Error(`no way to fill the band of n = ${n} was found`);
}
