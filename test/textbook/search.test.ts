import fc from 'fast-check';
import { expect, it } from 'vitest';
import { select } from '../../src/textbook/search.js';
import { allSolutions } from '../board/placements.js';

const plain = { fundamental: false, skip: 0 };

it('numbers what it selects, and what it leaves out', () => {
  const shown = [...select(allSolutions(6), { ...plain, skip: 2, limit: 1 })];
  expect(shown).toEqual([{ placement: [3, 0, 4, 1, 5, 2], number: 3 }]);
});

it('takes the same as a slice of the list', () => {
  const all = allSolutions(7);
  fc.assert(
    fc.property(fc.nat(50), fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }), (skip, limit) => {
      const taken = [...select(all, { ...plain, skip, limit })].map(({ placement }) => placement);
      expect(taken).toEqual(all.slice(skip, limit === undefined ? undefined : skip + limit));
    }),
  );
});

it('asks for no solution after the last it needs', () => {
  function* endless() {
    yield [1, 3, 0, 2];
    yield [2, 0, 3, 1];
    throw new Error('one too many');
  }
  expect([...select(endless(), { ...plain, skip: 1, limit: 1 })]).toHaveLength(1);
});

it('shows the 12 fundamental solutions of eight queens, of which one has a class of four', () => {
  const shown = [...select(allSolutions(8), { fundamental: true, skip: 0 })];
  expect(shown.map(({ classSize }) => classSize).toSorted()).toEqual([4, ...Array(11).fill(8)]);
});
