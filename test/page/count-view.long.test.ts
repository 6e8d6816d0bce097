import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from './browser.js';
import { useServedPage } from './served-page.js';

// The controls of the count view, for counts in the browser and on the server.
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

test('the browser counts 14,200 solutions of twelve queens', async () => {
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

test('one worker counts sixteen queens by meeting in the middle', async () => {
  const page = await open();
  await page.getByLabel('Workers').selectOption('1');
  await choose(page, 16);
  await press(page, 'Count');
  await state(page).filter({ hasText: 'Finished' }).waitFor();
  expect(await answer(page)).toMatch(/^14,772,512 solutions of 16 queens/);
});

test('a count in the browser keeps its finished subproblems when it is stopped and resumed', async () => {
  const page = await open();
  // One of the two workers cannot start. So all subproblems are counted except the one assigned to this worker.
  const held: Route[] = [];
  await page.route('**/worker-*.js', (route) => (held.length === 0 ? held.push(route) : route.continue()));
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
  await page.unroute('**/worker-*.js');
  await press(page, 'Resume');
  await state(page).filter({ hasText: 'Finished' }).waitFor();
  expect(await answer(page)).toMatch(/^73,712 solutions of 13 queens/);
});

test('until the first subproblem ends, the page shows the counting time and a forecast, but no rate', async () => {
  const page = await open();
  await page.route('**/worker-*.js', () => {}); // no worker ever starts
  await page.getByLabel('Workers').selectOption('1');
  await choose(page, 13);
  await press(page, 'Count');
  await page.getByText('The chart of the rate appears when the first subproblem is finished.').waitFor();
  const figure = (name: string) =>
    page.locator('.figures div', { has: page.locator(`dt:text-is("${name}")`) }).locator('dd');
  await expect.poll(() => figure('threads').innerText()).toBe('1'); // after the kernels are loaded
  expect(await figure('placements a second').innerText()).toBe('not known yet');
  expect(await figure('time left').innerText()).toMatch(/^\d+s$/); // estimated with the speed of the reference machine
  const seen = await figure('counting time').innerText();
  await expect.poll(() => figure('counting time').innerText()).not.toBe(seen);
  await press(page, 'Stop');
});

test('a count of two queens has no map and no solutions, and a count of one queen has one solution', async () => {
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

test('the page replaces a board size that is too large for the server, and shows a message', async () => {
  const page = await openPage();
  await page.goto(`${address()}#count?n=25&where=server`);
  await page.getByText('The address has n=25, but n must be a whole number from 1 to 20.').waitFor();
  expect(await page.getByLabel('Queens', { exact: true }).inputValue()).toBe('12');
});

test('a worker that fails is replaced', async () => {
  const page = await open();
  let workers = 0;
  await page.route('**/worker-*.js', (route) => (++workers === 1 ? route.abort() : route.continue()));
  await choose(page, 11);
  await press(page, 'Count');
  await page.locator('.answer', { hasText: '2,680 solutions of 11 queens' }).waitFor();
  expect(workers).toBeGreaterThan(1);
});

test('a count fails with an error if no worker can start', async () => {
  const page = await open();
  await page.route('**/worker-*.js', (route) => route.abort());
  await press(page, 'Count');
  await state(page).filter({ hasText: 'Failed' }).waitFor();
  await page
    .getByRole('alert')
    .filter({ hasText: /^subproblem .* failed 3 times/ })
    .waitFor();
});

test('a count on the server is followed, stopped and resumed, and no other count starts meanwhile', async () => {
  const page = await open();
  const other = await open();
  await page.getByLabel('the server').check();
  await choose(page, 20);
  await press(page, 'Count');
  await page.locator('.workers tbody tr').nth(1).waitFor(); // two threads with their subproblems
  expect(await page.locator('.workers code').first().innerText()).toMatch(/^[a-z]+-20-/);
  await other.getByLabel('the server').check();
  await press(other, 'Count');
  await other.getByRole('alert').filter({ hasText: 'already counting' }).waitFor();
  await other.reload(); // the reloaded page shows the running count
  await other.getByRole('heading', { name: '20 queens' }).waitFor();
  await state(other).filter({ hasText: 'Counting' }).waitFor();
  expect(await other.getByRole('button', { name: 'Count', exact: true }).isDisabled()).toBe(true);
  await other.getByRole('radio', { name: 'this browser' }).check();
  expect(await other.getByRole('button', { name: 'Count', exact: true }).isEnabled()).toBe(true);
  const fresh = await open();
  await state(fresh).filter({ hasText: 'Counting' }).waitFor(); // a new page also shows the running count
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
  await page.reload(); // the reloaded page shows the last count
  await page.locator('.answer', { hasText: '365,596 solutions of 14 queens' }).waitFor();
});
