import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatBriefly, formatSeconds } from '../../../src/core/text/durations.js';
import { A000170 } from '../../vectors/a000170.js';
import { A319283 } from '../../vectors/a319284.js';
import { placements, type Queens } from '../plain-search.js';
import { useServedPage } from '../served-page.js';

// The numbers in the steps of the explanation, compared with a plain search.
const { visit } = useServedPage();

const N = 8;
const inRow = Array.from({ length: N + 1 }, (_, rows) => placements(N, rows).length);
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const show = (number: number) => number.toLocaleString('en');
const sorted = (columns: Queens) => String(columns.toSorted((a, b) => a - b));
const rest = (columns: Queens) => sorted([...Array(N).keys()].filter((column) => !columns.includes(column)));

/** Returns the measured seconds. */
function seconds(n: number, program: string): number {
  const { boards } = JSON.parse(readFileSync(new URL('../../../src/page/why/results.json', import.meta.url), 'utf8'));
  return boards.find((one: { n: number; entrant: string }) => one.n === n && one.entrant === program).wall;
}

/** Returns the text of a step, with its fold-outs open. */
async function readStep(query: string): Promise<string> {
  const page = await visit(`#why?${query}`, { reducedMotion: 'reduce' });
  await page.locator('.step h1').waitFor();
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('details')) one.open = true;
  });
  return (await page.locator('.why').innerText()).replaceAll(/\s+/g, ' ');
}

