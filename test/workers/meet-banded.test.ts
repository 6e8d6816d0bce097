import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BandedCut, bandedSubproblems } from '../../src/plan/meet-banded-plan.js';
import { bandedCut } from '../../src/plan/meet-cuts.js';
import { bandedKernel } from '../../workers/meet-banded.js';
import { bandedSolutions, countBandedReadably } from '../../workers/meet-banded-readable.js';
import { OutOfMemoryError } from '../../workers/out-of-memory-error.js';
import { A000170 } from '../vectors/a000170.js';
import { countMeet, meetModules } from './meet-modules.js';
import { allSolutions, classOf, imagesOf } from './symmetry-classes.js';

const MEMORY = 256 * 2 ** 20;

/** Every kind of cut: the default one, sieves, bands of every shape up to four rows, all queens given or few, key columns. */
function cuts(n: number): BandedCut[] {
  const middle = Math.floor(n / 2);
  const keyColumns = [0, 1 << middle, 0b1011, (1 << (middle - 1)) | (1 << (middle + 1)), 1 | (1 << (n - 1))];
  const bands = [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
    [2, 0],
    [2, 1],
  ].filter(([above = 0, below = 0]) => above < middle && below < n - 1 - middle);
  const sieves = [0, 1, 2].flatMap((strictWidth) => [0, 1, 2, 5].map((extraPairs) => ({ strictWidth, extraPairs })));
  return [
    bandedCut(n, 0),
    bandedCut(n, 3),
    ...sieves.flatMap(({ strictWidth, extraPairs }, i) => {
      const around = i % 3 === 2 ? 1 : 0; // a band of three rows, or of one
      if (n % 2 === 0 || around >= middle - 1 || 2 * strictWidth + 1 > n - 2 - 2 * around) return [];
      const sieve = { strictWidth, extraPairs, longestList: 5_000 };
      const keys = keyColumns[i % keyColumns.length] ?? 0;
      return { bandAbove: around, bandBelow: around, givenQueens: 1 + (i % 3), keyColumns: keys, sieve };
    }),
    ...bands.flatMap(([bandAbove = 0, bandBelow = 0]) =>
      keyColumns.map((keyColumns, i) => ({ bandAbove, bandBelow, givenQueens: 1 + (i % 3), keyColumns })),
    ),
  ];
}

function count(n: number, cut: BandedCut): number {
  return bandedSubproblems(n, cut, MEMORY).reduce((sum, subproblem) => sum + countMeet(subproblem).count, 0);
}

describe('banded kernel', () => {
  for (let n = 5; n <= 16; n++) {
    const few = n < 15 ? cuts(n) : cuts(n).filter(({ bandAbove, bandBelow }) => bandAbove + bandBelow < 2);
    test(`counts n = ${n} in each of ${few.length} cuts`, () => {
      for (const cut of few) expect({ cut, count: count(n, cut) }).toEqual({ cut, count: Number(A000170[n]) });
    });
  }

  test('counts n = 17, whose lanes are full', () => {
    expect(count(17, bandedCut(17, 0))).toBe(Number(A000170[17]));
  });

  test('counts n = 18, whose lanes are wide', () => {
    expect(count(18, bandedCut(18, 0))).toBe(Number(A000170[18]));
  });

  test('refuses a band that leaves a side without rows, or too many diagonals for a key, or none in the middle for a sieve', () => {
    const cut = { givenQueens: 1, keyColumns: 0 };
    for (const [n, bandAbove, bandBelow] of [
      [5, 2, 0],
      [8, 0, 3],
      [19, 0, 0],
      [24, 2, 3],
    ] as const) {
      expect(() => bandedSubproblems(n, { ...cut, bandAbove, bandBelow }, MEMORY)).toThrow(RangeError);
    }
    const sieve = { strictWidth: 0, extraPairs: 2, longestList: 5_000 };
    for (const [n, bandAbove, bandBelow] of [
      [16, 0, 0],
      [15, 1, 0],
      [21, 0, 0],
    ] as const) {
      expect(() => bandedSubproblems(n, { ...cut, bandAbove, bandBelow, sieve }, MEMORY)).toThrow(RangeError);
    }
    const [subproblem] = bandedSubproblems(18, { ...cut, bandAbove: 1, bandBelow: 0 }, MEMORY);
    if (!subproblem) throw new Error('n = 18 has no subproblem');
    expect(() => countMeet({ ...subproblem, n: 20 })).toThrow(RangeError);
  });

  test('counts as much of n = 19, whose lanes are wide and whose joins are sieved, as with another band', () => {
    const middleAt11 = (cut: BandedCut): number => {
      const subproblems = bandedSubproblems(19, cut, MEMORY).filter(({ queens }) => queens[0] === 11);
      return subproblems.reduce((sum, subproblem) => sum + countMeet(subproblem).count, 0);
    };
    const planned = bandedCut(19, 2);
    expect(planned.sieve).toBeDefined();
    const unsieved = { ...planned, bandAbove: 1, keyColumns: 0, sieve: undefined };
    const solutions = middleAt11(unsieved);
    expect(solutions).toBeGreaterThan(0);
    expect(middleAt11(planned)).toBe(solutions);
  });

  test('any refinement has the same sum', () => {
    const sieve = fc.record({
      strictWidth: fc.constant(0),
      extraPairs: fc.integer({ min: 0, max: 6 }),
      longestList: fc.constant(1_000),
    });
    const cut = fc.integer({ min: 5, max: 12 }).chain((n) =>
      fc.record({
        n: fc.constant(n),
        cut: fc.record({
          bandAbove: fc.integer({ min: 0, max: Math.floor(n / 2) - 1 }),
          bandBelow: fc.integer({ min: 0, max: n - 2 - Math.floor(n / 2) }),
          givenQueens: fc.integer({ min: 1, max: 3 }),
          sieve: n % 2 === 0 ? fc.constant(undefined) : fc.option(sieve, { nil: undefined }),
          keyColumns: fc
            .uniqueArray(fc.integer({ min: 0, max: n - 1 }), { maxLength: 4 })
            .map((columns) => columns.reduce((mask, column) => mask | (1 << column), 0)),
        }),
      }),
    );
    fc.assert(
      fc.property(cut, ({ n, cut }) => {
        const symmetrical = cut.sieve ? { ...cut, bandBelow: cut.bandAbove } : cut; // a sieve asks for that
        expect(count(n, symmetrical)).toBe(Number(A000170[n]));
      }),
      { numRuns: 60 },
    );
  });
});

