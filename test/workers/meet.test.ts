import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classSize, fundamental } from '../../src/board/symmetries.js';
import { checkBand } from '../../src/plan/band.js';
import { type MeetCut, meetCut, subproblemsOfCut } from '../../src/plan/meet-cuts.js';
import type { MeetSubproblem } from '../../src/plan/subproblem.js';
import { FORMS, meetKernel } from '../../workers/meet.js';
import { countMeetByReference, weighedSolutions } from '../../workers/meet-reference.js';
import { OutOfMemoryError } from '../../workers/out-of-memory-error.js';
import { allSolutions } from '../board/placements.js';
import { A000170 } from '../vectors/a000170.js';
import { countMeet, meetModule } from './meet-modules.js';

const MEMORY = 256 * 2 ** 20;

/** Every band of up to the given number of rows that suits n, with each place of the last band queen's row. */
function bands(n: number, mostRows: number): Pick<MeetCut, 'rowsAbove' | 'bandRows' | 'lastRow'>[] {
  const found: Pick<MeetCut, 'rowsAbove' | 'bandRows' | 'lastRow'>[] = [];
  for (let bandRows = 2; bandRows <= mostRows; bandRows++) {
    for (let rowsAbove = 1; rowsAbove < n; rowsAbove++) {
      for (let lastRow = rowsAbove; lastRow < rowsAbove + bandRows; lastRow++) {
        try {
          checkBand({ n, rowsAbove, bandRows, lastRow });
          found.push({ rowsAbove, bandRows, lastRow });
        } catch (error) {
          if (!(error instanceof RangeError)) throw error;
        }
      }
    }
  }
  return found;
}

/** Every kind of cut: the planned ones, bands of every shape, all queens given or few, split columns, patterns. */
function cuts(n: number): MeetCut[] {
  const middle = Math.floor(n / 2);
  const splitColumns = [0, 1 << middle, 0b1011, (1 << (middle - 1)) | (1 << (middle + 1)), 1 | (1 << (n - 1))];
  return [
    meetCut(n, 0),
    meetCut(n, 3),
    ...bands(n, 4).map((band, i) => ({
      ...band,
      givenQueens: 1 + (i % 3),
      splitColumns: splitColumns[i % splitColumns.length] ?? 0,
      patternColumns: i % 4,
    })),
  ];
}

function count(n: number, cut: MeetCut): number {
  return subproblemsOfCut(n, cut, MEMORY).reduce((sum, subproblem) => sum + countMeet(subproblem).count, 0);
}

/** Whether the kernel can list the halves of a cut in a form. */
function suits(form: number, n: number, { rowsAbove, bandRows }: MeetCut): boolean {
  if (form === FORMS.lanesOf16) return bandRows === 2;
  return form === FORMS.lanesOf32 || (rowsAbove > 1 && n - rowsAbove - bandRows > 1);
}

describe.each(Object.entries(FORMS))('the kernel of meet with lists of the form %s', (_, form) => {
  const kernel = meetKernel(meetModule, () => form);
  const suitable = (n: number, step: number): MeetCut[] =>
    cuts(n).filter((cut, i) => suits(form, n, cut) && i % step === 0);

  test.each(Array.from({ length: 11 }, (_, i) => i + 5))('counts n = %i in each cut', (n) => {
    for (const cut of suitable(n, n < 12 ? 1 : n < 14 ? 5 : 30)) {
      const counts = subproblemsOfCut(n, cut, MEMORY).map((subproblem) => kernel(subproblem).count);
      const count = counts.reduce((sum, count) => sum + count, 0);
      expect({ cut, count }).toEqual({ cut, count: Number(A000170[n]) });
    }
  });

  test.each([5, 6, 7, 8, 9, 10, 11, 12])('agrees with the reference on every subproblem of n = %i', (n) => {
    for (const cut of suitable(n, n < 9 ? 1 : n < 12 ? 4 : 30)) {
      for (const subproblem of subproblemsOfCut(n, cut, MEMORY)) {
        const { id } = subproblem;
        expect({ id, ...kernel(subproblem) }).toEqual({ id, ...countMeetByReference(subproblem) });
      }
    }
  });
});

