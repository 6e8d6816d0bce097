import { describe, expect, test } from 'vitest';
import { isPeaceful } from '../../src/board/placement.js';
import {
  attackingPairs,
  boardsTried,
  clashes,
  halvesOf,
  haveOtherColumns,
  N,
  numberOfHalves,
} from '../../src/page/why/halves.js';
import { lowerHalves, UPPER } from '../../src/page/why/register-step.js';
import { placements } from './plain-search.js';

describe.each([1, 3, 4, 6])('for a cut below %i rows,', (rows) => {
  const [uppers, lowers] = [halvesOf(rows, false), halvesOf(N - rows, true)];

  test('the halves are all placements of their rows, and a search tries as many boards', () => {
    expect(uppers.map(({ queens }) => queens)).toEqual(placements(N, rows));
    expect(lowers).toHaveLength(numberOfHalves(N - rows));
    const tried = Array.from({ length: rows }, (_, row) => placements(N, row + 1).length);
    expect(boardsTried(rows)).toBe(tried.reduce((sum, one) => sum + one, 0));
  });

  test('halves fit if one uses the columns that the other leaves, and no bit is 1 in both', () => {
    const fitting = uppers.flatMap((upper) =>
      lowers
        .filter((lower) => haveOtherColumns(upper, lower) && clashes(upper, lower).length === 0)
        .map((lower) => [...upper.queens, ...lower.queens.toReversed()]),
    );
    expect(fitting.map(String).sort()).toEqual(placements(N, N).map(String).sort());
  });

  test('each common bit of halves with other columns is a pair of queens that attack each other', () => {
    for (const upper of uppers.slice(0, 60)) {
      for (const lower of lowers.filter((one) => haveOtherColumns(upper, one))) {
        const onDiagonals = attackingPairs(upper, lower).map(([{ row, column }, other]) =>
          row - other.row === column - other.column ? `\\ ${column - row}` : `/ ${column + row}`,
        );
        expect(clashes(upper, lower)).toHaveLength(new Set(onDiagonals).size);
      }
    }
  });
});

test('128 lower halves of 16 queens are on the other columns, and clashes tell which of them fit', () => {
  const lowers = lowerHalves();
  expect(lowers).toHaveLength(128);
  const fitting = lowers.filter((lower) => clashes(UPPER, lower).length === 0);
  for (const lower of lowers) {
    expect(haveOtherColumns(UPPER, lower)).toBe(true);
    expect(fitting.includes(lower)).toBe(isPeaceful([...UPPER.queens, ...lower.queens.toReversed()]));
  }
  expect(fitting.length).toBeGreaterThan(1);
});
