import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { wideCut } from '../../src/plan/meet-cuts.js';
import { type WideCut, wideSubproblems } from '../../src/plan/meet-wide-plan.js';
import type { WideSubproblem } from '../../src/plan/subproblem.js';
import { checkBand } from '../../src/plan/wide-band.js';
import { compileKernel } from '../../workers/compile-kernel.js';
import { LANES, wideKernel } from '../../workers/meet-wide.js';
import { countWideReadably, wideSolutions } from '../../workers/meet-wide-readable.js';
import { OutOfMemoryError } from '../../workers/out-of-memory-error.js';
import { A000170 } from '../vectors/a000170.js';
import { countMeet, meetModule, plainMeetModule } from './meet-modules.js';
import { allSolutions, classOf, imagesOf } from './symmetry-classes.js';

const MEMORY = 256 * 2 ** 20;

/** Every band of up to the given number of rows that suits n, with each place of the last band queen's row. */
function bands(n: number, mostRows: number): Pick<WideCut, 'rowsAbove' | 'bandRows' | 'lastRow'>[] {
  const found: Pick<WideCut, 'rowsAbove' | 'bandRows' | 'lastRow'>[] = [];
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

/** Every kind of cut: the planned ones, bands of every shape, all queens given or few, key columns, patterns. */
function cuts(n: number): WideCut[] {
  const middle = Math.floor(n / 2);
  const keyColumns = [0, 1 << middle, 0b1011, (1 << (middle - 1)) | (1 << (middle + 1)), 1 | (1 << (n - 1))];
  return [
    wideCut(n, 0),
    wideCut(n, 3),
    ...bands(n, 4).map((band, i) => ({
      ...band,
      givenQueens: 1 + (i % 3),
      keyColumns: keyColumns[i % keyColumns.length] ?? 0,
      patternColumns: i % 4,
    })),
  ];
}

function count(n: number, cut: WideCut): number {
  return wideSubproblems(n, cut, MEMORY).reduce((sum, subproblem) => sum + countMeet(subproblem).count, 0);
}

describe('wide kernel', () => {
  for (let n = 5; n <= 16; n++) {
    const few = n < 14 ? cuts(n) : n < 16 ? cuts(n).filter((_, i) => i % 5 === 0) : cuts(n).slice(0, 3);
    test(`counts n = ${n} in each of ${few.length} cuts`, () => {
      for (const cut of few) expect({ cut, count: count(n, cut) }).toEqual({ cut, count: Number(A000170[n]) });
    });
  }

  test('counts n = 17, whose lanes are full', () => {
    expect(count(17, wideCut(17, 0))).toBe(Number(A000170[17]));
  });

  test('counts n = 18, whose lists are packed, with key columns', () => {
    expect(count(18, wideCut(18, 3))).toBe(Number(A000170[18]));
  });

  test('counts as much of n = 19, whose lists have cells, as with another band', () => {
    const given = (cut: WideCut): number => {
      const subproblems = wideSubproblems(19, cut, MEMORY).filter(({ queens: [middle] }) => middle === 11);
      return subproblems.reduce((sum, subproblem) => sum + countMeet(subproblem).count, 0);
    };
    const solutions = given(wideCut(19, 0));
    expect(solutions).toBeGreaterThan(0);
    expect(given({ ...wideCut(19, 0), rowsAbove: 8, bandRows: 3, lastRow: 10, patternColumns: 5 })).toBe(solutions);
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
      const cut = { rowsAbove, bandRows, lastRow, givenQueens: 1, keyColumns: 0, patternColumns: 0 };
      expect(() => wideSubproblems(n, cut, MEMORY)).toThrow(RangeError);
    }
    const [subproblem] = wideSubproblems(18, wideCut(18, 0), MEMORY);
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
        keyColumns: fc
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

describe('wide kernel with the lanes of larger boards', () => {
  const suits = (n: number, lanes: number, { rowsAbove, bandRows }: WideCut): boolean =>
    lanes < LANES.packed || (rowsAbove > 1 && n - rowsAbove - bandRows > 1);

  const builds = [
    { build: '', module: meetModule, largest: 15 },
    { build: 'plain SIMD, ', module: plainMeetModule, largest: 12 },
  ];
  const kinds = builds.flatMap(({ build, module, largest }) =>
    Object.entries(LANES).map(([name, lanes]) => ({ name: build + name, module, lanes, largest })),
  );

  for (const { name, module, lanes, largest } of kinds) {
    const kernel = wideKernel(module, () => lanes);
    for (let n = 6; n <= largest; n++) {
      const few = cuts(n).filter((cut, i) => suits(n, lanes, cut) && (n < 13 || (n < 15 ? i % 5 : i) === 1));
      test(`${name}: counts n = ${n} in each of ${few.length} cuts`, () => {
        for (const cut of few) {
          const counts = wideSubproblems(n, cut, MEMORY).map((subproblem) => kernel(subproblem).count);
          const count = counts.reduce((sum, count) => sum + count, 0);
          expect({ cut, count }).toEqual({ cut, count: Number(A000170[n]) });
        }
      });
    }

    test(`${name}: agrees with the readable twin on every subproblem, in count and in work`, () => {
      for (const n of [6, 7, 10, 11]) {
        for (const cut of cuts(n).filter((cut, i) => suits(n, lanes, cut) && (n < 10 || i % 4 === 0))) {
          for (const subproblem of wideSubproblems(n, cut, MEMORY)) {
            const { id } = subproblem;
            expect({ id, ...kernel(subproblem) }).toEqual({ id, ...countWideReadably(subproblem) });
          }
        }
      }
    });
  }
});

describe('an engine without relaxed SIMD', () => {
  test('counts with the kernel in plain SIMD', () => {
    function refuse(): never {
      throw new WebAssembly.CompileError('invalid opcode');
    }
    const refused = vi.spyOn(WebAssembly, 'Module').mockImplementationOnce(refuse);
    const { meet } = compileKernel('meet', 'fast');
    expect(refused).toHaveBeenCalledTimes(2);
    refused.mockRestore();
    if (!meet) throw new Error('there is no kernel');
    const kernel = wideKernel(meet);
    const counts = wideSubproblems(10, wideCut(10, 0), MEMORY).map((subproblem) => kernel(subproblem).count);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(Number(A000170[10]));
  });

  test('any other error is not hidden', () => {
    function refuse(): never {
      throw new RangeError('out of memory');
    }
    const refused = vi.spyOn(WebAssembly, 'Module').mockImplementationOnce(refuse);
    expect(() => compileKernel('meet', 'fast')).toThrow('out of memory');
    refused.mockRestore();
  });
});

describe('wide kernel and its readable twin', () => {
  for (let n = 5; n <= 13; n++) {
    test(`agree on every subproblem of n = ${n}, in count and in work`, () => {
      const few = n < 10 ? cuts(n) : n < 12 ? cuts(n).filter((_, i) => i % 4 === 0) : cuts(n).slice(1, 2);
      for (const cut of few) {
        for (const subproblem of wideSubproblems(n, cut, MEMORY)) {
          expect({ id: subproblem.id, ...countMeet(subproblem) }).toEqual({
            id: subproblem.id,
            ...countWideReadably(subproblem),
          });
        }
      }
    });
  }
});

describe('symmetry of meeting in the middle', () => {
  for (let n = 5; n <= 9; n++) {
    test(`n = ${n}: the weights of the solutions of a class add up to its size, in every cut`, () => {
      const solutions = allSolutions(n);
      const sizes = new Map(solutions.map((queens) => [classOf(queens), imagesOf(queens).size]));
      const isSolution = new Set(solutions.map(String));
      for (const cut of cuts(n)) {
        const weights = new Map<string, number>();
        const seen = new Set<string>();
        for (const subproblem of wideSubproblems(n, cut, MEMORY)) {
          for (const { queens, weight } of wideSolutions(subproblem)) {
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

describe('memory of the wide kernel', () => {
  for (const [n, keyColumns, most] of [
    [16, 0, 12_000_000],
    [18, 3, 120_000_000],
    [19, 6, 60_000_000],
  ] as const) {
    test(`n = ${n}: outgrown, it is an error that says how much was needed and how much there was; never a wrong count`, () => {
      const [subproblem] = wideSubproblems(n, wideCut(n, keyColumns), MEMORY);
      if (!subproblem) throw new Error(`n = ${n} has no subproblem`);
      const kernel = wideKernel(meetModule);
      const { count } = kernel(subproblem);
      const outcomes = new Set<string>();
      for (let memory = 0; memory < most; memory += Math.floor(most / 60)) {
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
  }

  test.each([18, 19])('n = %i: if lists outgrow it, the pattern gets more columns, and the count is the same', (n) => {
    const [subproblem] = wideSubproblems(n, wideCut(n, 3), MEMORY);
    if (!subproblem) throw new Error(`n = ${n} has no subproblem`);
    const kernel = wideKernel(meetModule);
    const { count, work } = kernel(subproblem);
    const ofAllLists = leastMemory({ ...subproblem, patternColumns: 0 });
    const ofPatterns = leastMemory({ ...subproblem, patternColumns: 8 });
    expect(ofAllLists).toBeLessThan(1.2 * ofPatterns); // made all at once, they take almost twice as much
    expect(kernel({ ...subproblem, patternColumns: 0, memory: ofAllLists })).toEqual({ count, work });

    /** The least memory that a subproblem is counted with: bytes, in steps of a megabyte. */
    function leastMemory(subproblem: WideSubproblem): number {
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
