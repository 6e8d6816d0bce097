import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { queensPar } from '../../e2e/program.js';
import { expectAccessible } from '../browser.js';
import { useServedPage } from '../served-page.js';

// The controls of the solutions view, and its solutions compared with the output of the command line.
const { visit } = useServedPage();
/** A square. Rows and columns are counted from 0, as on the command line, and from 1 in the names on the page. */
const cell = (page: Page, row: number, column: number) =>
  page.getByRole('button', { name: new RegExp(`row ${row + 1}, column ${column + 1}$`) });
const result = (page: Page) => page.locator('.solutions h1').innerText();
const listed = (page: Page, list = 'All') =>
  page
    .getByRole('radiogroup', { name: list, exact: true })
    .getByRole('radio')
    .evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label')?.replace(/\d/g, (digit) => `${Number(digit) - 1}`)),
    );
const solve = async (...args: string[]) =>
  (await queensPar(['solve', '8', '--quiet', ...args])).stdout.split('\n').map((line) => line.replaceAll(',', ' '));

test('the view lists all solutions, and says how many differ', async () => {
  const page = await visit('#solutions');
  expect(await result(page)).toBe('92 solutions');
  expect(await listed(page)).toEqual(await solve());
  const { stdout } = await queensPar(['solve', '8', '--fundamental', '--quiet']);
  const kinds = stdout.split('\n').length;
  const hint = `Of the 92 solutions for 8 queens, ${kinds} are left if turned and mirrored boards count as one.`;
  await page.getByText(hint).waitFor();
  await cell(page, 0, 0).click();
  await page.getByText(hint).waitFor(); // it is about all solutions, whatever has been placed
  await cell(page, 0, 0).click();
  await expectAccessible(page);
});

test('the view lists the completions of the queens that the user places', async () => {
  const page = await visit('#solutions');
  await cell(page, 0, 4).click();
  expect(await result(page)).toBe('18 solutions');
  await cell(page, 1, 4).click({ force: true }); // a click on an attacked cell does nothing
  expect(await result(page)).toBe('18 solutions');
  const label = (await cell(page, 3, 5).getAttribute('aria-label')) ?? '';
  const shown = /^(\d+) solutions?/.exec(label)?.[1];
  await cell(page, 3, 5).click();
  expect(await result(page)).toBe(`${shown} solutions`.replace(/^1 solutions/, '1 solution'));
  for (const one of await listed(page)) expect(one).toMatch(/^4 \d \d 5 /);
  await cell(page, 3, 5).click(); // removes the queen
  expect(await listed(page)).toEqual(await solve('--with', '4'));
  await page.getByRole('button', { name: 'Clear the board' }).click();
  expect(await result(page)).toBe('92 solutions');
});

test('the images of the chosen solution are listed, and choosing one of them keeps the list', async () => {
  const page = await visit('#solutions?n=5');
  const turnsIntoItself = page.getByRole('radio', { name: '2 5 3 1 4' });
  await turnsIntoItself.waitFor();
  const pair = ['1 4 2 0 3', '3 0 2 4 1']; // the eight other solutions of five queens are images of each other
  const others = (await listed(page)).filter((one) => !pair.includes(one ?? ''));
  expect(others).toHaveLength(8);
  expect(await listed(page, 'Images')).toEqual(others);
  await turnsIntoItself.check();
  expect(await listed(page, 'Images')).toEqual(pair);
  await page.getByRole('radiogroup', { name: 'Images' }).getByRole('radio').last().check();
  expect(await listed(page, 'Images')).toEqual(pair);
});

test('the view shows boards of one to eight queens, even without solutions', async () => {
  const page = await visit('#solutions?n=7');
  await expect.poll(() => result(page)).toBe('40 solutions');
  await page.getByLabel('Queens', { exact: true }).selectOption('3');
  expect(await result(page)).toBe('0 solutions');
  expect(await page.getByRole('radiogroup').count()).toBe(0);
  await expectAccessible(page);
  await page.getByLabel('Queens', { exact: true }).selectOption('1');
  expect(await result(page)).toBe('1 solution');
});

test('the numbers of solutions fit into their squares, even on a phone', async () => {
  const page = await visit('#solutions', { viewport: { width: 320, height: 740 } });
  await page.locator('.play button').first().waitFor();
  const spaces = await page
    .locator('.play button')
    .evaluateAll((counts) => counts.map((count) => count.clientWidth - count.scrollWidth));
  expect(Math.min(...spaces)).toBeGreaterThanOrEqual(0);
});
