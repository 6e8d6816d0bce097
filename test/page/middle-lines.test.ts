import { expect, test } from 'vitest';
import { classSize, isFundamental, orbit } from '../../src/board/symmetries.js';
import { countedSolutions, middleQueens, violation } from '../../src/page/why/middle-lines.js';
import { solutions } from '../../src/textbook/bitmask.js';

test.each([5, 6, 7, 8])('%i queens: the rule as a reader sees it lets through just what the plan counts', (n) => {
  const weights = countedSolutions(n);
  const all = [...solutions(n)];
  for (const solution of all) {
    expect(violation(solution) === undefined, String(solution)).toBe(weights?.has(String(solution)));
  }
  for (const one of all.filter(isFundamental)) {
    const sum = orbit(one).reduce((total, image) => total + (weights?.get(String(image)) ?? 0), 0);
    expect(sum).toBe(classSize(one));
  }
});

test('there is no rule for boards without a band', () => {
  expect(countedSolutions(4)).toBeUndefined();
});

test('the queens of the middle lines, that of the middle row first', () => {
  expect(middleQueens([0, 4, 7, 5, 2, 6, 1, 3])).toEqual([
    [4, 2],
    [3, 5],
    [1, 4],
    [7, 3],
  ]);
  expect(middleQueens([0, 2, 4, 1, 3])).toEqual([
    [2, 4],
    [1, 2],
  ]);
});
