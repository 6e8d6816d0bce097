import { expect, it } from 'vitest';
import { knownCount, sequenceIds } from '../../src/board/known-counts.js';
import { countHalfTurnSymmetric } from '../../src/symmetric/half-turn.js';
import { countQuarterTurnSymmetric } from '../../src/symmetric/quarter-turn.js';
import { fundamentalCount } from '../../src/symmetric/sequences.js';

it('the symmetric searches find the published numbers for n = 0 to 20, 24 and, for quarter turns, 25', () => {
  for (const n of [...Array.from({ length: 20 }, (_, i) => i + 1), 24]) {
    expect(BigInt(countHalfTurnSymmetric(n))).toBe(knownCount(n, 'A032522'));
    expect(BigInt(countQuarterTurnSymmetric(n))).toBe(knownCount(n, 'A033148'));
  }
  expect(countQuarterTurnSymmetric(25)).toBe(3264);
  expect([countHalfTurnSymmetric(0), countQuarterTurnSymmetric(0)]).toEqual([1, 1]); // the empty board
});

it('the published sequences satisfy the identity of fundamentalCount up to n = 27', () => {
  for (let n = 1; n <= 27; n++) {
    const [all = -1n, fundamental = -1n, halfTurn = -1n, quarterTurn = -1n] = sequenceIds.map((id) =>
      knownCount(n, id),
    );
    expect(fundamentalCount(n, all, Number(halfTurn), Number(quarterTurn))).toBe(fundamental);
  }
  expect(sequenceIds.map((id) => knownCount(28, id))).toEqual([undefined, undefined, undefined, undefined]);
  expect(sequenceIds.map((id) => knownCount(0, id))).toEqual([1n, undefined, undefined, undefined]);
});

it('fundamentalCount refuses numbers that contradict each other', () => {
  expect(() => fundamentalCount(8, 93n, 4, 0)).toThrow('not a multiple of 8');
  expect(fundamentalCount(0, 1n, 1, 1)).toBe(1n);
});
