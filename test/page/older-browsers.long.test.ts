import { readFileSync, writeFileSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { finishedLedger } from '../core/results/ledger-text.js';
import { builtFiles } from './built-files.js';
import { channelsOf, contrast } from './contrast.js';
import { useServedPage } from './served-page.js';

// The browsers that docs/page.md names: Chromium without what they lack. The types of the page refuse newer features of
// the language; this also takes away those of the DOM and of CSS, and more than the named browsers lack.
const { openPage, address, pathOf } = useServedPage();

/** Removes features that are newer than Safari 16.4, Chrome 111 and Firefox 115. */
const REMOVE = `
  const remove = (owner, ...names) => { for (const name of names) delete owner?.[name]; };
  remove(AbortSignal, 'any');
  remove(Array, 'fromAsync');
  remove(Array.prototype, 'toSorted', 'toReversed', 'toSpliced', 'with', 'findLast', 'findLastIndex');
  remove(Object, 'groupBy');
  remove(Map, 'groupBy');
  remove(Promise, 'withResolvers', 'try');
  remove(Set.prototype, 'union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom');
  remove(URL, 'canParse', 'parse');
  remove(Uint8Array, 'fromBase64', 'fromHex');
  remove(Uint8Array.prototype, 'toBase64', 'toHex');
  remove(ArrayBuffer.prototype, 'transfer', 'transferToFixedLength');
  remove(String.prototype, 'isWellFormed', 'toWellFormed');
  remove(globalThis.Iterator?.prototype, 'map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach');
  remove(globalThis.Iterator?.prototype, 'some', 'every', 'find');
  remove(globalThis.Element?.prototype, 'checkVisibility', 'togglePopover', 'moveBefore');
  remove(globalThis.Document?.prototype, 'startViewTransition');
  remove(globalThis.ReadableStream?.prototype, Symbol.asyncIterator, 'values');
`;

/** Functions and selectors of CSS that older browsers do not know. They ignore each declaration or rule with one. */
const UNKNOWN_CSS =
  /light-dark\(|:has\(|@container|@scope|@starting-style|@property|text-box|anchor\(|calc-size\(| in oklch,/g;

/** Opens the page in a browser without newer features. */
async function visitOld(hash: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage(options);
  await page.addInitScript(REMOVE);
  await page.route('**/page-*.css', async (route) => {
    const css = await (await route.fetch()).text();
    await route.fulfill({ contentType: 'text/css', body: css.replaceAll(UNKNOWN_CSS, 'unknown-$&') });
  });
  await page.route('**/worker-*.js', async (route) => {
    const script = await (await route.fetch()).text();
    await route.fulfill({ contentType: 'text/javascript', body: REMOVE + script });
  });
  await page.goto(address() + hash);
  await page.locator('main h1').first().waitFor();
  return page;
}

/** Expects that the squares of the visible boards have their two colors. */
async function expectBoard(page: Page): Promise<void> {
  const fills = await page.evaluate(() => {
    const boards = [...document.querySelectorAll('main > section:not([hidden]) :is(.square, .play button)')];
    return [
      ...new Set(boards.map((one) => getComputedStyle(one)[one instanceof HTMLElement ? 'backgroundColor' : 'fill'])),
    ];
  });
  expect(fills).toHaveLength(2);
  const [one = [], other = []] = await channelsOf(
    page,
    fills.map((fill) => [fill]),
  );
  expect(contrast(one, other)).toBeGreaterThan(1.3);
  expect(contrast(one, [0, 0, 0])).toBeGreaterThan(5);
}

test.each(['light', 'dark'] as const)(
  'Why, Solvers and Solutions work in browsers of 2023 (%s)',
  async (colorScheme) => {
    const page = await visitOld('#why?placed=', { colorScheme });
    await page.getByRole('button', { name: 'free, row 1, column 1' }).click();
    expect(await page.locator('.play .attacked').count()).toBe(21);
    for (let step = 1; step <= 8; step++) {
      await page.locator(`.step-${step}`).waitFor();
      if (step < 7) await expectBoard(page);
      if (step < 8) await page.locator('.onwards .main').click();
    }
    await page.getByRole('slider', { name: 'Cores' }).fill('2');
    await page.locator('.lanes ul').nth(1).waitFor();
    await page.goto(`${address()}#solutions?n=6`);
    await page.getByRole('heading', { level: 1, name: '4 solutions' }).waitFor();
    await expectBoard(page);
    await page.goto(`${address()}#solvers?n=4&solver=bitmask`);
    await page.getByRole('button', { name: 'Next solution' }).click();
    await expectBoard(page);
  },
);

test('Count and Runs work in browsers of 2023', async () => {
  writeFileSync(pathOf('data/6.ledger'), finishedLedger(6));
  const page = await visitOld('#count?n=15');
  await page.getByRole('button', { name: 'Count', exact: true }).click();
  await page.locator('.answer', { hasText: '2,279,184 solutions' }).waitFor();
  expect(
    await page
      .locator('.tiles i')
      .first()
      .evaluate((one) => getComputedStyle(one).backgroundImage),
  ).toContain('gradient');
  await page.goto(`${address()}#runs/ledgers/6.ledger`);
  await page.locator('.answer', { hasText: '4 solutions for 6 queens' }).waitFor();
});

test('a stop of a count works without AbortSignal.any', async () => {
  const page = await visitOld('#count?n=20');
  await page.getByRole('button', { name: 'Count', exact: true }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('.run .badge', { hasText: 'Stopped' }).waitFor();
});

test('the scripts of the page have no newer syntax than the browsers that docs/page.md names', () => {
  const docs = readFileSync(new URL('../../docs/page.md', import.meta.url), 'utf8');
  const builder = readFileSync(new URL('../../scripts/build/page.mjs', import.meta.url), 'utf8');
  const html = readFileSync(new URL('../../dist/page/index.html', import.meta.url), 'utf8');
  const targets = [...(/target: \[(.*?)\]/.exec(builder)?.[1] ?? '').matchAll(/'([a-z]+)([\d.]+)'/g)];
  expect(targets).toHaveLength(3);
  for (const [, name = '', version] of targets) {
    const sentence = new RegExp(`${name}\\b[^.,]*?\\s${version}\\b`, 'i');
    expect(docs, name).toMatch(sentence);
    expect(html, name).toMatch(sentence);
  }
});

test('a browser without color-mix gets one sentence that says so, and which browsers have it', async () => {
  const page = await openPage();
  await page.addInitScript(`CSS.supports = (_, value) => !value.startsWith('color-mix')`);
  await page.goto(address());
  const text = await page.locator('#page').innerText();
  expect(text).toContain('it lacks color-mix');
  expect(text).toContain('Safari 16.4');
  expect(text.split(/[.:] /)).toHaveLength(2); // what it lacks, and what to use
});

test('a browser that cannot read the script keeps the text that says which browsers can', async () => {
  const page = await openPage();
  page.removeAllListeners('pageerror'); // the error is expected
  const script = `${address()}${builtFiles().get('page.js')}`;
  await page.route(script, (route) => route.fulfill({ contentType: 'text/javascript', body: 'const = newer syntax' }));
  await page.goto(address());
  await page.getByText('They need Safari 16.4, Chrome or Edge 111, Firefox 115, or a newer browser.').waitFor();
});

test.each([
  ['SIMD', 'WebAssembly.validate = () => false'],
  ['WebAssembly', 'delete globalThis.WebAssembly'],
])('a browser without %s says that it cannot count, and shows the other views', async (lack, remove) => {
  const page = await openPage();
  await page.addInitScript(remove);
  await page.goto(`${address()}#count`);
  await page.locator('.notice', { hasText: 'This browser cannot count' }).waitFor();
  expect(await page.locator('.notice', { hasText: 'cannot count' }).innerText()).toContain(lack);
  for (const view of ['why', 'solvers?solver=bitmask', 'solutions']) {
    await page.goto(`${address()}#${view}`);
    await page.locator('main > section:not([hidden]) h1').waitFor();
    await expectBoard(page);
  }
});

test('the address follows a slider at most twice a second, and a browser that refuses does no harm', async () => {
  const page = await openPage();
  await page.addInitScript(`
    globalThis.changes = 0;
    history.replaceState = () => {
      changes++;
      throw new DOMException('more than 100 in 30 seconds', 'SecurityError');
    };`);
  await page.goto(`${address()}#why?step=4`);
  const slider = page.getByRole('slider', { name: 'Upper half' });
  await slider.focus();
  const start = performance.now();
  for (let presses = 0; presses < 60; presses++) await slider.press('ArrowRight');
  const seconds = (performance.now() - start) / 1000;
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('112 of 344');
  expect(await page.evaluate('changes')).toBeLessThanOrEqual(2 * seconds + 2);
});
