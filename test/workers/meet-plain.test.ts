import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PlainCut, plainSubproblems } from '../../src/plan/meet-plain-plan.js';
import { planMeet } from '../../src/plan/meet-plan.js';
import { leastStrictWidth } from '../../src/plan/sieve-bits.js';
import { plainKernel } from '../../workers/meet-plain.js';
import { countPlainReadably, plainSolutions } from '../../workers/meet-plain-readable.js';
import { OutOfMemoryError } from '../../workers/out-of-memory-error.js';
import { A000170 } from '../vectors/a000170.js';
import { countMeet, meetModules } from './meet-modules.js';
import { allSolutions, classOf, imagesOf } from './symmetry-classes.js';

const MEMORY = 256 * 2 ** 20;

/** Every kind of cut: without and with key columns, and every sieve from none to one of 12 bits. */
function cuts(n: number): PlainCut[] {
  const keys = [0, 2, 4, 6].filter((keyColumns) => keyColumns <= n / 2);
  const sieves = [0, 1, 2].flatMap((strictWidth) => [0, 1, 2, 6].map((extraPairs) => ({ strictWidth, extraPairs })));
  return keys.flatMap((keyColumns, i) =>
    sieves
      .filter(({ strictWidth }) => i === 0 || strictWidth < 2)
      .filter(({ strictWidth }) => strictWidth >= leastStrictWidth(n - 1) && strictWidth < n / 2 - 1)
      .map((sieve) => ({ ...sieve, keyColumns, longestList: 5_000 })),
  );
}

function count(n: number, cut: PlainCut): number {
  return plainSubproblems(n, cut, MEMORY).reduce((sum, subproblem) => sum + countMeet(subproblem).count, 0);
}

describe('plain kernel', () => {
  for (let n = 6; n <= 16; n += 2) {
    const few = n < 14 ? cuts(n) : cuts(n).filter((_, i) => i % 5 === 0);
    test(`counts n = ${n} in each of ${few.length} cuts`, () => {
      for (const cut of few) expect({ cut, count: count(n, cut) }).toEqual({ cut, count: Number(A000170[n]) });
    });
  }

  for (let n = 6; n <= 12; n += 2) {
    test(`counts n = ${n} with nearly all columns and with all of them given`, () => {
      for (const keyColumns of [n - 2, n]) {
        const cut = { keyColumns, extraPairs: 2, longestList: 5_000 };
        const subproblems = plainSubproblems(n, cut, MEMORY);
        expect(new Set(subproblems.map(({ id }) => id)).size).toBe(subproblems.length);
        expect({ keyColumns, count: count(n, cut) }).toEqual({ keyColumns, count: Number(A000170[n]) });
      }
    });
  }

  test.each([3, -2, 14, 16])('refuses to be given %i columns of 12', (keyColumns) => {
    expect(() => count(12, { keyColumns, extraPairs: 2, longestList: 5_000 })).toThrow(
      new RangeError(`key columns must be an even number from 0 to 12, not ${keyColumns}`),
    );
  });

  test('counts n = 18 as planned, and with a strict sieve', () => {
    const planned = [...planMeet(18).subproblems].map((subproblem) => countMeet(subproblem).count);
    expect(planned.reduce((sum, part) => sum + part, 0)).toBe(Number(A000170[18]));
    expect(count(18, { keyColumns: 8, strictWidth: 1, extraPairs: 2, longestList: 24_000 })).toBe(Number(A000170[18]));
  });

  test('refuses a strict width that a board does not have, or that is too small for it', () => {
    for (const [n, strictWidth] of [
      [6, 3],
      [12, 4],
      [20, 0],
    ] as const) {
      const cut = { keyColumns: 2, strictWidth, extraPairs: 0, longestList: 1_000 };
      expect(() => count(n, cut)).toThrow(RangeError);
    }
  });

  test('any refinement has the same sum', () => {
    const anyCut = fc.integer({ min: 3, max: 6 }).chain((half) =>
      fc.record({
        n: fc.constant(2 * half),
        cut: fc.record({
          keyColumns: fc.integer({ min: 0, max: half }).map((edge) => 2 * edge),
          strictWidth: fc.integer({ min: 0, max: Math.min(half - 2, 3) }),
          extraPairs: fc.integer({ min: 0, max: 6 }),
          longestList: fc.constant(1_000),
        }),
      }),
    );
    fc.assert(
      fc.property(anyCut, ({ n, cut }) => {
        expect(count(n, cut)).toBe(Number(A000170[n]));
      }),
      { numRuns: 200 },
    );
  });
});

describe('plain kernel and its readable twin', () => {
  for (let n = 6; n <= 12; n += 2) {
    test(`agree on every subproblem of n = ${n}, in count and in work`, () => {
      for (const cut of n < 12 ? cuts(n) : cuts(n).slice(12, 14)) {
        for (const subproblem of plainSubproblems(n, cut, MEMORY)) {
          expect({ id: subproblem.id, ...countMeet(subproblem) }).toEqual({
            id: subproblem.id,
            ...countPlainReadably(subproblem),
          });
        }
      }
    });
  }
});

describe('symmetry of the plain variant', () => {
  for (const n of [6, 8, 10]) {
    test(`n = ${n}: the weights of the solutions of a class add up to its size, in every cut`, () => {
      const solutions = allSolutions(n);
      const sizes = new Map(solutions.map((queens) => [classOf(queens), imagesOf(queens).size]));
      const isSolution = new Set(solutions.map(String));
      for (const cut of n < 10 ? cuts(n) : cuts(n).slice(0, 2)) {
        const weights = new Map<string, number>();
        const seen = new Set<string>();
        for (const subproblem of plainSubproblems(n, cut, MEMORY)) {
          for (const { queens, weight } of plainSolutions(subproblem)) {
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

describe('memory of the plain kernel', () => {
  const cut: PlainCut = { keyColumns: 2, extraPairs: 3, longestList: 5_000 };
  const [subproblem] = plainSubproblems(16, cut, MEMORY);
  if (!subproblem) throw new Error('n = 16 has no subproblem');

  test('outgrown, it is an error that says how much was needed and how much there was; never a wrong count', () => {
    const kernel = plainKernel(meetModules.plain);
    const { count } = kernel(subproblem);
    const outcomes = new Set<string>();
    for (let memory = 0; memory < 40_000_000; memory += 1_310_711) {
      try {
        expect(kernel({ ...subproblem, memory }).count).toBe(count);
        outcomes.add('counted');
      } catch (error) {
        if (!(error instanceof OutOfMemoryError)) throw error;
        const [, needed = 0, had = 0] = (
          /asks for (\d+) bytes .* only (\d+); allow it more memory \(\d+ MB or more\)$/.exec(error.message) ?? []
        ).map(Number);
        expect(needed).toBeGreaterThan(had);
        expect(had).toBeLessThanOrEqual(memory);
        outcomes.add('failed');
      }
    }
    expect([...outcomes].toSorted()).toEqual(['counted', 'failed']);
  });

  test('a list longer than told is an error as well', () => {
    const kernel = plainKernel(meetModules.plain);
    expect(() => kernel({ ...subproblem, longestList: 1_000 })).toThrow(
      /asks for \d+ keys in a list, but .* 1000; allow it longer lists$/,
    );
    expect(kernel(subproblem).count).toBe(countMeet(subproblem).count);
  });
});
