import { describe, expect, it } from 'vitest';
import { knownCount, sequenceIds } from '../../src/board/known-counts.js';
import { halfTurn, quarterTurn, type Symmetry } from '../../src/board/symmetries.js';
import { countHalfTurnSymmetric } from '../../src/symmetric/half-turn.js';
import { countQuarterTurnSymmetric } from '../../src/symmetric/quarter-turn.js';
import { fundamentalCount } from '../../src/symmetric/sequences.js';
import { allSolutions } from '../board/placements.js';

function unchangedBy(symmetry: Symmetry, n: number): number {
  return allSolutions(n).filter((placement) => symmetry(placement).join() === placement.join()).length;
}

it('finds the published numbers: to n = 20, for n = 24, and for n = 25 by the quarter turn', () => {
  for (const n of [...Array.from({ length: 20 }, (_, i) => i + 1), 24]) {
    expect(BigInt(countHalfTurnSymmetric(n))).toBe(knownCount(n, 'A032522'));
    expect(BigInt(countQuarterTurnSymmetric(n))).toBe(knownCount(n, 'A033148'));
  }
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
