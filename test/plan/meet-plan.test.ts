import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/errors/errors.js';
import { checkBand } from '../../src/plan/band.js';
import { meetCut } from '../../src/plan/meet-cuts.js';
import { DEFAULT_MEMORY, LEAST_MEET_N, MOST_MEET_N, planMeet } from '../../src/plan/meet-plan.js';
import { checkPartialCount, ImpossibleCountError, largestPossibleCount } from '../../src/plan/partial-count.js';
import { mostExpensiveFirst } from '../../src/plan/plan.js';
import { A000170 } from '../vectors/a000170.js';
import { countMeet } from '../workers/meet-modules.js';

const MEGABYTE = 2 ** 20;

/** The least memory that a plan for n can be made for, in megabytes, as the refusal of less says. */
function leastMemory(n: number): number {
  try {
    planMeet(n, { memory: 1 });
  } catch (error) {
    if (error instanceof UsageError) return Number(/at least (\d+) megabytes/.exec(error.message)?.[1]);
    throw error;
  }
  return Number.NaN;
}

describe('a plan of meeting in the middle', () => {
  test('has small, plain and well-named subproblems, the same ones every time', () => {
    for (let n = LEAST_MEET_N; n <= 21; n++) {
      for (const threads of [1, 2, 64]) {
        const plan = planMeet(n, { threads });
        expect(plan).toEqual(planMeet(n, { threads }));
        expect(new Set(plan.subproblems.map(({ id }) => id)).size).toBe(plan.subproblems.length);
        for (const subproblem of plan.subproblems) {
          expect(subproblem.id).toMatch(/^[\w.-]+$/);
          expect(JSON.stringify(subproblem).length).toBeLessThan(300);
          expect(subproblem).toMatchObject({ algorithm: 'meet', n, weight: 1 });
          expect(subproblem.cost).toBeGreaterThan(0);
          expect(subproblem.memory).toBeLessThanOrEqual(DEFAULT_MEMORY);
        }
      }
    }
  });

  test('exists for n up to 28', () => {
    for (const n of [4, 29, 8.5, Number.NaN]) expect(() => planMeet(n)).toThrow(RangeError);
  });

  for (let n = 19; n <= MOST_MEET_N; n++) {
    test(`n = ${n}: the band is as thin as keys of 16 bits, or of 17 in cells, allow, and has the middle rows`, () => {
      const { bandRows, rowsAbove, lastRow } = meetCut(n, 0);
      expect(bandRows).toBe(n <= 24 ? Math.max(2, n - 18) : n - 17);
      expect(() => checkBand({ n, bandRows, rowsAbove, lastRow })).not.toThrow();
      if (bandRows > 2) {
        expect(() => checkBand({ n, bandRows: bandRows - 1, rowsAbove, lastRow: rowsAbove })).toThrow(RangeError);
      }
      expect(rowsAbove - (n - rowsAbove - bandRows)).toBe((n - bandRows) % 2); // rows above and below
    });
  }

  test('is refused with less than the least memory; with the least no two subproblems are the same', () => {
    for (let n = LEAST_MEET_N; n <= 20; n++) {
      const memory = leastMemory(n) * MEGABYTE;
      const { subproblems } = planMeet(n, { memory });
      expect(new Set(subproblems.map(({ id }) => id)).size).toBe(subproblems.length);
      for (const subproblem of subproblems) expect(subproblem.memory).toBeLessThanOrEqual(memory);
      expect(() => planMeet(n, { memory: memory - MEGABYTE / 2 })).toThrow(UsageError);
    }
  });

  test('has the same sum with the least memory, which cuts finest', () => {
    for (const n of [6, 10, 14, 16]) {
      const { subproblems } = planMeet(n, { memory: leastMemory(n) * MEGABYTE });
      const sum = subproblems.reduce((sum, subproblem) => sum + countMeet(subproblem).count, 0);
      expect({ n, sum }).toEqual({ n, sum: Number(A000170[n]) });
    }
  });

  test('counts every n from 5 to 15, for 1, 3 and 64 threads', () => {
    for (let n = 5; n <= 15; n++) {
      for (const threads of [1, 3, 64]) {
        const counts = planMeet(n, { threads }).subproblems.map((subproblem) => countMeet(subproblem).count);
        expect({ n, threads, sum: counts.reduce((sum, count) => sum + count, 0) }).toEqual({
          n,
          threads,
          sum: Number(A000170[n]),
        });
      }
    }
  });

  // Another hash makes a new version refuse every ledger that is not finished: only a better plan is worth that.
  test.each([
    [10, 1, '7c57c06bf7eb051c5c90f2b152339a0fb5f72425f43592cc4a0fb23a6e4ac831'],
    [18, 2, 'ee287735c85dec31ae8e13cc2c1c8b8d5af81123098bcd954b9884c4a4093a3b'],
  ])('has the same hash as ever for n = %i and %i threads', (n, threads, hash) => {
    expect(planMeet(n, { threads }).hash).toBe(hash);
  });

  test('gives most of the work to the half that it estimates as expensive', () => {
    const subproblems = mostExpensiveFirst(planMeet(14, { threads: 32 }).subproblems);
    const work = subproblems.map((subproblem) => countMeet(subproblem).work);
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
    expect(sum(work.slice(0, work.length / 2))).toBeGreaterThan(0.7 * sum(work));
  });
});

describe('the largest possible count of a subproblem of meet', () => {
  test('is never below the count; a larger count is refused', () => {
    for (const n of [5, 8, 11]) {
      for (const subproblem of planMeet(n, { threads: 4 }).subproblems) {
        const partial = { id: subproblem.id, ...countMeet(subproblem), milliseconds: 1 };
        expect(() => checkPartialCount(partial, subproblem)).not.toThrow();
        const impossible = { ...partial, count: largestPossibleCount(subproblem) + 1 };
        expect(() => checkPartialCount(impossible, subproblem)).toThrow(ImpossibleCountError);
      }
    }
  });
});
