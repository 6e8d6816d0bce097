import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, openView } from '../browser.js';
import { useServedPage } from '../served-page.js';

// The controls of the count view.
const { openPage, visit, address } = useServedPage();
/** Opens the view, and waits until its code is loaded. */
async function open(): Promise<Page> {
  const page = await visit('#count?n=20');
  await page.getByRole('heading', { name: 'Count in this browser' }).waitFor();
  return page;
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const choose = (page: Page, n: number) => page.getByLabel('Queens', { exact: true }).selectOption(String(n));
const state = (page: Page) => page.locator('.run .badge').first();
const answer = (page: Page) => page.locator('.answer').innerText();
const map = (page: Page) => page.locator('.tiles').getAttribute('aria-label');
const figure = (page: Page, name: string) => page.locator(`.stats div:has(dt:text-is("${name}")) dd`).innerText();
const finished = (page: Page) => figure(page, 'subproblems');

test('the view counts sixteen queens, then fifteen', async () => {
  const page = await visit('#count?n=16');
  await press(page, 'Count');
  await page.locator('.answer', { hasText: '14,772,512 solutions for 16 queens' }).waitFor();
  expect(await map(page)).toMatch(/^Map of \d+ subproblems$/);
  await page.getByText('Each tile is a part of the work').waitFor();
  await choose(page, 15);
  await press(page, 'Count');
  await page.locator('.answer', { hasText: '2,279,184 solutions for 15 queens' }).waitFor();
  await expectAccessible(page);
});

test('a count in the browser keeps its finished subproblems when it is stopped and resumed', async () => {
  const page = await open();
  // One of the two workers cannot start. So all subproblems are counted except the one assigned to this worker.
  const held: Route[] = [];
  await page.route('**/worker-*.js', (route) => (held.length === 0 ? held.push(route) : route.continue()));
  await page.getByLabel('Threads').selectOption('2');
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
  const time = await figure(page, 'counting time');
  await openView(page, 'Why');
  await openView(page, 'Count');
  expect(await figure(page, 'counting time')).toBe(time); // it stands still
  await page.unroute('**/worker-*.js');
  await press(page, 'Resume');
  await state(page).filter({ hasText: 'Finished' }).waitFor();
  expect(await answer(page)).toMatch(/^73,712 solutions for 13 queens/);
});

test('until the first subproblem ends, the page shows the counting time and a forecast', async () => {
  const page = await open();
  await page.route('**/worker-*.js', () => {}); // no worker ever starts
  await page.getByLabel('Threads').selectOption('1');
  await choose(page, 13);
  await press(page, 'Count');
  // estimated with the speed of the reference machine
  await expect.poll(() => figure(page, 'time left')).toMatch(/^(at least )?\d/);
  const seen = await figure(page, 'counting time');
  await expect.poll(() => figure(page, 'counting time')).not.toBe(seen);
  await press(page, 'Stop');
});

test('a count of two queens has no map and no solutions, and a count of one queen has one solution', async () => {
  const page = await open();
  for (const [n, sentence] of [
    [2, '0 solutions for 2 queens'],
    [1, '1 solution for 1 queen'],
  ] as const) {
    await choose(page, n);
    await press(page, 'Count');
    await page.locator('.answer', { hasText: sentence }).waitFor();
    if (n === 2) expect(await page.getByRole('img', { name: /^Map/ }).count()).toBe(0);
  }
});

test('a failed worker is replaced; a count fails if none can start, and can be tried again', async () => {
  const page = await open();
  let workers = 0;
  await page.route('**/worker-*.js', (route) => (++workers === 1 ? route.abort() : route.continue()));
  await choose(page, 11);
  await press(page, 'Count');
  await page.locator('.answer', { hasText: '2,680 solutions for 11 queens' }).waitFor();
  expect(workers).toBeGreaterThan(1);
  await page.unroute('**/worker-*.js');
  await page.route('**/worker-*.js', (route) => route.abort());
  await choose(page, 12);
  await press(page, 'Count');
  await state(page).filter({ hasText: 'Failed' }).waitFor();
  await page
    .locator('.notice')
    .filter({ hasText: /^subproblem .* failed 3 times. Last error: could not load the web worker/ })
    .waitFor();
  await page.unroute('**/worker-*.js');
  await press(page, 'Resume');
  await page.locator('.answer', { hasText: '14,200 solutions for 12 queens' }).waitFor();
});

test('double clicks on Count and on Resume start one count', async () => {
  const page = await open();
  let workers = 0;
  page.on('worker', () => workers++);
  await page.getByLabel('Threads').selectOption('2');
  await page.getByRole('button', { name: 'Count', exact: true }).dblclick();
  await expect.poll(() => workers).toBe(2);
  await press(page, 'Stop');
  await state(page).filter({ hasText: 'Stopped' }).waitFor();
  await page.getByRole('button', { name: 'Resume' }).dblclick();
  await state(page).filter({ hasText: 'Counting' }).waitFor();
  await expect.poll(() => workers).toBe(4);
  await press(page, 'Stop');
  await state(page).filter({ hasText: 'Stopped' }).waitFor();
  expect(workers).toBe(4);
});

test('the page asks before it is left during a count, and not after it', async () => {
  const page = await open();
  const asked: string[] = [];
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type());
    await dialog.dismiss(); // stays on the page
  });
  await press(page, 'Count');
  await state(page).filter({ hasText: 'Counting' }).waitFor();
  const leave = () => page.evaluate(() => location.reload());
  await leave();
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await press(page, 'Stop');
  await state(page).filter({ hasText: 'Stopped' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Count', exact: true }).waitFor();
  expect(asked).toEqual(['beforeunload']);
  expect(await page.locator('.run').count()).toBe(0); // nothing is left of the count
});

