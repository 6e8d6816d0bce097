import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { BandFilling, SideRules } from '../../../src/core/meet/band-filling.js';
import { bandFillings } from '../../../src/core/meet/fitting-fillings.js';
import * as figures from '../../../src/page/why/published.js';
import { createKernel } from '../../../workers/kernels.js';
import { planMeet } from '../../core/plan/plans.js';
import { A319283 } from '../../vectors/a319284.js';

const ones = (mask: number): number => (mask === 0 ? 0 : (mask & 1) + ones(mask >>> 1));

test('the page has the right number of boards that a search tries', () => {
  for (let n = 4; n < figures.MAX_N; n++) expect(figures.countBoards(n)).toBe((A319283[n] ?? 0) - 1);
  const docs = readFileSync(new URL('../../../docs/verification.md', import.meta.url), 'utf8');
  expect(docs).toContain(`| A319283(20) | ${(figures.countBoards(20) + 1).toLocaleString('en')} |`);
});

// For 19 and 20 queens this takes minutes, because they have few fillings. Both were counted in this way once.
test.each([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18])('the page has the right amounts of work for %i queens', (n) => {
  const { subproblems } = planMeet(n, { threads: 1 });
  const { made, checks } = workOn(subproblems.flatMap((subproblem) => [...bandFillings(subproblem)]));
  expect([made, checks]).toEqual([figures.findWork(n).made, figures.findWork(n).checks]);
});

/** Returns the numbers of halves made and of checks for some fillings. */
function workOn(fillings: readonly BandFilling[]) {
  let [made, checks] = [0, 0];
  for (const filling of fillings) {
    made += halvesMade(filling.free, filling.above, 1) + halvesMade(filling.free, filling.below, 0);
    for (const { column } of filling.lastQueens) checks += countChecks(filling, 1 << column);
  }
  return { made, checks };
}

/** Returns the number of queens placed for a side's lists. Complete halves lack at most `missing` required columns. */
function halvesMade(free: number, side: SideRules, missing: number): number {
  let made = 0;
  function fillRow(row: number, columns: number, l: number, d: number): void {
    const usable = (side.allowed[row] ?? 0) & (free | side.required);
    for (let rest = usable & ~(columns | l | d); rest !== 0; rest &= rest - 1) {
      const queen = rest & -rest;
      if (ones(side.required & ~(columns | queen)) > side.rows - row - 1 + missing) continue;
      made++;
      fillRow(row + 1, columns | queen, (l | queen) << 1, (d | queen) >>> 1);
    }
  }
  fillRow(0, 0, 0, 0);
  return made;
}

/** Returns the number of checks if the filling's last queen stands in this column, given as a mask. */
function countChecks({ board: { n, lastRow }, free, above, below }: BandFilling, queen: number): number {
  const all = (free | above.required | below.required) & ~queen;
  const lengths = (side: SideRules, distance: (row: number) => number) =>
    listLengths(
      n,
      side.allowed.map((mask, row) => mask & all & ~((queen << distance(row)) | (queen >>> distance(row)))),
    );
  const uppers = lengths(above, (row) => lastRow - row);
  const lowers = lengths(below, (row) => n - 1 - row - lastRow);
  const mayBeAbove = (free | above.required) & ~queen;
  const mustBeAbove = above.required & ~queen;
  let checks = 0;
  for (const [columns, upper] of uppers.entries()) {
    if ((columns & mustBeAbove) !== mustBeAbove || columns & ~mayBeAbove) continue;
    const lower = lowers[all & ~columns] ?? 0;
    // Each check compares a half of one list with up to 128 of the other.
    checks += Math.min(upper * Math.ceil(lower / 128), lower * Math.ceil(upper / 128));
  }
  return checks;
}

/** Returns the number of halves by the mask of their columns. `allowed` has a mask of columns for each row. */
function listLengths(n: number, allowed: readonly number[]): Int32Array {
  const lengths = new Int32Array(2 ** n);
  function fillRow(row: number, columns: number, l: number, d: number): void {
    const mask = allowed[row];
    if (mask === undefined) {
      lengths[columns] = (lengths[columns] ?? 0) + 1;
      return;
    }
    for (let rest = mask & ~(columns | l | d); rest !== 0; rest &= rest - 1) {
      const queen = rest & -rest;
      fillRow(row + 1, columns | queen, (l | queen) << 1, (d | queen) >>> 1);
    }
  }
  fillRow(0, 0, 0, 0);
  return lengths;
}

test('the subproblems of 11 queens have the counts and the work that the page shows for each column', () => {
  const kernel = createKernel({ kind: 'reference' });
  const { subproblems } = planMeet(11, { threads: 1 });
  expect(subproblems.map(({ queens }) => queens)).toEqual([5, 6, 7, 8, 9, 10].map((column) => [column]));
  const counted = subproblems.map((one) => {
    const { made, checks } = workOn([...bandFillings(one)]);
    return { solutions: one.weight * kernel(one).count, work: made + checks };
  });
  expect(counted).toEqual(figures.SUBPROBLEMS_OF_11);
});
