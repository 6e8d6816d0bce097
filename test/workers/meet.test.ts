import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allColumns, createMask } from '../../src/core/board/masks.js';
import { findFundamental, orbit } from '../../src/core/board/symmetries.js';
import { divideByOneMoreRow } from '../../src/core/meet/smaller-boards.js';
import { chooseMeetCut, createSubproblem, type MeetCut, subproblemsOfCut } from '../../src/core/plan/meet-plan.js';
import { runSteps } from '../../src/core/plan/steps.js';
import { createMeetKernel } from '../../workers/meet.js';
import { listWeightedSolutions, referenceMeetKernel } from '../../workers/meet-reference.js';
import { allSolutions } from '../core/board/placements.js';
import { isBand } from '../core/meet/bands.js';
import { randomSubproblem } from '../core/plan/random-subproblem.js';
import { A000170 } from '../vectors/a000170.js';
import { countMeet, meetModule } from './meet-modules.js';

/** Returns the allowed bands of up to `mostRows` rows for n, once for each possible row of the last band queen. */
function bands(n: number, mostRows: number): Pick<MeetCut, 'rowsAbove' | 'bandRows' | 'lastRow'>[] {
  const found: Pick<MeetCut, 'rowsAbove' | 'bandRows' | 'lastRow'>[] = [];
  for (let bandRows = 2; bandRows <= mostRows; bandRows++) {
    for (let rowsAbove = 1; rowsAbove < n; rowsAbove++) {
      for (let lastRow = rowsAbove; lastRow < rowsAbove + bandRows; lastRow++) {
        if (isBand({ n, rowsAbove, bandRows, lastRow })) found.push({ rowsAbove, bandRows, lastRow });
      }
    }
  }
  return found;
}

/** Returns two planned cuts, and a cut for each band, with varying given queens and split columns. */
function cuts(n: number): MeetCut[] {
  const middle = Math.floor(n / 2);
  const splitColumns = [0, 1 << middle, 0b1011, (1 << (middle - 1)) | (1 << (middle + 1)), 1 | (1 << (n - 1))];
  return [
    chooseMeetCut(n, 0),
    chooseMeetCut(n, 3),
    ...bands(n, 4).map((band, i) => ({
      ...band,
      givenQueens: 1 + (i % 3),
      splitColumns: splitColumns[i % splitColumns.length] ?? 0,
    })),
  ];
}

/** Counts the solutions for n with a cut. */
function count(n: number, cut: MeetCut, kernel: ReturnType<typeof createMeetKernel> = countMeet): number {
  return runSteps(subproblemsOfCut(n, cut)).reduce((sum, subproblem) => sum + kernel(subproblem).count, 0);
}

describe.each([
  ['packed lists', true],
  ['lists in lanes of 16 bits', false],
])('the kernel of meet with %s', (_, isPacked) => {
  const kernels = [3, 2, 1, 0].map((patternColumns) =>
    createMeetKernel(meetModule, 2 ** 28, { isPacked, patternColumns }),
  );
  const supported = (n: number, step: number): MeetCut[] =>
    cuts(n).filter(({ bandRows }, i) => (isPacked || bandRows === 2) && i % step === 0);

  test.each(Array.from({ length: 11 }, (_, i) => i + 5))('n = %i has the published count with each cut', (n) => {
    for (const [i, cut] of supported(n, n < 12 ? 1 : n < 14 ? 5 : 30).entries()) {
      expect(count(n, cut, kernels[i % 4]), JSON.stringify(cut)).toBe(Number(A000170[n]));
    }
  });

  test.each([5, 6, 7, 8, 9, 10, 11, 12])('the kernel agrees with the reference on every subproblem of n = %i', (n) => {
    for (const [i, cut] of supported(n, n < 9 ? 1 : n < 12 ? 4 : 30).entries()) {
      for (const subproblem of runSteps(subproblemsOfCut(n, cut))) {
        const { id } = subproblem;
        expect({ id, ...kernels[i % 4]?.(subproblem) }).toEqual({ id, ...referenceMeetKernel(subproblem) });
      }
    }
  });
});