test('a browser without memory for the kernel is told what a browser can do', async () => {
  const page = await open();
  await page.route('**/worker-*.js', async (route) => {
    const response = await route.fetch();
    // as Chromium reports it
    const fault = `WebAssembly.Instance = class {
      constructor() { throw new RangeError('Out of memory: Cannot allocate Wasm memory for new instance'); }
    };`;
    await route.fulfill({ response, body: `${fault}\n${await response.text()}` });
  });
  await choose(page, 12);
  await press(page, 'Count');
  const problem = page.locator('.run .notice');
  await problem.filter({ hasText: 'fewer threads' }).waitFor();
  expect(await problem.innerText()).not.toMatch(/NODE_OPTIONS|ulimit|--memory/);
});

test('a hidden tab counts, even in a browser that reports no number of cores', async () => {
  const page = await openPage();
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => undefined });
    Object.defineProperty(document, 'hidden', { get: () => true });
  });
  await page.goto(`${address()}#count?n=14&start=now`);
  await page.locator('.answer', { hasText: '365,596 solutions for 14 queens' }).waitFor();
  await expect.poll(() => page.url()).toBe(`${address()}#count?n=14`);
});

test.each(['n=21&start=now', 'n=99&start=now', 'n=14&start=later'])(
  '%s starts no count and says why',
  async (query) => {
    const page = await openPage();
    await page.goto(`${address()}#count?${query}`);
    await page.locator('.count > .notice', { hasText: 'The address contains' }).waitFor();
    expect(await page.locator('.answer').count()).toBe(0);
    await press(page, 'Count'); // counts what the page shows
    await page.locator('.answer', { hasText: /for 1[48] queens/ }).waitFor();
  },
);

test('a policy of the server that forbids WebAssembly is told in each view that compiles', async () => {
  const page = await openPage();
  await page.route(address(), async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      headers: { ...response.headers(), 'content-security-policy': "script-src 'self'" },
    });
  });
  for (const view of ['count', 'runs/published']) {
    await page.goto(`${address()}#${view}`);
    await page
      .locator('main > section:not([hidden])', {
        hasText: "the server's policy forbids WebAssembly ('wasm-unsafe-eval')",
      })
      .waitFor();
  }
});
