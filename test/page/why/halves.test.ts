import { expect, test } from 'vitest';
import { isPeaceful } from '../../../src/core/board/placement.js';
import {
  findClashes,
  LARGE_UPPER,
  listHalves,
  listLargeLowers,
  N,
  shareNoColumn,
} from '../../../src/page/why/halves.js';
import { placements } from '../plain-search.js';

test.each([1, 3, 4, 6])(
  'halves with a cut below %i rows fit if one uses the columns that the other leaves, and no bit is 1 in both',
  (rows) => {
    const lowers = listHalves(N - rows, true);
    const fitting = listHalves(rows, false).flatMap((upper) =>
      lowers
        .filter((lower) => shareNoColumn(upper, lower) && findClashes(upper, lower).length === 0)
        .map((lower) => [...upper.queens, ...lower.queens.toReversed()]),
    );
    expect(fitting.map(String).sort()).toEqual(placements(N, N).map(String).sort());
  },
);

test('128 lower halves of 16 queens are on the other columns, and clashes tell which of them fit', () => {
  const lowers = listLargeLowers();
  expect(lowers).toHaveLength(128);
  const fitting = lowers.filter((lower) => findClashes(LARGE_UPPER, lower).length === 0);
  for (const lower of lowers) {
    expect(shareNoColumn(LARGE_UPPER, lower)).toBe(true);
    expect(fitting.includes(lower)).toBe(isPeaceful([...LARGE_UPPER.queens, ...lower.queens.toReversed()]));
  }
  expect(fitting.length).toBeGreaterThan(1);
});
