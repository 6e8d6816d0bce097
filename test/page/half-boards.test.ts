import { describe, expect, test } from 'vitest';
import {
  cellsOf,
  cellsOfDiagonal,
  clashes,
  crossingDiagonals,
  cutBoard,
  firstSolution,
  isSameDiagonal,
  keyOf,
  matrixRow,
} from '../../src/page/why/half-boards.js';
import { fits } from '../../src/page/why/half-placements.js';
import { schedule, waysToCount } from '../../src/page/why/work.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { solutions } from '../../src/textbook/bitmask.js';

describe.each([4, 5, 6, 7, 8])('%i queens, wherever the board is cut', (n) => {
  const cuts = Array.from({ length: n - 1 }, (_, i) => cutBoard(n, i + 1));

  test('pairs that fit are the solutions', () => {
    const wanted = [...solutions(n)].map(String).sort();
    for (const { sets } of cuts) {
      const found = sets.flatMap(({ above, below }) =>
        above.flatMap((a) => below.filter((b) => fits(a, b)).map((b) => [...a.queens, ...b.queens.toReversed()])),
      );
      expect(found.map(String).sort()).toEqual(wanted);
    }
  });

  test('a key has the diagonals on which the queens stand, as they are drawn', () => {
    for (const cut of cuts) {
      for (const { above, below } of cut.sets) {
        for (const [side, list] of [
          ['above', above],
          ['below', below],
        ] as const) {
          for (const half of list) {
            const cells = cellsOf(n, half, side).map(String);
            const drawn = crossingDiagonals(n).filter((diagonal) =>
              cellsOfDiagonal(cut, diagonal).some((cell) => cells.includes(String(cell))),
            );
            expect(keyOf(half, side)).toEqual(drawn);
          }
        }
      }
    }
  });

  test('a row ORed after the other leaves zeros where a half fits', () => {
    for (const { sets } of cuts) {
      for (const { above, below } of sets) {
        for (const half of above) {
          const rows = keyOf(half, 'above').map((diagonal) => matrixRow(below, diagonal));
          for (const [place, lower] of below.entries()) {
            expect(rows.some((row) => row[place])).toBe(!fits(half, lower));
            expect(clashes(half, lower).length > 0).toBe(!fits(half, lower));
          }
        }
      }
    }
  });

  test('the first solution is among the halves', () => {
    const [first = []] = solutions(n);
    for (const cut of cuts) {
      const { columns, half } = firstSolution(cut);
      const set = cut.sets.find((one) => one.columns === columns);
      expect(set?.above[half]?.queens).toEqual(first.slice(0, cut.rows));
    }
  });

  test('threads take every prefix once, without a gap', () => {
    const plan = planBitmask(n, 2);
    for (const threads of [1, 2, 3, 4]) {
      const tasks = schedule(plan, threads);
      expect(tasks.map(({ subproblem }) => subproblem.id).sort()).toEqual(
        [...plan.subproblems].map(({ id }) => id).sort(),
      );
      for (let thread = 0; thread < threads; thread++) {
        const own = tasks.filter((task) => task.thread === thread);
        for (const [i, { start }] of own.entries()) expect(start).toBe(own[i - 1]?.end ?? 0);
      }
    }
  });
});

test('every diagonal across the cut is named once', () => {
  const all = crossingDiagonals(8);
  expect(all).toHaveLength(14);
  for (const one of all) expect(all.filter((other) => isSameDiagonal(one, other))).toHaveLength(1);
});

test('the ways to count cost what was counted by doing them', () => {
  expect(waysToCount(8).map(({ steps }) => steps)).toEqual([2056, 1028, 2448, 1032]);
  const [backtracking, masks, pairs, matrix] = waysToCount(12).map(({ steps }) => steps);
  expect(backtracking).toBe(856188); // OEIS A319283, without the root
  expect(masks).toBe(428094);
  expect(matrix).toBeLessThan((pairs ?? 0) / 10);
});
