import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { formatBriefly } from '../../src/text/durations.js';
import { A000170 } from '../vectors/a000170.js';
import { A319283 } from '../vectors/a319284.js';
import { classes, images, placements, type Queens, terms } from './plain-search.js';
import { useServedPage } from './served-page.js';

const { openPage, address } = useServedPage();

/** Returns the measured CPU time in seconds. */
function cpu(n: number, program: string): number {
  const { boards } = JSON.parse(readFileSync(new URL('../../scripts/bench/results.json', import.meta.url), 'utf8'));
  return boards.find((one: { n: number; entrant: string }) => one.n === n && one.entrant === program).cpu;
}

const show = (number: number) => number.toLocaleString('en');

describe.each([6, 8])('for %i queens, compared with a plain search,', (n) => {
  const solutions = placements(n, n);
  const inRow = Array.from({ length: n + 1 }, (_, rows) => placements(n, rows).length);
  const nodes = inRow.slice(1).reduce((sum, one) => sum + one, 0);
  const cells = Array.from({ length: n * n }, (_, i) => [Math.floor(i / n), i % n] as const);
  const rows = Math.floor(n / 2);
  const sorted = (columns: Queens) => columns.toSorted((a, b) => a - b);

  /** The upper and lower halves by their columns. Rows of a lower half are numbered from the edge of the board. */
  const [uppers, lowers] = [rows, n - rows].map((length) => {
    const lists = new Map<string, Queens[]>();
    for (const half of placements(n, length)) {
      const name = String(sorted(half));
      lists.set(name, [...(lists.get(name) ?? []), half]);
    }
    return lists;
  });
  const rest = (columns: Queens) => Array.from({ length: n }, (_, c) => c).filter((c) => !columns.includes(c));
  const sets = [...(uppers ?? [])].map(([name, above]) => {
    const columns = name.split(',').map(Number);
    return { columns, above, below: lowers?.get(String(rest(columns))) ?? [] };
  });
  const paired = sets.filter(({ below }) => below.length > 0);
  const first = solutions[0] ?? [];
  const firstSet = paired.find(({ columns }) => String(columns) === String(sorted(first.slice(0, rows))));
  const { above = [], below = [], columns = [] } = firstSet ?? {};
  const isSolution = (upper: Queens, lower: Queens) =>
    solutions.some((solution) => String(solution) === String([...upper, ...lower.toReversed()]));

  async function open(step: number): Promise<{ page: Page; text: string }> {
    const page = await openPage();
    await page.goto(`${address()}#why?n=${n}&step=${step}`);
    await page.getByRole('heading', { level: 2, name: new RegExp(`^${step}\\.`) }).waitFor();
    return { page, text: (await page.locator('.why-step').innerText()).replaceAll(/\s+/g, ' ') };
  }

  test('step 1 shows the right sizes of the tree', async () => {
    const { page, text } = await open(1);
    expect(text).toContain(`Backtracking places ${show(nodes)} queens to find ${solutions.length} solutions`);
    expect(text).toContain(`Below it: 0 of ${show(nodes)} queens, 1 of ${solutions.length} solutions`);
    const queens = await page.locator('.board').getAttribute('aria-label');
    expect(queens).toContain(`queens in columns ${first.join(' ')}`);
  });

  test('step 2 shows the right classes and weights', async () => {
    const { page, text } = await open(2);
    const all = classes(solutions);
    const picked = solutions.filter(isPicked);
    expect(text).toContain(
      `${all.length === 1 ? '1 class' : `${all.length} classes`}: ${terms(all.map(({ length }) => length))} = ${solutions.length}.`,
    );
    const weights = picked.map((one) => images(one).length / images(one).filter(isPicked).length);
    expect(text).toContain(`and their sum is exact: ${terms(weights)} = ${solutions.length}.`);
    const shown = ((await page.locator('.board').getAttribute('aria-label')) ?? '').split(' ').slice(1).map(Number);
    expect(isPicked(shown)).toBe(true); // the step begins with a counted image
    const distance = /column \d: (\d\.?\d?)/.exec(text)?.[1];
    const middleColumn = Math.floor(n / 2);
    expect(Number(distance)).toBe(Math.abs(shown.indexOf(middleColumn) - (n - 1) / 2));
    expect(await page.locator('.board .fault').count()).toBe(0);
    expect(await page.locator('.boards .fits').count()).toBe(images(first).filter(isPicked).length);
  });

  test('step 3 shows the right numbers of halves for every cut', async () => {
    const { page, text } = await open(3);
    const table = await page.locator('tbody tr').allInnerTexts();
    const wanted = Array.from({ length: n - 1 }, (_, i) => {
      const placed = inRow.slice(1, Math.max(i + 1, n - i - 1) + 1).reduce((sum, one) => sum + one, 0);
      return [i + 1, inRow[i + 1] ?? 0, inRow[n - i - 1] ?? 0, placed].map(show).join('\t');
    });
    expect(table).toEqual(wanted);
    expect(text).toContain(`= ${show((inRow[rows] ?? 0) * (inRow[n - rows] ?? 0))} pairs.`);
  });

  test('step 4 shows the right column sets and pairs', async () => {
    const { page, text } = await open(4);
    const pairs = paired.reduce((sum, { above, below }) => sum + above.length * below.length, 0);
    const all = (inRow[rows] ?? 0) * (inRow[n - rows] ?? 0);
    expect(text).toContain(`That leaves ${show(pairs)} of ${show(all)} pairs.`);
    expect(await page.locator('.column-sets label').count()).toBe(paired.length);
    expect(text).toContain(`uses the columns ${columns.join(', ')}`);
    expect(text).toContain(`Upper halves on these columns: ${above.length}`);
    expect(text).toContain(`Lower halves on the other columns: ${below.length}`);
  });

  test('step 5 shows the right lengths of the shorter lists', async () => {
    const { text } = await open(5);
    const byLast = columns.map((last) => above.filter((half) => half.at(-1) === last).length);
    expect(text).toContain(`all columns together: ${byLast.join(' + ')} = ${above.length}.`);
  });

  test('step 6 shows the right pairs that fit, and step 7 the right zeros of the table', async () => {
    const upper = first.slice(0, rows);
    const fitting = below.filter((lower) => isSolution(upper, lower)).length;
    const found = above.flatMap((one) => below.filter((lower) => isSolution(one, lower))).length;
    const { text } = await open(6);
    expect(text).toMatch(new RegExp(`${fitting} of ${below.length} lower halves fits? this upper half`));
    expect(text).toContain(`have ${above.length * below.length} pair`);
    expect(text).toContain(` and ${found} solution`);
    const { page } = await open(7);
    await page.getByRole('button', { name: 'All rows' }).click();
    expect(await page.locator('.result-row .good').count()).toBe(fitting);
  });

  test('step 9 shows the right numbers of solutions and pairs', async () => {
    const { text } = await open(9);
    expect(text).toContain(`and count ${solutions.length} solutions.`);
    const pairs = paired.reduce((sum, { above, below }) => sum + above.length * below.length, 0);
    expect(text).toContain(`pairs instead of ${show(pairs)},`);
  });

  test('step 9 draws the diagonals on which both halves can have a queen', async () => {
    const { page, text } = await open(9);
    const label = (await page.locator('.board').getAttribute('aria-label')) ?? '';
    const [band, given] = [/rows (\d) to (\d)/.exec(label), /queens: row (\d) column (\d)/.exec(label)];
    const [top = 0, bottom = 0, row = 0, column = 0] = [band, given].flatMap((found) => found?.slice(1).map(Number));
    const shared = [-1, 1].flatMap((slope) => {
      /** Returns the diagonals of the cells in these rows that the given queen and the rule of step 2 leave free. */
      const free = (from: number, to: number) =>
        cells
          .filter(([r, c]) => r >= from && r <= to && c !== column && Math.abs(r - row) !== Math.abs(c - column))
          .filter(([r, c]) => away(c) > 0.5 || isAllowed(r, column))
          .map(([r, c]) => c + slope * r);
      const below = free(bottom + 1, n - 1);
      return [...new Set(free(0, top - 1))].filter((diagonal) => below.includes(diagonal));
    });
    expect(text).toContain(`Here ${shared.length} of the ${2 * (n - 1)} diagonals of step 6 are left`);
    expect(await page.locator('.board .diagonal').count()).toBe(shared.length);
  });

  test('step 10 shows a bill whose factors match its amounts, and whose times add up', async () => {
    const { page } = await open(10);
    const tables = await page
      .locator('table')
      .evaluateAll((all) =>
        all.map((table) =>
          [...table.querySelectorAll('tbody tr')].map((row) =>
            [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? ''),
          ),
        ),
      );
    const [lines = [], times = []] = tables;
    const read = (text = '') => {
      const [, number = '', unit = ''] = /([\d.,]+) ?([a-z]*)$/.exec(text) ?? [];
      const units = { million: 1e6, billion: 1e9, trillion: 1e12, ns: 1e-9, ms: 1e-3, s: 1 };
      return Number(number.replaceAll(',', '')) * (units[unit as keyof typeof units] ?? 1);
    };
    expect(read(lines[0]?.[0])).toBe(nodes);
    for (const column of [0, 1, 2]) {
      const cells = lines.map((line) => line[column] ?? '');
      const values = cells.map(read);
      for (const [line, other] of [
        [1, 0],
        [2, 1],
        [3, 2],
        [5, 0],
      ] as const) {
        const [, sign, factor] = /([÷×]) ([\d.]+)/.exec(cells[line] ?? '') ?? [];
        const ratio = (values[line] ?? 0) / (values[other] ?? 1);
        expect((sign === '÷' ? 1 / ratio : ratio) / Number(factor), cells[line]).toBeCloseTo(1, 1);
      }
      expect((values[5] ?? 0) / ((values[3] ?? 0) + (values[4] ?? 0))).toBeCloseTo(1, 2);
      expect(values[5]).toBeLessThan(values[0] ?? 0); // meet places fewer queens
    }
    const parts = times.slice(0, -1).map(([time]) => read(time));
    const [, minutes, seconds] = /(\d+)m (\d+)s/.exec(times.at(-1)?.[0] ?? '') ?? [];
    const total = parts.reduce((sum, one) => sum + one, 0);
    expect(Math.abs(total - (60 * Number(minutes) + Number(seconds)))).toBeLessThan(1);
    expect((read(times[1]?.[1]?.replace(' a half', '')) * read(lines[4]?.[2])) / (parts[1] ?? 1)).toBeCloseTo(1, 1);
    expect((read(times[3]?.[1]?.replace(' a question', '')) * read(lines[3]?.[2])) / (parts[3] ?? 1)).toBeCloseTo(1, 1);
  });

  /** Returns the distance of a row or column from the middle of the board. */
  function away(line: number): number {
    return Math.abs(line - (n - 1) / 2);
  }

  /** Returns whether a queen of a middle column may be in row `r`, if the queen of the middle row is in column `c`. */
  function isAllowed(r: number, c: number): boolean {
    return away(r) <= away(c);
  }

  /** Returns true if the rule in step 2 of the page picks a solution. */
  function isPicked(solution: Queens): boolean {
    const middle = Math.floor(n / 2);
    const queen = solution[middle] ?? 0;
    const others = [solution[middle - 1] ?? 0, solution.indexOf(middle), solution.indexOf(middle - 1)];
    return queen >= middle && others.every((line) => away(line) <= away(queen));
  }
});

