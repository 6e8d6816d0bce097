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
const result = (page: Page) => page.locator('.solutions h1').innerText();
const chosen = (page: Page) => page.locator('.images code').innerText();
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
    .map(([columns = '', size]) => `one of ${size}, ${columns.replaceAll(',', ' ')}`);
  expect(await listed(page)).toEqual(wanted);
  await expectAccessible(page);
});

test('the view lists all solutions', async () => {
  const page = await open();
  await page.getByLabel('all', { exact: true }).check();
  const { stdout } = await queensPar(['solve', '8', '--quiet']);
  expect(await listed(page)).toEqual(stdout.split('\n').map((line) => line.replaceAll(',', ' ')));
  await page.getByLabel('without turned and mirrored ones').check();
  expect(await listed(page)).toHaveLength(12);
});

test('the view lists the completions of fixed queens', async () => {
  const page = await open();
  await cell(page, 0, 4).click();
  expect(await result(page)).toBe('18 solutions');
  await cell(page, 1, 4).click({ force: true }); // a click on an attacked cell does nothing
  expect(await result(page)).toBe('18 solutions');
  const label = (await cell(page, 3, 5).getAttribute('aria-label')) ?? '';
  const shown = /^(\d+) solutions?/.exec(label)?.[1];
  await cell(page, 3, 5).click();
  expect(await result(page)).toBe(`${shown} solutions`.replace(/^1 solutions/, '1 solution'));
  await page.getByLabel('all', { exact: true }).check();
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
  expect(await cell(page, 0, 1).getAttribute('aria-label')).toMatch(/^queen/);
  expect(await result(page)).toBe('2 solutions');
  await page.keyboard.press('Space');
  expect(await result(page)).toBe('10 solutions');
});

test('every image of a solution has the name of its symmetry', async () => {
  const page = await open(5);
  await page.getByLabel('all', { exact: true }).check();
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
});

test('the saved drawing of a solution equals the output of the command line', async () => {
  const page = await open(4);
  const link = page.getByRole('link', { name: 'Save as drawing' });
  const [saved] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const { stdout } = await queensPar(['solve', '4', '--format', 'svg', '--limit', '1', '--quiet']);
  expect(readFileSync(await saved.path(), 'utf8').trim()).toBe(stdout.trim());
});

test('the view shows boards of one to eight queens, even without solutions', async () => {
  const page = await open(7);
  await expect.poll(() => result(page)).toBe('40 solutions');
  await page.getByRole('heading', { name: '6 fundamental solutions', exact: true }).waitFor();
  await page.getByLabel('Queens', { exact: true }).selectOption('3');
  expect(await result(page)).toBe('0 solutions');
  await page.getByText('3 queens have no solution.').waitFor();
  await page.getByLabel('Queens', { exact: true }).selectOption('1');
  expect(await result(page)).toBe('1 solution');
  await page.getByRole('heading', { name: '1 fundamental solution', exact: true }).waitFor();
  await page.getByLabel('Queens', { exact: true }).selectOption('4');
  await cell(page, 0, 0).click();
  await page.getByText('No solution has these queens.').waitFor();
});

test('the numbers of solutions fit into their squares, even on a phone', async () => {
  const page = await openPage({ viewport: { width: 320, height: 740 } });
  await page.goto(`${address()}#solutions`);
  await page.locator('.play button').first().waitFor();
  const spaces = await page
    .locator('.play button')
    .evaluateAll((counts) => counts.map((count) => count.clientWidth - count.scrollWidth));
  expect(Math.min(...spaces)).toBeGreaterThanOrEqual(0);
});