describe('the kernel of meet', () => {
  test('counts as much of n = 19, whose lists have groups, as with another band', () => {
    const given = (cut: MeetCut): number => {
      const subproblems = subproblemsOfCut(19, cut, MEMORY).filter(({ queens: [middle] }) => middle === 11);
      return subproblems.reduce((sum, subproblem) => sum + countMeet(subproblem).count, 0);
    };
    const solutions = given(meetCut(19, 0));
    expect(solutions).toBeGreaterThan(0);
    expect(given({ ...meetCut(19, 0), rowsAbove: 8, bandRows: 3, lastRow: 10, patternColumns: 5 })).toBe(solutions);
  });

  test('refuses a band without the middle rows, without a row for its last queen, or too thin or too thick', () => {
    for (const [n, rowsAbove, bandRows, lastRow] of [
      [8, 4, 2, 5], // row 3 is missing
      [9, 2, 2, 2], // row 4 is missing
      [9, 3, 2, 4], // the last queen in the middle row
      [9, 3, 2, 5], // the last queen outside
      [9, 4, 1, 4],
      [9, 0, 8, 0],
      [9, 1, 8, 1],
      [21, 9, 2, 9], // 18 diagonals cross the band
      [25, 9, 7, 9], // 17, and lists of so thick a band are not packed
    ] as const) {
      const cut = { rowsAbove, bandRows, lastRow, givenQueens: 1, splitColumns: 0, patternColumns: 0 };
      expect(() => subproblemsOfCut(n, cut, MEMORY)).toThrow(RangeError);
    }
    const [subproblem] = subproblemsOfCut(18, meetCut(18, 0), MEMORY);
    if (!subproblem) throw new Error('n = 18 has no subproblem');
    expect(() => countMeet({ ...subproblem, n: 20 })).toThrow(RangeError);
  });

  test('any refinement has the same sum', () => {
    const cut = fc.integer({ min: 5, max: 12 }).chain((n) =>
      fc.record({
        n: fc.constant(n),
        band: fc.constantFrom(...bands(n, 5)),
        givenQueens: fc.integer({ min: 1, max: 4 }),
        patternColumns: fc.integer({ min: 0, max: n }),
        splitColumns: fc
          .uniqueArray(fc.integer({ min: 0, max: n - 1 }), { maxLength: 4 })
          .map((columns) => columns.reduce((mask, column) => mask | (1 << column), 0)),
      }),
    );
    fc.assert(
      fc.property(cut, ({ n, band, ...rest }) => {
        expect(count(n, { ...band, ...rest })).toBe(Number(A000170[n]));
      }),
      { numRuns: 60 },
    );
  });
});

describe('the symmetry rule of meet', () => {
  for (let n = 5; n <= 9; n++) {
    test(`n = ${n}: the weights of the solutions of a class add up to its size, in every cut`, () => {
      const solutions = allSolutions(n);
      const sizes = new Map(solutions.map((queens) => [String(fundamental(queens)), classSize(queens)]));
      const isSolution = new Set(solutions.map(String));
      for (const cut of cuts(n)) {
        const weights = new Map<string, number>();
        const seen = new Set<string>();
        for (const subproblem of subproblemsOfCut(n, cut, MEMORY)) {
          for (const { queens, weight } of weighedSolutions(subproblem)) {
            expect(isSolution.has(String(queens))).toBe(true);
            expect(seen.has(String(queens))).toBe(false);
            seen.add(String(queens));
            const name = String(fundamental(queens));
            weights.set(name, (weights.get(name) ?? 0) + weight);
          }
        }
        expect(weights).toEqual(sizes);
      }
    });
  }
});

describe('the memory of the kernel of meet', () => {
  for (const [n, splitColumns, from, to, steps] of [
    [13, 0, 1_500_000, 1_750_000, 1000], // in so small steps that some attempts fail after pairs were counted
    [16, 0, 0, 12_000_000, 60],
    [18, 3, 0, 120_000_000, 60],
    [19, 6, 0, 60_000_000, 60],
  ] as const) {
    test(`n = ${n}: too little is an error that says how much is needed, and never gives a wrong count`, () => {
      const [subproblem] = subproblemsOfCut(n, meetCut(n, splitColumns), MEMORY);
      if (!subproblem) throw new Error(`n = ${n} has no subproblem`);
      const { count, work } = countMeet(subproblem);
      const kernel = meetKernel(meetModule); // has no more memory than it is allowed at each step
      const outcomes = new Set<string>();
      for (let memory = from; memory < to; memory += (to - from) / steps) {
        try {
          expect(kernel({ ...subproblem, memory })).toEqual({ count, work });
          outcomes.add('counted');
        } catch (error) {
          if (!(error instanceof OutOfMemoryError)) throw error;
          const [, needed = 0, had = 0] = (
            /needs (\d+) bytes .* only (\d+); allow it more memory \(\d+ MB or more\)$/.exec(error.message) ?? []
          ).map(Number);
          expect(needed).toBeGreaterThan(had);
          expect(had).toBeLessThanOrEqual(memory);
          outcomes.add('failed');
        }
      }
      expect([...outcomes].toSorted()).toEqual(['counted', 'failed']);
    });
  }

  test.each([18, 19])('n = %i: if lists outgrow it, the pattern gets more columns, and the count is the same', (n) => {
    const [subproblem] = subproblemsOfCut(n, meetCut(n, 3), MEMORY);
    if (!subproblem) throw new Error(`n = ${n} has no subproblem`);
    const kernel = meetKernel(meetModule);
    const { count, work } = kernel(subproblem);
    const ofAllLists = leastMemory({ ...subproblem, patternColumns: 0 });
    const ofPatterns = leastMemory({ ...subproblem, patternColumns: 8 });
    expect(ofAllLists).toBeLessThan(1.2 * ofPatterns); // made all at once, they take almost twice as much
    expect(kernel({ ...subproblem, patternColumns: 0, memory: ofAllLists })).toEqual({ count, work });

    /** The least memory that a subproblem is counted with: bytes, in steps of a megabyte. */
    function leastMemory(subproblem: MeetSubproblem): number {
      for (let memory = 2 ** 20; memory <= MEMORY; memory += 2 ** 20) {
        try {
          kernel({ ...subproblem, memory });
          return memory;
        } catch (error) {
          if (!(error instanceof OutOfMemoryError)) throw error;
        }
      }
      throw new Error('too large for any memory');
    }
  });
});
