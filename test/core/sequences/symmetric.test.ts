import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { knownCount, sequenceIds } from '../../../src/core/board/known-counts.js';
import { countHalfTurnSymmetric } from '../../../src/core/sequences/half-turn.js';
import { countQuarterTurnSymmetric } from '../../../src/core/sequences/quarter-turn.js';
import { type Counts, countFundamental, sequences } from '../../../src/core/sequences/sequences.js';
import { formatCount } from '../../../src/core/text/numbers.js';
import { placedBelowSecondRow } from '../../vectors/a319284.js';

// The long test counts larger boards.
it('the symmetric searches find the published numbers for n = 0 to 21, those of quarter turns up to 29', () => {
  for (let n = 1; n <= 29; n++) {
    expect(BigInt(countQuarterTurnSymmetric(n))).toBe(knownCount(n, 'A033148'));
    if (n <= 21) expect(BigInt(countHalfTurnSymmetric(n))).toBe(knownCount(n, 'A032522'));
  }
  expect([countHalfTurnSymmetric(0), countQuarterTurnSymmetric(0)]).toEqual([1, 1]); // the empty board
});

it.each([
  ['half', countHalfTurnSymmetric, [0, 1, 2, 3, 4, 12, 13]],
  ['quarter', countQuarterTurnSymmetric, [0, 1, 2, 4, 5, 12, 13]],
] as const)('the search for %s turns reports a fraction that grows from 0 to at most 1', (_, search, sizes) => {
  for (const n of sizes) {
    const fractions: number[] = [];
    expect(search(n, (fraction) => fractions.push(fraction))).toBe(search(n));
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(fractions.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);
    if (n >= 12) expect(new Set(fractions).size).toBeGreaterThan(10);
  }
});

/** Counts that equal the published values, instead of searches. */
const published: Counts = {
  all: async (n) => knownCount(n) ?? -1n,
  placedBelowSecondRow: async (n) => (n < 2 ? 0n : placedBelowSecondRow(n)),
  halfTurn: (n) => Number(knownCount(n, 'A032522')),
  quarterTurn: (n) => Number(knownCount(n, 'A033148')),
};

it.each(sequenceIds)('the published values of %s follow from other published values, up to n = 27', async (id) => {
  let largest = knownCount(0, id) === undefined ? 0 : -1;
  for (let n = largest + 1; n <= 27 && knownCount(n, id) !== undefined; largest = n++) {
    expect(await sequences[id].term(n, published)).toBe(knownCount(n, id));
  }
  expect(largest).toBeGreaterThanOrEqual(19); // A319283 is published up to n = 19
});

it('docs/verification.md lists the unpublished terms for n = 27', async () => {
  const page = readFileSync(new URL('../../../docs/verification.md', import.meta.url), 'utf8');
  expect(page).toContain(formatCount(await sequences.A260319.term(27, published)));
  expect(page).toContain(formatCount(await sequences.A260320.term(27, published)));
});

it('unpublished values are undefined, including those before the first of a sequence', () => {
  const ids = ['A000170', 'A002562', 'A260319', 'A260320', 'A319283'] as const;
  expect(ids.map((id) => knownCount(28, id))).toEqual(ids.map(() => undefined));
  expect(sequenceIds.filter((id) => knownCount(0, id))).toEqual(['A000170', 'A033148', 'A319283']);
});

it('countFundamental refuses numbers that contradict each other', () => {
  expect(() => countFundamental(8, 4, 0, 93n)).toThrow('not a multiple of 8');
  expect(countFundamental(0, 1, 1, 1n)).toBe(1n);
});
