import { expect, it } from 'vitest';
import { select } from '../../../src/core/textbook/search.js';
import { solutions, UsageError } from '../../../src/index.js';
import { allSolutions } from '../board/placements.js';

it('a selection is the beginning of the list, with numbers from 1', () => {
  const all = allSolutions(7).map((placement, i) => ({ placement, number: i + 1 }));
  for (const limit of [undefined, 1, 39, 40, 41]) {
    expect([...select(allSolutions(7), { fundamental: false, limit })]).toEqual(all.slice(0, limit));
  }
});

it('a selection requests no solution after its last one', () => {
  function* endless() {
    yield [1, 3, 0, 2];
    yield [2, 0, 3, 1];
    throw new Error('one too many');
  }
  expect([...select(endless(), { fundamental: false, limit: 2 })]).toHaveLength(2);
});

it('a fundamental selection has the 12 fundamental solutions of eight queens with their class sizes', () => {
  const shown = [...select(allSolutions(8), { fundamental: true })];
  expect(shown.map(({ classSize }) => classSize).toSorted()).toEqual([4, ...Array(11).fill(8)]);
});

it('the library returns all solutions in lexicographic order, and refuses a board that is too large', () => {
  for (const n of [0, 6]) expect([...solutions(n)]).toEqual(allSolutions(n));
  expect(() => solutions(33)).toThrow(UsageError);
});