test('the first step has the published numbers of ways, and the time of this program', async () => {
  const text = await readStep('step=1');
  for (const n of [8, 16, 20]) expect(text).toContain(`${n} queens: ${show(Number(A000170[n]))}`);
  const time = formatBriefly(seconds(20, 'Node.js 26, 1 thread'));
  expect(text).toContain(`counted in ${time} on one core`);
  const docs = ['README.md', 'docs/benchmarks.md'];
  for (const name of docs) expect(readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')).toContain(time);
});

test.each([4, 6, 8, 15, 19])('step 2 has the number of boards that a search of %i queens tries', async (n) => {
  const text = await readStep(`step=2&n=${n}`);
  const boards = (A319283[n] ?? 0) - 1;
  const shown = /([\d.,]+)( [mb]illion)? boards\.? Trying one board a second would take (.*?)\. /.exec(text);
  const unit = { ' million': 1e6, ' billion': 1e9 }[shown?.[2] ?? ''] ?? 1;
  expect((Number(shown?.[1]?.replaceAll(',', '')) * unit) / boards).toBeCloseTo(1, 2);
  expect(shown?.[3]).toBe(formatSeconds(boards));
  if (n > N) expect(text).toContain(`is ${show(Math.round(boards / 2056))} times as large as this one: `);
});

test('step 2 says how many boards and solutions are below a board', async () => {
  const below = [2, 3, 4, 5, 6, 7, 8].flatMap((rows) => placements(N, rows).filter(([first]) => first === 0));
  const solutions = below.filter(({ length }) => length === N).length;
  expect(await readStep('step=2&n=8&dot=1')).toContain(`leads to ${below.length} boards and ${solutions} solutions.`);
});

test.each([1, 2, 4, 7])('step 3 has the right numbers of halves for a cut below %i rows', async (cut) => {
  const text = await readStep(`step=3&cut=${cut}`);
  const [upper = 0, lower = 0] = [inRow[cut], inRow[N - cut]];
  const rows = Math.max(cut, N - cut);
  const tried = sum(inRow.slice(1, rows + 1));
  expect(text).toContain(
    `a search of only ${rows} rows finds both and tries ${show(tried)} boards instead of ${show(sum(inRow.slice(1)))}.`,
  );
  expect(text).toContain(
    `${upper} upper halves × ${lower} lower halves ${show(upper * lower)} pairs of which only 92 fit`,
  );
});

test('steps 4 and 5 have the right numbers of pairs and of upper halves for which a lower half fits', async () => {
  const halves = placements(N, 4);
  const lowersOf = (upper: Queens) => halves.filter((lower) => sorted(lower) === rest(upper));
  const pairs = sum(halves.map((upper) => lowersOf(upper).length));
  for (const upper of [0, 51, 200]) {
    const lowers = lowersOf(halves[upper] ?? []);
    const step4 = await readStep(`step=4&upper=${upper}`);
    expect(step4).toContain(`${lowers.length} of 344 lower halves light up.`);
    expect(step4).toContain(`does one of the ${lowers.length} fit?`);
    expect(step4).toContain(`${show(pairs)} of ${show(halves.length ** 2)} pairs`);
    const step5 = await readStep(`step=5&upper=${upper}`);
    expect(step5).toContain(`${lowers.length} lower halves use the other columns.`);
  }
  const page = await visit('#why?step=4&upper=0');
  for (let press = 0; press < lowersOf(halves[0] ?? []).length; press++)
    await page.getByRole('button', { name: 'Next' }).click();
  const solvable = new Set(placements(N, N).map((way) => String(way.slice(0, 4)))).size;
  await page
    .getByText(`You have tried all 2. Only ${solvable} of the 344 upper halves have a lower half that fits.`)
    .waitFor();
});

test('steps 7 and 8 add up their subproblems, and compare times that were measured', async () => {
  const text = `${await readStep('step=7&board=20&hours=8')} ${await readStep('step=8')}`;
  expect(text).toContain(`always ${show(Number(A000170[11]))} solutions`);
  const [one, two] = [1, 2].map((threads) => {
    return formatBriefly(seconds(20, `Node.js 26, ${threads} thread${threads === 1 ? '' : 's'}`));
  });
  const hours = (seconds(17, 'C (gcc -O3)') * (3.77e12 / ((A319283[17] ?? 0) - 1))) / 3600;
  expect(text).toContain(`${one}, not hours You guessed 8 hours for the search. It is about ${Math.round(hours)}.`);
  expect(text).toContain(`On one core, 20 queens take ${one}; on two cores, ${two}.`);
  expect(text).toContain(`1/${Math.round(3.77e12 / (9.887e9 + 19.134e9))} of the work`);
});

test.each([8, 16, 17, 19])('step 7 compares the times of both programs for %i queens', async (n) => {
  const text = await readStep(`step=7&board=${n}`);
  const inC =
    (seconds(Math.min(n, 17), 'C (gcc -O3)') * ((A319283[n] ?? 0) - 1)) / ((A319283[Math.min(n, 17)] ?? 0) - 1);
  const times = [seconds(n, 'Node.js 26, 1 thread'), inC].map(formatBriefly);
  expect(text).toContain(`This program: ${times[0]} A search in C: ${times[1]} On one core.`);
  expect(text).toContain(`The time of the search in C is ${n > 17 ? 'estimated' : 'measured'}.`);
});

test('each block of step 8 has the solutions whose images have the middle queen farthest out there', async () => {
  const [n, middle] = [11, 5];
  const distance = (column: number) => Math.abs(column - middle);
  const found = new Map<number, number>();
  for (const columns of placements(n, n)) {
    // A quarter turn puts the queen of the middle column into the middle row.
    const farthest = Math.max(distance(columns[middle] ?? 0), distance(columns.indexOf(middle)));
    found.set(farthest, (found.get(farthest) ?? 0) + 1);
  }
  const page = await visit('#why?step=8', { reducedMotion: 'reduce' });
  await page.getByText('Why does one block count 0?').waitFor();
  const blocks = await page.locator('.lanes ul li').allInnerTexts();
  const solutions = [0, 1, 2, 3, 4, 5].map((out) => show(found.get(out) ?? 0));
  expect(blocks.toSorted()).toEqual(solutions.toSorted());
  expect(found.get(1)).toBeUndefined(); // the page asks why
});

test('the sources on the page are those of the docs', async () => {
  const text = (await readStep('step=7')).replace(/.*Who invented this\?/, '');
  const docs = readFileSync(new URL('../../../docs/meet-in-the-middle.md', import.meta.url), 'utf8');
  const names = [...text.matchAll(/\b[A-Z]\. \p{Lu}\p{Ll}+|\(\d{4}\)/gu)].map(([name]) => name);
  expect(names).toHaveLength(10);
  for (const name of names) expect(docs).toContain(name);
});
