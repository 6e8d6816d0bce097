import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { queensPar } from '../e2e/program.js';
import { expectAccessible } from './browser.js';
import { useServedPage } from './served-page.js';

// The controls of the solutions view, and its solutions compared with the output of the command line.
const { openPage, address } = useServedPage();
async function open(n = 8): Promise<Page> {
  const page = await openPage();
  await page.goto(`${address()}#solutions`);
  await page.getByLabel('Queens', { exact: true }).selectOption(String(n));
  return page;
}
const cell = (page: Page, row: number, column: number) =>
  page.getByRole('button', { name: new RegExp(`row ${row}, column ${column}$`) });
const result = (page: Page) => page.locator('.result').innerText();
const chosen = (page: Page) => page.locator('.chosen .columns').innerText();
const listed = (page: Page) =>
  page
    .locator('.list .boards input')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));

test('the view lists the fundamental solutions with the sizes of their classes', async () => {
  const page = await open();
  expect(await result(page)).toBe('92 solutions');
  const { stdout } = await queensPar(['solve', '8', '--fundamental', '--quiet']);
  const wanted = stdout
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([columns = '', size]) => `class of ${size}, ${columns.replaceAll(',', ' ')}`);
  expect(await listed(page)).toEqual(wanted);
  await expectAccessible(page);
});

test('the view lists all solutions, page by page', async () => {
  const page = await open();
  await page.getByLabel('all of them').check();
  const found = await listed(page);
  const pages = page.getByRole('slider', { name: /^Page/ });
  for (let i = 2; i <= 4; i++) {
    await pages.press('ArrowRight');
    await page.getByLabel(`Page ${i} of 4`).waitFor();
    found.push(...(await listed(page)));
  }
  const { stdout } = await queensPar(['solve', '8', '--quiet']);
  expect(found).toEqual(stdout.split('\n').map((line) => line.replaceAll(',', ' ')));
  await pages.press('Home');
  await expect.poll(() => listed(page)).toEqual(found.slice(0, 24));
  await page.getByLabel('fundamental solutions').check();
  expect(await listed(page)).toHaveLength(12);
});

test('the view lists the completions of fixed queens', async () => {
  const page = await open();
  await cell(page, 0, 4).click();
  expect(await result(page)).toBe('18 completions');
  await cell(page, 1, 4).click({ force: true }); // a click on an attacked cell does nothing
  expect(await result(page)).toBe('18 completions');
  const label = (await cell(page, 3, 5).getAttribute('aria-label')) ?? '';
  const shown = /^(\d+) completions/.exec(label)?.[1];
  await cell(page, 3, 5).click();
  expect(await result(page)).toBe(`${shown} completions`.replace(/^1 completions/, '1 completion'));
  await page.getByLabel('all of them').check();
  for (const one of await listed(page)) expect(one).toMatch(/^4 \d \d 5 /);
  await cell(page, 3, 5).click(); // removes the queen
  const { stdout } = await queensPar(['solve', '8', '--with', '4', '--quiet']);
  expect(await listed(page)).toEqual(stdout.split('\n').map((line) => line.replaceAll(',', ' ')));
  await page.getByRole('button', { name: 'Clear the board' }).click();
  expect(await result(page)).toBe('92 solutions');
});

test('the keyboard fixes and removes queens', async () => {
  const page = await open(5);
  await cell(page, 0, 0).focus();
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowUp', 'ArrowRight', 'ArrowLeft']) {
    await page.keyboard.press(key);
  }
  await page.keyboard.press('Enter');
  expect(await cell(page, 0, 1).getAttribute('aria-pressed')).toBe('true');
  expect(await result(page)).toBe('2 completions');
  await page.keyboard.press('Space');
  expect(await result(page)).toBe('10 solutions');
});

