import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classSize, findFundamental } from '../../src/core/board/symmetries.js';
import { OutOfMemoryError } from '../../src/core/errors/errors.js';
import { chooseMeetCut, type MeetCut, subproblemsOfCut } from '../../src/core/plan/meet-cuts.js';
import type { MeetSubproblem } from '../../src/core/plan/subproblem.js';
import { makeMeetKernel, minMemory } from '../../workers/meet.js';
import { listWeightedSolutions, referenceMeetKernel } from '../../workers/meet-reference.js';
import { allSolutions } from '../core/board/placements.js';
import { isBand } from '../core/plan/bands.js';
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
function count(n: number, cut: MeetCut, kernel: ReturnType<typeof makeMeetKernel> = countMeet): number {
  return subproblemsOfCut(n, cut).reduce((sum, subproblem) => sum + kernel(subproblem).count, 0);
}

/** Returns the first subproblem of a cut. */
function firstOf(n: number, cut: MeetCut): MeetSubproblem {
  const [subproblem] = subproblemsOfCut(n, cut);
  if (!subproblem) throw new Error(`n = ${n} has no subproblem`);
  return subproblem;
}

describe.each([
  ['packed lists', true],
  ['lists in lanes of 16 bits', false],
])('the kernel of meet with %s', (_, isPacked) => {
  const kernels = [3, 2, 1, 0].map((patternColumns) =>
    makeMeetKernel(meetModule, 2 ** 28, { isPacked, patternColumns }),
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
      for (const subproblem of subproblemsOfCut(n, cut)) {
        const { id } = subproblem;
        expect({ id, ...kernels[i % 4]?.(subproblem) }).toEqual({ id, ...referenceMeetKernel(subproblem) });
      }
    }
  });
});

test.each([8, 9])('n = %i: the reference kernel counts the same if it may list only a few halves at once', (n) => {
  for (const cut of cuts(n).filter((_, i) => i % 9 === 0)) {
    for (const subproblem of subproblemsOfCut(n, cut)) {
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
    const subproblems = subproblemsOfCut(n, cut).filter(({ queens: [middle] }) => middle === column);
    return subproblems.reduce((sum, subproblem) => sum + countMeet(subproblem).count, 0);
  };
  const solutions = countPart(chooseMeetCut(n, 0));
  expect(solutions).toBeGreaterThan(0);
  expect(countPart({ ...chooseMeetCut(n, 0), ...band })).toBe(solutions);
});

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
      const kernel = makeMeetKernel(meetModule, 2 ** 24, { patternColumns });
      expect(count(n, { ...band, ...rest }, kernel)).toBe(Number(A000170[n]));
    }),
    { numRuns: 60 },
  );
});

for (let n = 5; n <= 9; n++) {
  test(`n = ${n}: with every cut, the weights of the solutions in a symmetry class add up to its size`, () => {
    const solutions = allSolutions(n);
    const sizes = new Map(solutions.map((queens) => [String(findFundamental(queens)), classSize(queens)]));
    const isSolution = new Set(solutions.map(String));
    for (const cut of cuts(n)) {
      const weights = new Map<string, number>();
      const seen = new Set<string>();
      for (const subproblem of subproblemsOfCut(n, cut)) {
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

for (const [n, splitColumns, from, to, steps] of [
  [13, 0, 1_500_000, 1_750_000, 250], // the steps are so small that some attempts fail after counting pairs
  [16, 0, 0, 12_000_000, 60],
  [18, 3, 0, 120_000_000, 60],
  [19, 6, 0, 60_000_000, 60],
] as const) {
  test(`n = ${n}: a kernel without enough memory says so, and never miscounts`, () => {
    const subproblem = firstOf(n, chooseMeetCut(n, splitColumns));
    const { count, work } = countMeet(subproblem);
    const outcomes = new Set<string>();
    for (let memory = from; memory < to; memory += (to - from) / steps) {
      try {
        expect(makeMeetKernel(meetModule, memory)(subproblem)).toEqual({ count, work });
        outcomes.add('counted');
      } catch (error) {
        if (!(error instanceof OutOfMemoryError)) throw error;
        expect(error.message).toMatch(/ of memory in its thread: use --memory \d+$/);
        outcomes.add('failed');
      }
    }
    expect([...outcomes].toSorted()).toEqual(['counted', 'failed']);
  });
}

test.each([
  [16, 7, 3, 2.8], // rows above the band, band rows, and megabytes that its 14 fillings need undivided
  [16, 6, 4, 1.9], // 157 fillings
  [17, 7, 3, 4.1],
])(
  'n = %i, %i rows above %i: fillings that need %f MB are counted with less, in parts',
  (n, rowsAbove, bandRows, need) => {
    const bottom = rowsAbove + bandRows - 1;
    const cut = { ...chooseMeetCut(n, 0), rowsAbove, bandRows, lastRow: bottom, givenQueens: 1 };
    const subproblem = subproblemsOfCut(n, cut).at(-1);
    if (!subproblem) throw new Error(`n = ${n} has no subproblem`);
    const tally = countMeet(subproblem);
    for (let memory = 1.7e6; memory < need * 1e6; memory += 2e5) {
      expect(makeMeetKernel(meetModule, memory)(subproblem)).toEqual(tally);
    }
  },
);

test('n = 18 to 22: subproblems have the same count and work with 4, 8, 16 and 64 MB', () => {
  const choices = fc.infiniteStream(fc.nat());
  const kernels = [4, 8, 16, 64].map((megabytes) => makeMeetKernel(meetModule, megabytes * 2 ** 20));
  fc.assert(
    fc.property(fc.integer({ min: 18, max: 22 }), fc.integer({ min: 6, max: 12 }), choices, (n, open, choices) => {
      const subproblem = randomSubproblem(n, choices, open);
      const tally = countMeet(subproblem);
      for (const kernel of kernels) expect(kernel(subproblem)).toEqual(tally);
    }),
    { numRuns: 20 },
  );
});

test('n = 19 to 24: random pieces have the same count and work near the least memory as with 256 MB', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 19, max: 24 }),
      fc.integer({ min: 0, max: 7 }),
      fc.integer({ min: 0, max: 2 ** 20 }),
      fc.infiniteStream(fc.nat()),
      (n, open, more, choices) => {
        const subproblem = randomSubproblem(n, choices, open);
        expect(makeMeetKernel(meetModule, minMemory(n) + more)(subproblem)).toEqual(countMeet(subproblem));
      },
    ),
    { numRuns: 100 },
  );
});
