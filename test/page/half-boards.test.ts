import { describe, expect, test } from 'vitest';
import { isPeaceful } from '../../src/board/placement.js';
import {
  cellsOf,
  cellsOfDiagonal,
  clashes,
  crossingDiagonals,
  cutBoard,
  firstSolution,
  keyOf,
  longLists,
} from '../../src/page/why/half-boards.js';
import { solutions } from '../../src/textbook/bitmask.js';
import { placements } from './plain-search.js';

describe.each([6, 7, 8])('for a board of %i queens, cut in the middle,', (n) => {
  const cut = cutBoard(n, Math.floor(n / 2));

  test('the pairs without a clash are the solutions', () => {
    const found = cut.sets.flatMap(({ above, below }) =>
      above.flatMap((a) =>
        below.filter((b) => clashes(a, b).length === 0).map((b) => [...a.queens, ...b.queens.toReversed()]),
      ),
    );
    expect(found.map(String).sort()).toEqual(placements(n, n).map(String).sort());
  });

  test('the key of a half has the diagonals that the picture draws through its queens', () => {
    for (const { above, below } of cut.sets) {
      for (const [side, list] of [
        ['above', above],
        ['below', below],
      ] as const) {
        for (const half of list) {
          const cells = cellsOf(n, half, side).map(({ row, column }) => `${row}.${column}`);
          const drawn = crossingDiagonals(n).filter((diagonal) =>
            cellsOfDiagonal(cut, diagonal).some(({ row, column }) => cells.includes(`${row}.${column}`)),
          );
          expect(keyOf(half)).toEqual(drawn);
        }
      }
    }
  });

  test('the lists contain the upper half of the first solution', () => {
    const [first = []] = solutions(n);
    const { columns, half } = firstSolution(cut);
    const set = cut.sets.find((one) => one.columns === columns);
    expect(set?.above[half]?.queens).toEqual(first.slice(0, cut.rows));
  });
});

test('the long list has every lower half on the free columns, and one of the 128 shown halves fits', () => {
  const { columns, upper, list, first } = longLists();
  expect(upper.queens.reduce((mask, column) => mask | (1 << column), 0)).toBe(columns);
  const rest = Array.from({ length: 16 }, (_, column) => column).filter((column) => !(columns & (1 << column)));
  expect(list).toHaveLength(placements(16, 8, rest).length);
  const fitting = list.filter((lower) => clashes(upper, lower).length === 0);
  for (const lower of list) {
    expect(fitting.includes(lower)).toBe(isPeaceful([...upper.queens, ...lower.queens.toReversed()]));
  }
  expect(list.slice(first, first + 128).some((lower) => fitting.includes(lower))).toBe(true);
});