describe('banded kernel and its readable twin', () => {
  for (let n = 5; n <= 13; n++) {
    test(`agree on every subproblem of n = ${n}, in count and in work`, () => {
      for (const cut of n < 11 ? cuts(n) : n < 13 ? cuts(n).slice(0, 4) : cuts(n).slice(1, 3)) {
        for (const subproblem of bandedSubproblems(n, cut, MEMORY)) {
          expect({ id: subproblem.id, ...countMeet(subproblem) }).toEqual({
            id: subproblem.id,
            ...countBandedReadably(subproblem),
          });
        }
      }
    });
  }
});

describe('symmetry of the banded variant', () => {
  for (let n = 5; n <= 9; n++) {
    test(`n = ${n}: the weights of the solutions of a class add up to its size, in every cut`, () => {
      const solutions = allSolutions(n);
      const sizes = new Map(solutions.map((queens) => [classOf(queens), imagesOf(queens).size]));
      const isSolution = new Set(solutions.map(String));
      for (const cut of cuts(n)) {
        const weights = new Map<string, number>();
        const seen = new Set<string>();
        for (const subproblem of bandedSubproblems(n, cut, MEMORY)) {
          for (const { queens, weight } of bandedSolutions(subproblem)) {
            expect(isSolution.has(String(queens))).toBe(true);
            expect(seen.has(String(queens))).toBe(false);
            seen.add(String(queens));
            weights.set(classOf(queens), (weights.get(classOf(queens)) ?? 0) + weight);
          }
        }
        expect(weights).toEqual(sizes);
      }
    });
  }
});

describe('sieve of the banded kernel', () => {
  test('a list longer than told is an error that says how many keys it has at least', () => {
    const sieve = { strictWidth: 0, extraPairs: 2, longestList: 100 };
    const [subproblem] = bandedSubproblems(15, { ...bandedCut(15, 0), sieve }, MEMORY);
    if (!subproblem) throw new Error('n = 15 has no subproblem');
    const kernel = bandedKernel(meetModules.banded);
    expect(() => kernel(subproblem)).toThrow(/asks for \d+ keys in a list, but .* 100; allow it longer lists$/);
    const roomy = { ...subproblem, sieve: { ...sieve, longestList: 1_000 } };
    const { sieve: _, ...unsieved } = subproblem;
    expect(kernel(roomy)).toEqual(kernel(unsieved));
    expect(() => kernel({ ...roomy, memory: 800_000 })).toThrow(
      /asks for \d+ bytes .*; allow it more memory \(\d+ MB or more\)$/,
    );
  });
});

describe('memory of the banded kernel', () => {
  const [subproblem] = bandedSubproblems(16, bandedCut(16, 0), MEMORY);
  if (!subproblem) throw new Error('n = 16 has no subproblem');

  test('outgrown, it is an error that says how much was needed and how much there was', () => {
    const kernel = bandedKernel(meetModules.banded);
    const { count } = kernel(subproblem);
    for (const memory of [0, 100_000, 700_000, 2_000_000, 2_600_000, 3_000_000]) {
      const message = new RegExp(
        `^subproblem ${subproblem.id} asks for (\\d+) bytes .* only (\\d+); allow it more memory \\(\\d+ MB or more\\)$`,
      );
      let figures: number[] = [];
      try {
        kernel({ ...subproblem, memory });
      } catch (error) {
        expect(error).toBeInstanceOf(OutOfMemoryError);
        figures = (message.exec(String((error as Error).message)) ?? []).slice(1).map(Number);
      }
      const [needed = 0, had = 0] = figures;
      expect(needed).toBeGreaterThan(had);
      expect(needed).toBeGreaterThan(memory);
      expect(kernel(subproblem).count).toBe(count); // it can be used on
    }
  });

  test('between failing and succeeding there is no wrong count, whatever the memory', () => {
    const { count } = countMeet(subproblem);
    const outcomes = new Set<string>();
    for (let memory = 1_000_000; memory < 12_000_000; memory += 131_071) {
      try {
        expect(countMeet({ ...subproblem, memory }).count).toBe(count);
        outcomes.add('counted');
      } catch (error) {
        if (!(error instanceof OutOfMemoryError)) throw error;
        outcomes.add('failed');
      }
    }
    expect([...outcomes].toSorted()).toEqual(['counted', 'failed']);
  });
});
