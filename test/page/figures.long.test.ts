import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as figures from '../../src/page/why/figures.js';
import type { SideRules } from '../../src/plan/band-filling.js';
import { bandFillings } from '../../src/plan/fitting-fillings.js';
import { planMeet } from '../../src/plan/meet-plan.js';
import { makeKernel } from '../../workers/kernels.js';
import { A319283 } from '../vectors/a319284.js';

/** The diagonals of a half placement, as masks of columns in the next row. */
type Half = readonly [l: number, d: number];

/** Calls `onHalf` for each peaceful way to fill the rows. `allowed` has a mask of columns for each row. */
function fill(allowed: readonly number[], onHalf: (columns: number, half: Half) => void): void {
  function fillRow(row: number, columns: number, l: number, d: number): void {
    const mask = allowed[row];
    if (mask === undefined) {
      onHalf(columns, [l, d]);
      return;
    }
    for (let rest = mask & ~(columns | l | d); rest !== 0; rest &= rest - 1) {
      const queen = rest & -rest;
      fillRow(row + 1, columns | queen, (l | queen) << 1, (d | queen) >>> 1);
    }
  }
  fillRow(0, 0, 0, 0);
}

/** Returns the number of halves for each column set. The index is the mask of the columns. */
function listLengths(n: number, allowed: readonly number[]): Int32Array {
  const lengths = new Int32Array(2 ** n);
  fill(allowed, (columns) => {
    lengths[columns] = (lengths[columns] ?? 0) + 1;
  });
  return lengths;
}

const ones = (mask: number): number => (mask === 0 ? 0 : (mask & 1) + ones(mask >>> 1));
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** Returns the joins of a plan, one for each band filling and last band queen, with the columns of each side. */
function joinsOf(n: number) {
  return planMeet(n, { threads: 1 }).subproblems.flatMap((subproblem) =>
    [...bandFillings(subproblem)].flatMap((filling) =>
      filling.lastQueens.map(({ column }) => {
        const queen = 1 << column;
        const remaining = (side: SideRules, distance: (row: number) => number) =>
          side.allowed.map((mask, row) => mask & ~(queen | (queen << distance(row)) | (queen >>> distance(row))));
        return {
          free: filling.free & ~queen,
          requiredAbove: filling.above.required & ~queen,
          all: (filling.free | filling.above.required | filling.below.required) & ~queen,
          above: remaining(filling.above, (row) => subproblem.lastRow - row),
          below: remaining(filling.below, (row) => n - 1 - row - subproblem.lastRow),
        };
      }),
    ),
  );
}

test('the page has the right number of boards that a search tries', () => {
  for (let n = 4; n < figures.LARGEST; n++) expect(figures.boardsOf(n)).toBe((A319283[n] ?? 0) - 1);
  const docs = readFileSync(new URL('../../docs/verification.md', import.meta.url), 'utf8');
  expect(docs).toContain(`| A319283(20) | ${(figures.boardsOf(20) + 1).toLocaleString('en')} |`);
});

test.each([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18])('the page has the right amounts of work for %i queens', (n) => {
  const work = figures.workOf(n);
  let [made, asked] = [0, 0];
  for (const { free, requiredAbove, all, above, below } of joinsOf(n)) {
    const sides = [above, below].map((allowed) => allowed.map((mask) => mask & all));
    const [x, y] = sides.map((allowed) => listLengths(n, allowed));
    for (let columns = 0; columns < 2 ** n; columns++) {
      if ((columns & requiredAbove) !== requiredAbove || columns & ~(free | requiredAbove)) continue;
      asked += questions(x?.[columns] ?? 0, y?.[all & ~columns] ?? 0);
    }
  }
  for (const filling of planMeet(n, { threads: 1 }).subproblems.flatMap((one) => [...bandFillings(one)])) {
    made += halvesMade(filling.free, filling.above, 1) + halvesMade(filling.free, filling.below, 0);
  }
  expect([made, asked]).toEqual([work.made, work.asked]);
});

