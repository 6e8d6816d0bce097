import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as figures from '../../src/page/why/figures.js';
import { workOf } from '../../src/page/why/work.js';
import { bandFillings, type SideRules } from '../../src/plan/band-filling.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { planMeet } from '../../src/plan/meet-plan.js';
import { A000170 } from '../vectors/a000170.js';
import { A319283, A319284 } from '../vectors/a319284.js';

/** A half placement on a column set: its diagonals as columns of the next row. */
type Half = readonly [l: number, d: number];

/** Calls `found` for every way to fill the rows, each from its own columns (masks), with at most one queen a column. */
function fill(allowed: readonly number[], found: (columns: number, half: Half) => void, onQueen = () => {}): void {
  function row(at: number, columns: number, l: number, d: number): void {
    const mask = allowed[at];
    if (mask === undefined) {
      found(columns, [l, d]);
      return;
    }
    for (let rest = mask & ~(columns | l | d); rest !== 0; rest &= rest - 1) {
      const queen = rest & -rest;
      onQueen();
      row(at + 1, columns | queen, (l | queen) << 1, (d | queen) >>> 1);
    }
  }
  row(0, 0, 0, 0);
}

/** Counts halves by their column set. */
function count(lists: Int32Array): (columns: number) => void {
  return (columns) => {
    lists[columns] = (lists[columns] ?? 0) + 1;
  };
}

const ones = (mask: number): number => (mask === 0 ? 0 : (mask & 1) + ones(mask >>> 1));
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** Every band filling of the plan with a last queen: allowed columns of each row on both sides, and column sets. */
function joinsOf(n: number) {
  return planMeet(n, { threads: 1 }).subproblems.flatMap((subproblem) =>
    [...bandFillings(subproblem)].flatMap((filling) =>
      filling.lastQueens.map(({ column }) => {
        const queen = 1 << column;
        const left = (side: SideRules, distance: (row: number) => number) =>
          side.allowed.map((mask, row) => mask & ~(queen | (queen << distance(row)) | (queen >>> distance(row))));
        return {
          free: filling.free & ~queen,
          requiredAbove: filling.above.required & ~queen,
          all: (filling.free | filling.above.required | filling.below.required) & ~queen,
          above: left(filling.above, (row) => subproblem.lastRow - row),
          below: left(filling.below, (row) => n - 1 - row - subproblem.lastRow),
        };
      }),
    ),
  );
}

test('16 queens: the tree, the halves and their pairs', () => {
  const work = figures.WORK_OF_16;
  expect(work.placed).toBe((A319283[16] ?? 0) - 1);
  expect(figures.HALF_TREE_OF_16).toBe(sum(A319284[16]?.slice(1, 9) ?? []));
  const lists = new Int32Array(2 ** 16);
  fill(Array(8).fill(2 ** 16 - 1), count(lists));
  let pairs = 0;
  for (const [columns, length] of lists.entries()) pairs += length * (lists[2 ** 16 - 1 - columns] ?? 0);
  expect(work.pairs).toBe(pairs);
});

test('16 queens: how many solutions the rule of step 2 picks', () => {
  const n = 16;
  const away = (line: number) => Math.abs(line - (n - 1) / 2);
  /** `farthest`: of the queens on middle lines so far; `first`: of that of row 8, whose distance is the largest allowed. */
  function pickedBelow(row: number, columns: number, l: number, d: number, farthest: number, first: number): number {
    if (row === n) return 1;
    let picked = 0;
    // The mirror image is picked if the queen of row 8 is to the left: so only half of the first row.
    const all = row === 0 ? 2 ** (n / 2) - 1 : 2 ** n - 1;
    for (let rest = all & ~(columns | l | d); rest !== 0; rest &= rest - 1) {
      const queen = rest & -rest;
      const column = 31 - Math.clz32(queen);
      const distance = row === 7 || row === 8 ? away(column) : 0;
      const inColumn = column === 7 || column === 8 ? away(row) : 0;
      const [most, limit] = [Math.max(farthest, distance, inColumn), row === 8 ? distance : first];
      if (most <= limit)
        picked += pickedBelow(row + 1, columns | queen, (l | queen) << 1, (d | queen) >>> 1, most, limit);
    }
    return picked;
  }
  const one = Number(A000170[n]) / pickedBelow(0, 0, 0, 0, 0, n);
  expect(one.toFixed(1)).toBe(String(figures.PICKED_OF_16));
});

test.each([6, 7, 8, 16])('%i queens with the band: halves, pairs and questions', (n) => {
  const work = n === 16 ? figures.WORK_OF_16 : workOf(n);
  let [made, compared, asked] = [0, 0, 0];
  for (const { free, requiredAbove, all, above, below } of joinsOf(n)) {
    const [x, y] = [above, below].map((allowed) => {
      const lengths = new Int32Array(2 ** n);
      fill(
        allowed.map((mask) => mask & all),
        count(lengths),
      );
      return lengths;
    });
    for (let columns = 0; columns < 2 ** n; columns++) {
      if ((columns & requiredAbove) !== requiredAbove || columns & ~(free | requiredAbove)) continue;
      const [upper, lower] = [x?.[columns] ?? 0, y?.[all & ~columns] ?? 0];
      compared += upper * lower;
      asked += Math.min(upper * Math.ceil(lower / 128), lower * Math.ceil(upper / 128));
    }
  }
  for (const filling of planMeet(n, { threads: 1 }).subproblems.flatMap((one) => [...bandFillings(one)])) {
    made += halvesMade(filling.free, filling.above, 1) + halvesMade(filling.free, filling.below, 0);
  }
  expect([made, compared, asked]).toEqual([work.made, work.compared, work.asked]);
});