test('every image of a solution has the name of its symmetry', async () => {
  const page = await open(5);
  await page.getByLabel('all of them').check();
  await page.getByRole('radio', { name: '0 2 4 1 3', exact: true }).check();
  const images: Record<string, string> = {
    'quarter turn': '4 1 3 0 2',
    'half turn': '1 3 0 2 4',
    'quarter turn back': '2 4 1 3 0',
    'flip left to right': '4 2 0 3 1',
    'flip across /': '2 0 3 1 4',
    'flip top to bottom': '3 1 4 2 0',
    'flip across \\': '0 3 1 4 2',
  };
  for (const [name, image] of Object.entries(images)) {
    await page.getByRole('radio', { name: `${name}, image ${image}`, exact: true }).check();
    expect(await chosen(page)).toBe(image);
    await page.getByRole('radio', { name: /image 0 2 4 1 3$/ }).check();
  }
  await page.getByText('Rotations and reflections: 8').waitFor();
});

test('the saved files of a solution equal the output of the command line', async () => {
  const page = await open(4);
  for (const [kind, format] of [
    ['drawing', 'svg'],
    ['text', 'board'],
  ] as const) {
    const link = page.getByRole('link', { name: `Save as ${kind}` });
    const [saved] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const { stdout } = await queensPar(['solve', '4', '--format', format, '--limit', '1', '--quiet']);
    expect(readFileSync(await saved.path(), 'utf8').trim()).toBe(stdout.trim());
  }
});

test('the view shows boards of up to 12 queens, even without solutions', async () => {
  const page = await open(12);
  await expect.poll(() => result(page)).toBe('14,200 solutions');
  await page.getByRole('heading', { name: '1,787 fundamental solutions', exact: true }).waitFor();
  await page.getByLabel('Queens', { exact: true }).selectOption('3');
  expect(await result(page)).toBe('0 solutions');
  await page.getByRole('heading', { name: '0 fundamental solutions', exact: true }).waitFor();
  await page.getByText('3 queens have no solution.').waitFor();
  await page.getByLabel('Queens', { exact: true }).selectOption('1');
  expect(await result(page)).toBe('1 solution');
  await page.getByRole('heading', { name: '1 fundamental solution', exact: true }).waitFor();
  await page.getByLabel('Queens', { exact: true }).selectOption('4');
  await cell(page, 0, 0).click();
  await page.getByText('No solution has these queens.').waitFor();
});

test('the numbers of completions fit into their cells, even on a phone', async () => {
  const page = await openPage({ viewport: { width: 360, height: 740 } });
  for (const hash of ['solutions?n=12', 'solutions?n=8']) {
    await page.goto(`${address()}#${hash}`);
    await page.locator('.fixing button').first().waitFor();
    const spaces = await page
      .locator('.fixing button')
      .evaluateAll((counts) => counts.map((count) => count.clientWidth - count.scrollWidth));
    expect(Math.min(...spaces)).toBeGreaterThanOrEqual(0);
  }
});

test.each(['light', 'dark'] as const)(
  'on larger boards in %s colours, cells have one shade for one number',
  async (colorScheme) => {
    const page = await openPage({ colorScheme });
    await page.goto(`${address()}#solutions?n=10&fixed=3`);
    await page.locator('.legend').waitFor();
    const cells = await page
      .locator('.fixing button:not(.attacked, [aria-pressed="true"])')
      .evaluateAll((buttons) =>
        buttons.map((button): [completions: number, colour: string] => [
          Number.parseInt(button.getAttribute('aria-label') ?? '', 10),
          getComputedStyle(button).backgroundColor,
        ]),
      );
    expect(cells.length).toBeGreaterThan(50);
    const legend = await page
      .locator('.legend i')
      .evaluateAll((shades) => shades.map((shade) => getComputedStyle(shade).backgroundColor));
    expect(new Set(legend).size).toBe(5);
    const sorted = cells.toSorted(([a], [b]) => a - b).map(([, colour]) => legend.indexOf(colour));
    expect(sorted).toEqual(sorted.toSorted((a, b) => a - b)); // more completions never have a lower shade
    expect([sorted[0], sorted.at(-1)]).toEqual([0, 4]);
    const colours = new Map(cells);
    for (const [completions, colour] of cells) expect(colour).toBe(colours.get(completions));
  },
);