test('the first step has the right numbers for larger boards', async () => {
  const page = await openPage();
  await page.goto(address());
  const cells = await page.locator('.figures-table tbody tr').allInnerTexts();
  for (const n of [8, 16])
    expect(cells).toContain([n, show(Number(A000170[n])), show((A319283[n] ?? 0) - 1)].join('\t'));
  const text = await page.locator('.why-text').innerText();
  const growth = (n: number) => ((A319283[n] ?? 0) - 1) / ((A319283[n - 1] ?? 0) - 1);
  expect(text).toContain(`From 7 to 8 queens, the tree becomes ${growth(8).toFixed(1)} times as large`);
  expect(text).toContain('From 17 to 18, it becomes seven times as large');
  expect(Math.round(growth(18))).toBe(7);
  const hours = Number(/about (\d+) hours, although it skips mirror images/.exec(text)?.[1]);
  expect(hours).toBe(Math.round((cpu(16, 'C (gcc -O3)') / ((A319283[16] ?? 0) / 2)) * (3.8e12 / 2 / 3600)));
});

test('the page, README and docs give one time for 20 queens on one core', async () => {
  const page = await openPage();
  await page.goto(address());
  const time = formatBriefly(cpu(20, 'queens-par, 1 thread'));
  for (const text of [page.locator('.purpose'), page.locator('.why-text')]) {
    expect(await text.innerText()).toContain(`${time} on one core`);
  }
  await page.goto(`${address()}#why?n=8&step=10`);
  await page.locator('.why-picture').getByText(time).waitFor();
  const docs = ['README.md', 'docs/counting.md', 'docs/benchmarks.md'];
  for (const name of docs) expect(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')).toContain(time);
});

test('the sources on the page are those of the docs', async () => {
  const page = await openPage();
  await page.goto(`${address()}#why?n=8&step=10`);
  await page.getByText('Sources, and who did it before').click();
  const text = await page.locator('details').innerText();
  const docs = readFileSync(new URL('../../docs/meet-in-the-middle.md', import.meta.url), 'utf8');
  const names = [...text.matchAll(/\b[A-Z]\. \p{Lu}\p{Ll}+|\(\d{4}\)/gu)].map(([name]) => name);
  expect(names).toHaveLength(13);
  for (const name of names) expect(docs).toContain(name);
});
