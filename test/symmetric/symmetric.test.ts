import { describe, expect, it } from 'vitest';
import { knownCount, sequenceIds } from '../../src/board/known-counts.js';
import { halfTurn, quarterTurn, type Symmetry } from '../../src/board/symmetries.js';
import { countHalfTurnSymmetric } from '../../src/symmetric/half-turn.js';
import { countQuarterTurnSymmetric } from '../../src/symmetric/quarter-turn.js';
import { fundamentalCount } from '../../src/symmetric/sequences.js';
import { allSolutions } from '../board/placements.js';

/** OEIS, n = 1, 2, ..., 20: A000170, A002562, A032522, A033148. */
const PUBLISHED: readonly (readonly [all: bigint, fundamental: bigint, halfTurn: number, quarterTurn: number])[] = [
  [1n, 1n, 1, 1],
  [0n, 0n, 0, 0],
  [0n, 0n, 0, 0],
  [2n, 1n, 2, 2],
  [10n, 2n, 2, 2],
  [4n, 1n, 4, 0],
  [40n, 6n, 8, 0],
  [92n, 12n, 4, 0],
  [352n, 46n, 16, 0],
  [724n, 92n, 12, 0],
  [2680n, 341n, 48, 0],
  [14200n, 1787n, 80, 8],
  [73712n, 9233n, 136, 8],
  [365596n, 45752n, 420, 0],
  [2279184n, 285053n, 1240, 0],
  [14772512n, 1846955n, 3000, 64],
  [95815104n, 11977939n, 8152, 128],
  [666090624n, 83263591n, 18104, 0],
  [4968057848n, 621012754n, 44184, 0],
  [39029188884n, 4878666808n, 144620, 480],
];

function unchangedBy(symmetry: Symmetry, n: number): number {
  return allSolutions(n).filter((placement) => symmetry(placement).join() === placement.join()).length;
}

it('agrees with the table to n = 20', () => {
  for (const [i, [all, fundamental, half, quarter]] of PUBLISHED.entries()) {
    const n = i + 1;
    expect(countHalfTurnSymmetric(n)).toBe(half);
    expect(countQuarterTurnSymmetric(n)).toBe(quarter);
    expect(fundamentalCount(n, all, half, quarter)).toBe(fundamental);
  }
});

it('agrees with the table for n = 24, and 25 for the quarter turn', () => {
  expect(countHalfTurnSymmetric(24)).toBe(11_675_080);
  expect(countQuarterTurnSymmetric(24)).toBe(3328);
  expect(countQuarterTurnSymmetric(25)).toBe(3264);
});

describe('looking at all solutions', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])('finds as many unchanged ones of %i queens', (n) => {
    expect(countHalfTurnSymmetric(n)).toBe(unchangedBy(halfTurn, n));
    expect(countQuarterTurnSymmetric(n)).toBe(unchangedBy(quarterTurn, n));
  });
});

it('fits the published sequences together, to n = 27', () => {
  for (let n = 1; n <= 27; n++) {
    const [all = -1n, fundamental = -1n, halfTurn = -1n, quarterTurn = -1n] = sequenceIds.map((id) =>
      knownCount(n, id),
    );
    expect(fundamentalCount(n, all, Number(halfTurn), Number(quarterTurn))).toBe(fundamental);
  }
  expect(sequenceIds.map((id) => knownCount(28, id))).toEqual([undefined, undefined, undefined, undefined]);
  expect(sequenceIds.map((id) => knownCount(0, id))).toEqual([1n, undefined, undefined, undefined]);
});

it('refuses numbers that cannot belong together', () => {
  expect(() => fundamentalCount(8, 93n, 4, 0)).toThrow('not a multiple of 8');
  expect(fundamentalCount(0, 1n, 1, 1)).toBe(1n);
});
