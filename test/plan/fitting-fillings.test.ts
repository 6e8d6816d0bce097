import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BandFilling, isPossible } from '../../src/plan/band-filling.js';
import { bandFillings, divide } from '../../src/plan/fitting-fillings.js';
import { keyBits } from '../../src/plan/key-bits.js';
import { meetCut, subproblemsOfCut } from '../../src/plan/meet-cuts.js';
import { solutionsOf } from '../../workers/meet-readable.js';
import { randomSubproblem } from './random-subproblem.js';

/** Divides a filling as often as its sides have rows for, and each part with it. */
function allParts(filling: BandFilling, times: number): BandFilling[] {
  if (times === 0 || Math.max(filling.above.rows, filling.below.rows) < 3) return [filling];
  return [...divide(filling)].filter(isPossible).flatMap((part) => allParts(part, times - 1));
}

function solutions(fillings: readonly BandFilling[]): string[] {
  return fillings.flatMap((one) => Array.from(solutionsOf(one), (found) => JSON.stringify(found))).toSorted();
}

test.each([8, 9, 10])('n = %i: the parts of a filling have its solutions, each once and with the same weight', (n) => {
  for (const bandRows of n % 2 === 0 ? [2, 3] : [3, 4]) {
    const middle = Math.floor(n / 2);
    const cut = { rowsAbove: middle - 1, bandRows, lastRow: middle - 1, givenQueens: 1, patternColumns: 2 };
    for (const subproblem of subproblemsOfCut(n, { ...cut, splitColumns: 0b10010 })) {
      for (const filling of bandFillings(subproblem)) {
        for (const times of [1, 2, 3, 4]) expect(solutions(allParts(filling, times))).toEqual(solutions([filling]));
      }
    }
  }
});

test('fillings for n = 20 with 33 shared diagonals are divided by the side of column 0, until they fit', () => {
  const [subproblem] = [...subproblemsOfCut(20, meetCut(20, 0))].filter(({ queens }) => queens[0] === 18);
  if (!subproblem) throw new Error('there is no such subproblem');
  const parts = [...bandFillings({ ...subproblem, queens: [18], rowsAbove: 9, bandRows: 2, lastRow: 9 })];
  expect(parts.map(({ above, below, band }) => [above.required, below.required, band.bandRows])).toEqual([
    [0, 1, 2],
    [1, 0, 2],
  ]);
});

test('every filling for n = 18 to 28 gets parts that fit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 18, max: 28 }), fc.infiniteStream(fc.nat()), (n, choices) => {
      for (const part of bandFillings(randomSubproblem(n, choices, n))) expect(keyBits(part)).toBeDefined();
    }),
  );
});
