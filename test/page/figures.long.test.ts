import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as figures from '../../src/page/why/figures.js';
import { workOf } from '../../src/page/why/work.js';
import type { SideRules } from '../../src/plan/band-filling.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { bandFillings } from '../../src/plan/fitting-fillings.js';
import { planMeet } from '../../src/plan/meet-plan.js';
import { A000170 } from '../vectors/a000170.js';
import { A319283, A319284 } from '../vectors/a319284.js';

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

test('the page has the right numbers of placements and pairs for 16 queens', () => {
  const work = figures.WORK_OF_16;
  expect(work.placed).toBe((A319283[16] ?? 0) - 1);
  expect(figures.HALF_TREE_OF_16).toBe(sum(A319284[16]?.slice(1, 9) ?? []));
  const lengths = listLengths(16, Array(8).fill(2 ** 16 - 1));
  let pairs = 0;
  for (const [columns, length] of lengths.entries()) pairs += length * (lengths[2 ** 16 - 1 - columns] ?? 0);
  expect(work.pairs).toBe(pairs);
});

test('the rule of step 2 picks the fraction of solutions that the page states for 16 queens', () => {
  const n = 16;
  const away = (line: number) => Math.abs(line - (n - 1) / 2);
  /** Distances from the centre: `farthest` is the largest on middle lines so far, `bound` that of row 8's queen. */
  function pickedBelow(row: number, columns: number, l: number, d: number, farthest: number, bound: number): number {
    if (row === n) return 1;
    let picked = 0;
    // Of two mirror images, the rule picks at most one. So it is enough to visit the one that starts on the left.
    const all = row === 0 ? 2 ** (n / 2) - 1 : 2 ** n - 1;
    for (let rest = all & ~(columns | l | d); rest !== 0; rest &= rest - 1) {
      const queen = rest & -rest;
      const column = 31 - Math.clz32(queen);
      const distance = row === 7 || row === 8 ? away(column) : 0;
      const inColumn = column === 7 || column === 8 ? away(row) : 0;
      const [most, limit] = [Math.max(farthest, distance, inColumn), row === 8 ? distance : bound];
      if (most <= limit)
        picked += pickedBelow(row + 1, columns | queen, (l | queen) << 1, (d | queen) >>> 1, most, limit);
    }
    return picked;
  }
  const weight = Number(A000170[n]) / pickedBelow(0, 0, 0, 0, 0, n);
  expect(weight.toFixed(1)).toBe(String(figures.PICKED_OF_16));
});

test.each([6, 7, 8, 16])('the page has the right figures for %i queens with the band', (n) => {
  const work = n === 16 ? figures.WORK_OF_16 : workOf(n);
  let [made, compared, asked] = [0, 0, 0];
  for (const { free, requiredAbove, all, above, below } of joinsOf(n)) {
    const sides = [above, below].map((allowed) => allowed.map((mask) => mask & all));
    const [x, y] = sides.map((allowed) => listLengths(n, allowed));
    for (let columns = 0; columns < 2 ** n; columns++) {
      if ((columns & requiredAbove) !== requiredAbove || columns & ~(free | requiredAbove)) continue;
      const [upper, lower] = [x?.[columns] ?? 0, y?.[all & ~columns] ?? 0];
      compared += upper * lower;
      asked += questions(upper, lower);
    }
  }
  for (const filling of planMeet(n, { threads: 1 }).subproblems.flatMap((one) => [...bandFillings(one)])) {
    made += halvesMade(filling.free, filling.above, 1) + halvesMade(filling.free, filling.below, 0);
  }
  expect([made, compared, asked]).toEqual([work.made, work.compared, work.asked]);
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

test('tree size, list length and number of pairs for 20 queens agree with an estimate and a sample', () => {
  const { placed, pairs } = figures.WORK_OF_20;
  const estimate = sum(planBitmask(20, 2).subproblems.map(({ cost, weight }) => cost * weight));
  const exact = sum(planBitmask(16, 2).subproblems.map(({ cost, weight }) => cost * weight));
  expectAbout((estimate / exact) * (A319283[16] ?? 0), placed);
  const random = randomNumbers();
  const lengths = Array.from({ length: 120 }, () => {
    const above = draw(2 ** 20 - 1, 10, random);
    return [listOf(Array(10).fill(above)).length, listOf(Array(10).fill(2 ** 20 - 1 - above)).length] as const;
  });
  expectAbout(sum(lengths.map(([x, y]) => x + y)) / 240, figures.LIST_LENGTHS_OF_20.plain);
  expectAbout((sum(lengths.map(([x, y]) => x * y)) / 120) * binomial(20, 10), pairs);
});

/** Number of joins in a sample. */
const SAMPLE = 6000;

test('the list lengths, pairs and questions for 20 queens with the band agree with a sample of joins', () => {
  const random = randomNumbers();
  const kinds = joinsOf(20).map((join) => {
    const freeQueens = 9 - ones(join.requiredAbove);
    return { ...join, freeQueens, ways: binomial(ones(join.free), freeQueens) };
  });
  const joins = sum(kinds.map(({ ways }) => ways));
  let [length, compared, asked] = [0, 0, 0];
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
    length += upper / 2 + lower / 2;
    compared += upper * lower;
    asked += questions(upper, lower);
  }
  expectAbout(length / SAMPLE, figures.LIST_LENGTHS_OF_20.banded);
  expectAbout((compared * joins) / SAMPLE, figures.WORK_OF_20.compared);
  expectAbout((asked * joins) / SAMPLE, figures.WORK_OF_20.asked);
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

test('the page has the right numbers of diagonals that need a bit for 20 queens', () => {
  const n = 20;
  const needed = planMeet(n, { threads: 1 }).subproblems.flatMap((subproblem) =>
    [...bandFillings(subproblem)].map(({ free, above, below }) => {
      /** Returns the diagonals of a side, named by column - row or column + row. */
      const reached = ({ allowed, required }: SideRules, rowOf: (row: number) => number) =>
        allowed.flatMap((mask, row) =>
          Array.from({ length: n }, (_, column) => column)
            .filter((column) => mask & (free | required) & (1 << column))
            .flatMap((column) => [`\\ ${column - rowOf(row)}`, `/ ${column + rowOf(row)}`]),
        );
      const upper = new Set(reached(above, (row) => row));
      return new Set(reached(below, (row) => n - 1 - row).filter((name) => upper.has(name))).size;
    }),
  );
  expect([Math.min(...needed), Math.max(...needed)]).toEqual(Object.values(figures.KEY_BITS_OF_20));
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