test.each([8, 9])('n = %i: the reference kernel counts the same if it may list only a few halves at once', (n) => {
  for (const cut of cuts(n).filter((_, i) => i % 9 === 0)) {
    for (const subproblem of runSteps(subproblemsOfCut(n, cut))) {
      const tally = countMeet(subproblem);
      for (const most of [0, 100]) expect(referenceMeetKernel(subproblem, most)).toEqual(tally);
    }
  }
});

test.each([
  [19, 11, { rowsAbove: 8, bandRows: 3, lastRow: 10 }],
  [20, 12, { rowsAbove: 9, bandRows: 2, lastRow: 9 }], // the only keys of 16 bits in these tests: four large tables
])('n = %i has as many solutions with a queen on column %i of the middle row with another band', (n, column, band) => {
  const countPart = (cut: MeetCut): number => {
    const subproblems = runSteps(subproblemsOfCut(n, cut)).filter(({ queens: [middle] }) => middle === column);
    return subproblems.reduce((sum, subproblem) => sum + countMeet(subproblem).count, 0);
  };
  const solutions = countPart(chooseMeetCut(n, 0));
  expect(solutions).toBeGreaterThan(0);
  expect(countPart({ ...chooseMeetCut(n, 0), ...band })).toBe(solutions);
});

test.each([0, 0b1001])(
  'a list with too many keys for the kernel is counted, if the columns of mask %i have no side, too',
  (open) => {
    const queens = [19, 14, 24, 5];
    const below = 0x7b950 & ~open;
    const above = allColumns(26) & ~(createMask(queens) | below | open);
    const board = { n: 26, rowsAbove: 11, bandRows: 5, lastRow: 15, queens, above, below };
    const tally = countMeet(createSubproblem(board));
    const parts = divideByOneMoreRow(board).map((part) => countMeet(createSubproblem(part)).count);
    expect(tally.count).toBeGreaterThan(0);
    expect(tally.count).toBe(parts.reduce((sum, count) => sum + count));
    expect(tally).toEqual(referenceMeetKernel(board));
  },
);

test('pieces for n = 18 to 28 have the same count and work as with the reference', () => {
  let found = 0;
  fc.assert(
    fc.property(fc.integer({ min: 18, max: 28 }), fc.infiniteStream(fc.nat()), (n, choices) => {
      const subproblem = randomSubproblem(n, choices, 2);
      const tally = countMeet(subproblem);
      expect(tally).toEqual(referenceMeetKernel(subproblem));
      found += tally.count;
    }),
    { numRuns: 12 },
  );
  expect(found).toBeGreaterThan(0);
});

test('the count is the same for any number of given queens, and any split columns and pattern', () => {
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
    fc.property(cut, ({ n, band, patternColumns, ...rest }) => {
      const kernel = createMeetKernel(meetModule, 2 ** 24, { patternColumns });
      expect(count(n, { ...band, ...rest }, kernel)).toBe(Number(A000170[n]));
    }),
    { numRuns: 60 },
  );
});

for (let n = 5; n <= 9; n++) {
  test(`n = ${n}: with every cut, the weights of the solutions in a symmetry class add up to its size`, () => {
    const solutions = allSolutions(n);
    const sizes = new Map(solutions.map((queens) => [String(findFundamental(queens)), orbit(queens).length]));
    const isSolution = new Set(solutions.map(String));
    for (const cut of cuts(n)) {
      const weights = new Map<string, number>();
      const seen = new Set<string>();
      for (const subproblem of runSteps(subproblemsOfCut(n, cut))) {
        for (const { queens, weight } of listWeightedSolutions(subproblem)) {
          expect(isSolution.has(String(queens))).toBe(true);
          expect(seen.has(String(queens))).toBe(false);
          seen.add(String(queens));
          const name = String(findFundamental(queens));
          weights.set(name, (weights.get(name) ?? 0) + weight);
        }
      }
      expect(weights).toEqual(sizes);
    }
  });
}
