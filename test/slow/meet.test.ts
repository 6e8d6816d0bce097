import { describe, expect, test } from 'vitest';
import { count } from '../../src/count/count.js';
import { columnAt, ones, subsets } from '../../src/plan/column-masks.js';
import { wideCut } from '../../src/plan/meet-cuts.js';
import { DEFAULT_MEMORY, MOST_MEET_N, planMeet } from '../../src/plan/meet-plan.js';
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
  for (let n = 22; n <= MOST_MEET_N; n++) {
    test(`n = ${n}: subproblems add up in any cut`, () => {
      const whole = subproblemWithSolutions(n);
      const counts = finelyCut(whole).map((subproblem) => countMeet(subproblem).count);
      expect(counts.filter((count) => count > 0).length).toBeGreaterThan(2);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(countMeet(whole).count);
    });
  }

  // Below n = 25 the readable kernel would need gigabytes: the band has fewer rows.
  for (let n = 25; n <= MOST_MEET_N; n++) {
    test(`n = ${n}: the readable twin counts the same`, () => {
      const cut = finelyCut(subproblemWithSolutions(n));
      for (const subproblem of cut.filter((one) => countMeet(one).count > 0).slice(0, 3)) {
        expect(countWideReadably(subproblem)).toEqual(countMeet(subproblem));
      }
    });
  }
});

/** The subproblems that a subproblem without key columns is, with key columns. */
function finelyCut(whole: WideSubproblem): WideSubproblem[] {
  const keyColumns = whole.queens.reduce((mask, column) => mask & ~(1 << column), wideCut(whole.n, 12).keyColumns);
  return subsets(keyColumns).map((keyColumnsBelow) => ({ ...whole, keyColumns, keyColumnsBelow }));
}

/** A subproblem of n in which every queen of the band but the last is given; the first of those tried that has solutions. */
function subproblemWithSolutions(n: number): WideSubproblem {
  const { givenQueens: _, keyColumns: __, ...band } = wideCut(n, 0);
  const rows = givenRows({ n, ...band });
  const base = {
    algorithm: 'meet',
    variant: 'wide',
    id: 'one',
    n,
    weight: 1,
    cost: 1,
    memory: DEFAULT_MEMORY,
  } as const;
  for (let step = 3; step < 100; step++) {
    const queens: Queen[] = [];
    for (const row of rows) {
      const columns = possibleColumns({ n, ...band }, queens, row);
      if (columns !== 0) queens.push({ row, column: columnAt(columns, (step * (row + 1)) % ones(columns)) });
    }
    const given = { ...base, ...band, keyColumns: 0, keyColumnsBelow: 0, queens: queens.map(({ column }) => column) };
    if (queens.length === rows.length && countMeet(given).count > 0) return given;
  }
  throw new Error(`no way to fill the band of n = ${n} was found`);
}