/** A generator of numbers from 0 to 1, the same at each run. */
function randomNumbers(): () => number {
  let state = 11;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** `count` of the columns of a mask, drawn at random. */
function draw(mask: number, count: number, random: () => number): number {
  const columns = Array.from({ length: 20 }, (_, column) => 1 << column).filter((column) => mask & column);
  let drawn = 0;
  for (let i = 0; i < count; i++) drawn |= columns.splice(Math.floor(random() * columns.length), 1)[0] ?? 0;
  return drawn;
}

/** Expects a number within a twentieth of another: samples are no better. */
function expectAbout(found: number, wanted: number): void {
  expect(found / wanted).toBeGreaterThan(0.95);
  expect(found / wanted).toBeLessThan(1.05);
}

function binomial(n: number, k: number): number {
  return k === 0 ? 1 : (binomial(n - 1, k - 1) * n) / k;
}

test('20 queens: the tree as plans estimate it, and lists and pairs by a sample of column sets', () => {
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

test('20 queens with the band: lists, pairs and questions by a sample of joins', () => {
  const random = randomNumbers();
  const kinds = joinsOf(20).map((join) => {
    const places = 9 - ones(join.requiredAbove);
    return { ...join, places, ways: binomial(ones(join.free), places) };
  });
  const joins = sum(kinds.map(({ ways }) => ways));
  let [length, compared, asked] = [0, 0, 0];
  for (let i = 0; i < 600; i++) {
    let at = random() * joins;
    const kind = kinds.find(({ ways }) => {
      at -= ways;
      return at < 0;
    });
    if (!kind) continue;
    const { free, requiredAbove, places, all, above, below } = kind;
    const columns = requiredAbove | draw(free, places, random);
    const lists = [listOf(above.map((mask) => mask & columns)), listOf(below.map((mask) => mask & all & ~columns))];
    const [matrix = [], queries = []] = lists.sort((a, b) => a.length - b.length);
    length += matrix.length / 2 + queries.length / 2;
    compared += matrix.length * queries.length;
    asked += questionsByCells(matrix, queries);
  }
  expectAbout(length / 600, figures.LIST_LENGTHS_OF_20.banded);
  expectAbout((compared * joins) / 600, figures.WORK_OF_20.compared);
  expectAbout((asked * joins) / 600, figures.WORK_OF_20.asked);
});

/** The half placements on all columns of these rows. */
function listOf(allowed: readonly number[]): Half[] {
  const halves: Half[] = [];
  fill(allowed, (_, half) => halves.push(half));
  return halves;
}

/**
 * Questions to tables of 128 where lists are sorted by their two central diagonals (docs/meet-in-the-middle.md, Cells): a half
 * skips a table if every half there shares a central diagonal with it.
 */
function questionsByCells(matrix: readonly Half[], queries: readonly Half[]): number {
  const cellOf = ([l, d]: Half) => ((l >>> 9) & 1) | (((d >>> 10) & 1) << 1);
  const mirrored = (cell: number) => (cell >>> 1) | ((cell & 1) << 1); // the other half is upside down
  const cells = matrix.map(cellOf).sort();
  let asked = 0;
  for (let first = 0; first + 24 < cells.length; first += 128) {
    const present = cells.slice(first, first + 128);
    asked += queries.filter((query) => present.some((cell) => (cell & mirrored(cellOf(query))) === 0)).length;
  }
  return asked;
}

/** Queens that lists of a side place, where a column set must keep room for the required columns. */
function halvesMade(free: number, side: SideRules, missing: number): number {
  let made = 0;
  function row(at: number, columns: number, l: number, d: number): void {
    for (
      let rest = (side.allowed[at] ?? 0) & (free | side.required) & ~(columns | l | d);
      rest !== 0;
      rest &= rest - 1
    ) {
      const queen = rest & -rest;
      if (ones(side.required & ~(columns | queen)) > side.rows - at - 1 + missing) continue;
      made++;
      row(at + 1, columns | queen, (l | queen) << 1, (d | queen) >>> 1);
    }
  }
  row(0, 0, 0, 0);
  return made;
}

test('a question takes about 20 instructions, seven of them to add up the zeros', () => {
  const source = readFileSync(new URL('../../workers/assembly/meet/answers.ts', import.meta.url), 'utf8');
  const loop = /do \{(.*?)\} while \(at < end\)/s.exec(source)?.[1] ?? '';
  const calls = (name: string) => loop.split(`${name}(`).length - 1;
  expect(calls('answer<Chunks>')).toBe(4);
  // A full adder has five operations, as sum and carry share one; a count of 128 bits has seven, the loop three.
  const toAddUp = (5 * calls('carry') + 7 + calls('now') + 3) / 4;
  expect(Math.round(toAddUp)).toBe(7);
  for (const lookUps of [4, 5]) {
    const instructions = 2 * lookUps + (lookUps - 1) + toAddUp;
    expect(Math.abs(instructions - figures.INSTRUCTIONS_PER_QUESTION)).toBeLessThan(3);
  }
});