/** Returns a generator of random numbers from 0 to 1 with a fixed seed. */
function randomNumbers(): () => number {
  let state = 11;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns `count` random columns from a mask, as a mask. */
function draw(mask: number, count: number, random: () => number): number {
  const columns = Array.from({ length: 20 }, (_, column) => 1 << column).filter((column) => mask & column);
  let drawn = 0;
  for (let i = 0; i < count; i++) drawn |= columns.splice(Math.floor(random() * columns.length), 1)[0] ?? 0;
  return drawn;
}

/** Expects that a sampled number differs from the wanted one by less than 5 %. */
function expectAbout(found: number, wanted: number): void {
  expect(found / wanted).toBeGreaterThan(0.95);
  expect(found / wanted).toBeLessThan(1.05);
}

function binomial(n: number, k: number): number {
  return k === 0 ? 1 : (binomial(n - 1, k - 1) * n) / k;
}

/** Number of joins in a sample. */
const SAMPLE = 6000;

test.each([19, 20])('questions of %i queens agree with a sample of joins', (n) => {
  const random = randomNumbers();
  const kinds = joinsOf(n).map((join) => {
    const freeQueens = join.above.length - ones(join.requiredAbove);
    return { ...join, freeQueens, ways: binomial(ones(join.free), freeQueens) };
  });
  const joins = sum(kinds.map(({ ways }) => ways));
  let asked = 0;
  for (let i = 0; i < SAMPLE; i++) {
    let offset = random() * joins;
    const kind = kinds.find(({ ways }) => {
      offset -= ways;
      return offset < 0;
    });
    if (!kind) continue;
    const { free, requiredAbove, freeQueens, all, above, below } = kind;
    const columns = requiredAbove | draw(free, freeQueens, random);
    const upper = listOf(above.map((mask) => mask & columns)).length;
    const lower = listOf(below.map((mask) => mask & all & ~columns)).length;
    asked += questions(upper, lower);
  }
  expectAbout((asked * joins) / SAMPLE, figures.workOf(n).asked);
});

/** Returns all halves that fill these rows. `allowed` has a mask of columns for each row. */
function listOf(allowed: readonly number[]): Half[] {
  const halves: Half[] = [];
  fill(allowed, (_, half) => halves.push(half));
  return halves;
}

/** Returns the number of questions for two lists. Each compares a half of one list with up to 128 of the other. */
function questions(upper: number, lower: number): number {
  return Math.min(upper * Math.ceil(lower / 128), lower * Math.ceil(upper / 128));
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

test.each([19, 20])('the number of halves made for %i queens agrees with random walks', (n) => {
  const random = randomNumbers();
  const fillings = planMeet(n, { threads: 1 }).subproblems.flatMap((one) => [...bandFillings(one)]);
  const walks = Math.ceil(200_000 / fillings.length);
  const made = fillings.map(({ free, above, below }) => {
    const each = Array.from({ length: walks }, () => walk(free, above, 1, random) + walk(free, below, 0, random));
    return sum(each) / walks;
  });
  expectAbout(sum(made), figures.workOf(n).made);
});

/** Estimates `halvesMade` by one random walk (Knuth). */
function walk(free: number, side: SideRules, missing: number, random: () => number): number {
  let [columns, l, d, weight, made] = [0, 0, 0, 1, 0];
  for (const [row, allowed] of side.allowed.entries()) {
    const queens: number[] = [];
    for (let rest = allowed & (free | side.required) & ~(columns | l | d); rest !== 0; rest &= rest - 1) {
      const queen = rest & -rest;
      if (ones(side.required & ~(columns | queen)) <= side.rows - row - 1 + missing) queens.push(queen);
    }
    weight *= queens.length;
    made += weight;
    const queen = queens[Math.floor(random() * queens.length)];
    if (queen === undefined) break;
    [columns, l, d] = [columns | queen, (l | queen) << 1, (d | queen) >>> 1];
  }
  return made;
}

test('the subproblems of 11 queens have the counts that the page shows, by the column of the middle queen', () => {
  const kernel = makeKernel({ kind: 'readable' });
  const { subproblems } = planMeet(11, { threads: 1 });
  expect(subproblems.map(({ queens }) => queens)).toEqual([5, 6, 7, 8, 9, 10].map((column) => [column]));
  expect(subproblems.map((one) => one.weight * kernel(one).count)).toEqual(figures.SUBPROBLEMS_OF_11);
});

test('a question takes about 20 instructions, and seven of them count the zeros', () => {
  const source = readFileSync(new URL('../../workers/assembly/meet/answers.ts', import.meta.url), 'utf8');
  const loop = /do \{(.*?)\} while/s.exec(source)?.[1] ?? '';
  const calls = (name: string) => loop.split(`${name}(`).length - 1;
  expect(calls('answer<Chunks>')).toBe(4);
  // Operations: 5 for a full adder (sum and carry share one), 7 to count and add the ones of a vector, 3 for the loop.
  const countingOperations = (5 * calls('carry') + 7 + calls('computeNow') + 3) / 4;
  expect(Math.round(countingOperations)).toBe(7);
  for (const lookUps of [4, 5]) {
    const instructions = 2 * lookUps + (lookUps - 1) + countingOperations;
    expect(Math.abs(instructions - figures.INSTRUCTIONS_PER_QUESTION)).toBeLessThan(3);
  }
});
