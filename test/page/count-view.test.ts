import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from './browser.js';
import { useServedPage } from './served-page.js';

// Every control of the count view: in the browser, on the server, stopped and resumed.
const { openPage, address } = useServedPage();
async function open(): Promise<Page> {
  const page = await openPage();
  await page.goto(`${address()}#count`);
  await page.getByRole('button', { name: 'Count', exact: true }).waitFor();
  return page;
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const choose = (page: Page, n: number) => page.getByLabel('Queens', { exact: true }).selectOption(String(n));
const state = (page: Page) => page.locator('.run .badge').first();
const answer = (page: Page) => page.locator('.answer').innerText();
const finished = (page: Page) => page.locator('.figures div:has(dt:text-is("subproblems")) dd').innerText();

test('twelve queens in the browser: 14,200', async () => {
  const page = await open();
  await page.getByLabel('Workers').selectOption('2');
  await choose(page, 12);
  await press(page, 'Count');
  await state(page).filter({ hasText: 'Finished' }).waitFor();
  expect(await answer(page)).toBe('14,200 solutions of 12 queens\npublished (A000170): 14,200, the same');
  await page.getByText('100 %').waitFor();
  expect(await page.locator('.workers tbody tr').count()).toBe(2);
  const map = page.getByRole('slider', { name: 'Map of the subproblems' });
  expect(await map.getAttribute('aria-valuetext')).toBe('55 of 55 are finished');
  await expectAccessible(page);
});

test('sixteen queens by meeting in the middle, on one worker', async () => {
  const page = await open();
  await page.getByLabel('Workers').selectOption('1');
  await choose(page, 16);
  await press(page, 'Count');
  await state(page).filter({ hasText: 'Finished' }).waitFor();
  expect(await answer(page)).toMatch(/^14,772,512 solutions of 16 queens/);
});

test('stops in the browser with what is finished, and goes on from there', async () => {
  const page = await open();
  // One of the two workers is kept from starting: all is counted but the subproblem that it was given.
  const held: Route[] = [];
  await page.route('**/worker.js', (route) => (held.length === 0 ? held.push(route) : route.continue()));
  await page.getByLabel('Workers').selectOption('2');
  await choose(page, 13);
  await press(page, 'Count');
  await expect
    .poll(async () => /^(\d+) of (\d+)$/.exec(await finished(page)))
    .toSatisfy((found: RegExpExecArray | null) => found !== null && Number(found[1]) === Number(found[2]) - 1);
  expect(await state(page).innerText()).toBe('Counting');
  const before = await finished(page);
  await press(page, 'Stop');
  await state(page).filter({ hasText: 'Stopped' }).waitFor();
  expect(await finished(page)).toBe(before);
  await page.unroute('**/worker.js');
  await press(page, 'Resume');
  await state(page).filter({ hasText: 'Finished' }).waitFor();
  expect(await answer(page)).toMatch(/^73,712 solutions of 13 queens/);
});

test('before the first subproblem ends, times go on and nothing is made up', async () => {
  const page = await open();
  await page.route('**/worker.js', () => {}); // no worker ever starts
  await page.getByLabel('Workers').selectOption('1');
  await choose(page, 13);
  await press(page, 'Count');
  await page.getByText('The chart of the rate appears when the first subproblem is finished.').waitFor();
  const figure = (name: string) =>
    page.locator('.figures div', { has: page.locator(`dt:text-is("${name}")`) }).locator('dd');
  await expect.poll(() => figure('threads').innerText()).toBe('1'); // the kernels are fetched first
  expect(await figure('placements a second').innerText()).toBe('not known yet');
  expect(await figure('time left').innerText()).toMatch(/^\d+s$/); // by the speed of the reference machine
  const seen = await figure('counting time').innerText();
  await expect.poll(() => figure('counting time').innerText()).not.toBe(seen);
  await press(page, 'Stop');
});

test('two queens have no subproblems and no solutions, one queen has one', async () => {
  const page = await open();
  for (const [n, sentence] of [
    [2, '0 solutions of 2 queens'],
    [1, '1 solution of 1 queen'],
  ] as const) {
    await choose(page, n);
    await press(page, 'Count');
    await page.locator('.answer', { hasText: sentence }).waitFor();
    if (n === 2) expect(await page.getByRole('slider', { name: 'Map of the subproblems' }).count()).toBe(0);
  }
});

test('a board that the address asks for and nobody counts is replaced, with a sentence', async () => {
  const page = await openPage();
  await page.goto(`${address()}#count?n=25&where=server`);
  await page.getByText('The address has n=25, but n must be a whole number from 1 to 20.').waitFor();
  expect(await page.getByLabel('Queens', { exact: true }).inputValue()).toBe('12');
});

test('a worker that fails is replaced', async () => {
  const page = await open();
  let workers = 0;
  await page.route('**/worker.js', (route) => (++workers === 1 ? route.abort() : route.continue()));
  await choose(page, 11);
  await press(page, 'Count');
  await page.locator('.answer', { hasText: '2,680 solutions of 11 queens' }).waitFor();
  expect(workers).toBeGreaterThan(1);
});

test('a worker that cannot start is an error, not a hang', async () => {
  const page = await open();
  await page.route('**/worker.js', (route) => route.abort());
  await press(page, 'Count');
  await state(page).filter({ hasText: 'Failed' }).waitFor();
  await page
    .getByRole('alert')
    .filter({ hasText: /^subproblem .* failed 3 times/ })
    .waitFor();
});

test('on the server: stopped, resumed, followed, and one at a time', async () => {
  const page = await open();
  const other = await open();
  await page.getByLabel('the server').check();
  await choose(page, 20);
  await press(page, 'Count');
  await page.locator('.workers tbody tr').nth(1).waitFor(); // two threads, and what they do
  expect(await page.locator('.workers code').first().innerText()).toMatch(/^[a-z]+-20-/);
  await other.getByLabel('the server').check();
  await press(other, 'Count');
  await other.getByRole('alert').filter({ hasText: 'already counting' }).waitFor();
  await other.reload(); // and it has the count before it
  await other.getByRole('heading', { name: '20 queens' }).waitFor();
  await state(other).filter({ hasText: 'Counting' }).waitFor();
  expect(await other.getByRole('button', { name: 'Count', exact: true }).isDisabled()).toBe(true);
  await other.getByRole('radio', { name: 'this browser' }).check();
  expect(await other.getByRole('button', { name: 'Count', exact: true }).isEnabled()).toBe(true);
  const fresh = await open();
  await state(fresh).filter({ hasText: 'Counting' }).waitFor(); // and its form says what is counted
  await expect.poll(() => fresh.getByLabel('Queens', { exact: true }).inputValue()).toBe('20');
  expect(await fresh.getByRole('radio', { name: 'the server' }).isChecked()).toBe(true);
  await press(page, 'Stop');
  await state(page).filter({ hasText: 'Stopped' }).waitFor();
  await press(page, 'Resume');
  await state(page).filter({ hasText: 'Counting' }).waitFor();
  await press(page, 'Stop');
  await state(page).filter({ hasText: 'Stopped' }).waitFor();
  await choose(page, 14);
  await press(page, 'Count');
  await page.locator('.answer', { hasText: '365,596 solutions of 14 queens' }).waitFor();
  await page.reload(); // the last count stays
  await page.locator('.answer', { hasText: '365,596 solutions of 14 queens' }).waitFor();
});
