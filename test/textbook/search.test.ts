import fc from 'fast-check';
import { expect, it } from 'vitest';
import { select } from '../../src/textbook/search.js';
import { allSolutions } from '../board/placements.js';

const withoutFilter = { fundamental: false, skip: 0 };

it('the numbers in a selection also count skipped solutions', () => {
  const shown = [...select(allSolutions(6), { ...withoutFilter, skip: 2, limit: 1 })];
  expect(shown).toEqual([{ placement: [3, 0, 4, 1, 5, 2], number: 3 }]);
});

it('a selection equals a slice of the list', () => {
  const all = allSolutions(7);
  fc.assert(
    fc.property(fc.nat(50), fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }), (skip, limit) => {
      const taken = [...select(all, { ...withoutFilter, skip, limit })].map(({ placement }) => placement);
      expect(taken).toEqual(all.slice(skip, limit === undefined ? undefined : skip + limit));
    }),
  );
});

it('a selection requests no solution after its last one', () => {
  function* endless() {
    yield [1, 3, 0, 2];
    yield [2, 0, 3, 1];
    throw new Error('one too many');
  }
  expect([...select(endless(), { ...withoutFilter, skip: 1, limit: 1 })]).toHaveLength(1);
});

it('a fundamental selection has the 12 fundamental solutions of eight queens with their class sizes', () => {
  const shown = [...select(allSolutions(8), { fundamental: true, skip: 0 })];
  expect(shown.map(({ classSize }) => classSize).toSorted()).toEqual([4, ...Array(11).fill(8)]);
});
