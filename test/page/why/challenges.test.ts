import { expect, test } from 'vitest';
import { CHALLENGES, findChallenge } from '../../../src/page/why/challenges.js';
import { placements, type Queens } from '../plain-search.js';

const ways = placements(8, 8);
const cells = (way: Queens) => way.map((column, row) => [row, column] as const);

/** What each sentence says, on the cells of a way. */
const SENTENCES: Readonly<Record<string, (way: Queens) => boolean>> = {
  'without a queen in a corner': (way) => cells(way).every(([row, column]) => row % 7 !== 0 || column % 7 !== 0),
  'with a queen in a corner': (way) => cells(way).some(([row, column]) => row % 7 === 0 && column % 7 === 0),
  'without a queen on the two long diagonals': (way) =>
    cells(way).every(([row, column]) => row - column !== 0 && row + column !== 7),
  'without three queens in a line, at any angle': (way) =>
    cells(way).every(([row, column], i) =>
      cells(way).every(
        ([down, right], j) =>
          j <= i ||
          cells(way).every(([y, x], k) => k <= j || (down - row) * (x - column) !== (y - row) * (right - column)),
      ),
    ),
  'that looks the same upside down': (way) => String([...way].reverse().map((column) => 7 - column)) === String(way),
  'without a queen on the 16 squares in the middle': (way) =>
    cells(way).every(([row, column]) => Math.abs(row - 3.5) > 2 || Math.abs(column - 3.5) > 2),
};

test('each challenge is met by the ways that its sentence describes, from the most to the fewest', () => {
  const counts = CHALLENGES.map(([wish, isMet]) => {
    const met = ways.filter(isMet);
    expect([wish, met]).toEqual([wish, ways.filter(SENTENCES[wish] ?? (() => false))]);
    return met.length;
  });
  expect(counts).toEqual([76, 16, 12, 8, 4, 4]);
});

test('a player gets the first challenge that no found way meets, and none after meeting all', () => {
  expect(findChallenge([])).toBe(CHALLENGES[0]?.[0]);
  for (const way of ways) {
    const next = CHALLENGES.find(([wish]) => wish === findChallenge([way]));
    expect(next?.[1](way)).toBe(false);
  }
  expect(findChallenge(ways)).toBeUndefined();
});
