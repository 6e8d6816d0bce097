import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, fontSizes } from './browser.js';
import { placements } from './plain-search.js';
import { useServedPage } from './served-page.js';

const STEPS = 10;
const { openPage, address } = useServedPage();

async function open(query: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage({ viewport: { width: 1280, height: 720 }, ...options });
  await page.goto(`${address()}#why?${query}`);
  await page.locator('.why-step h2').waitFor();
  return page;
}

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const pick = (page: Page, name: string): Promise<void> => page.getByRole('radio', { name, exact: true }).check();
const status = (page: Page): Locator => page.locator('.why-step [role="status"]');
const shown = (page: Page) => page.locator('.why-picture .board').getAttribute('aria-label');

test('the first step shows a board, the tree and its size', async () => {
  const page = await openPage();
  await page.goto(address());
  await page.getByRole('heading', { level: 1, name: 'Why it is fast' }).waitFor();
  expect(await page.locator('.board .queen').count()).toBe(8);
  const tree = page.getByRole('slider', { name: 'Search tree of 8 queens: 2,056 dots, 92 of them solutions' });
  await tree.press('Home');
  await tree.press('ArrowRight');
  const below = [2, 3, 4, 5, 6, 7, 8].flatMap((rows) => placements(8, rows).filter(([first]) => first === 0)).length;
  const caption = `1 of 8 queens, in columns 0. Below it: ${below} of 2,056`;
  await page.locator('.tree-caption', { hasText: caption }).waitFor();
  expect(await page.locator('.board .queen').count()).toBe(1);
  await expect.poll(() => page.url()).toBe(`${address()}#why?n=8&step=1&at=1`);
});

test('buttons, links, arrow keys and Back change the step', async () => {
  const page = await open('n=6');
  await press(page, 'Next ▸');
  await page.getByRole('heading', { name: /^2\./ }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('heading', { name: /^3\./ }).waitFor();
  await page.getByLabel(/^Rows above the cut/).press('ArrowRight'); // a slider keeps its arrow keys
  await page.getByLabel('Rows above the cut: 4 of 6').waitFor();
  await page.getByRole('link', { name: '10: The bill' }).press('Enter');
  await page.getByRole('heading', { name: '10. The bill' }).waitFor();
  expect(await page.getByRole('button', { name: 'Next ▸' }).getAttribute('aria-disabled')).toBe('true');
  await page.goBack();
  await page.getByRole('heading', { name: /^3\./ }).waitFor();
  await page.getByLabel('Queens', { exact: true }).selectOption('8');
  await page.reload();
  await page.getByRole('heading', { name: /^3\./ }).waitFor();
  expect(await page.getByLabel('Queens', { exact: true }).inputValue()).toBe('8');
  await press(page, '◂ Previous');
  await page.getByRole('heading', { name: /^2\./ }).waitFor();
});

test('the buttons show the images of a solution, and the address has the solution', async () => {
  const page = await open('n=8&step=2');
  const first = await shown(page);
  for (let i = 0; i < 4; i++) {
    const before = await shown(page);
    await press(page, 'Quarter turn');
    await expect.poll(() => shown(page)).not.toBe(before);
  }
  expect(await shown(page)).toBe(first);
  await press(page, 'Another class');
  await page.getByText(/^Class 2 of 12, 8 images/).waitFor();
  await page.locator('.boards label').nth(3).click();
  const image = await shown(page);
  await expect.poll(() => page.url()).toContain(`solution=${image?.replace('Solution ', '').replaceAll(' ', ',')}`);
  await page.reload();
  await expect.poll(() => shown(page)).toBe(image);
  await page.locator('.boards .fits label').click();
  await status(page).filter({ hasText: 'Counts for 8.' }).waitFor();
});

test('the distances of an image that is not counted show which queen breaks the rule', async () => {
  for (const n of [6, 8]) {
    const page = await open(`n=${n}&step=2`);
    for (const label of await page.locator('.boards label').all()) {
      await label.click();
      const faults = await page.locator('.board .fault').count();
      expect(faults === 0).toBe((await status(page).innerText()).includes('Counts for'));
    }
  }
});

test('on a phone, the picture is in view while its controls are used', async () => {
  const page = await open('n=8&step=2', { viewport: { width: 375, height: 812 } });
  for (const step of [2, 3, 4, 6, 8, 9]) {
    await page.goto(`${address()}#why?n=8&step=${step}`);
    await page.getByRole('heading', { level: 2, name: new RegExp(`^${step}\\.`) }).waitFor();
    const control = page.locator('.why-text').locator('button, input').first();
    await control.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    const picture = await page.locator('.why-picture :is(.board, .bit-picture)').boundingBox();
    expect(picture?.y, `step ${step}`).toBeGreaterThanOrEqual(-1);
    expect((await control.boundingBox())?.y, `step ${step}`).toBeGreaterThan(
      (picture?.y ?? 0) + (picture?.height ?? 0),
    );
  }
});

test('the lists of a step are one tab stop each, and a link skips the navigation', async () => {
  const page = await open('n=8&step=4');
  await page.getByRole('button', { name: 'Skip to the view' }).focus();
  await page.keyboard.press('Enter');
  const stops: string[] = [];
  for (let i = 0; i < 40 && !stops.includes('Next ▸'); i++) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
    });
    stops.push(name);
  }
  expect(stops.length).toBeLessThan(20);
  await page.getByRole('radio', { checked: true }).first().focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.url()).toContain('columns=');
  await page.getByRole('heading', { name: /^4\./ }).waitFor(); // the arrow key picked a column set
});

test('all steps about halves keep the chosen column set and half', async () => {
  const page = await open('n=8&step=4');
  await pick(page, '8 · 8 upper and lower halves on columns 1, 3, 5, 7');
  await pick(page, 'upper half 3');
  await expect.poll(() => page.url()).toBe(`${address()}#why?n=8&step=4&columns=1,3,5,7&half=2`);
  await press(page, 'Next ▸');
  await pick(page, '3');
  await page.getByRole('heading', { name: '3 rows on 1, 5, 7' }).waitFor();
  const [, free, all] = /column 3, (\d+) of (\d+) halves can be extended/.exec(await status(page).innerText()) ?? [];
  expect(await page.locator('.grown .fits').count()).toBe(Number(free));
  expect(await page.locator('.grown li').count()).toBe(Number(all));
  await expect.poll(() => page.url()).toContain('&at=1');
  await page.reload();
  await page.getByRole('heading', { name: '+ a queen in column 3' }).waitFor();
});

test('the page marks pairs that fit, and the clashes of other pairs', async () => {
  const page = await open('n=8&step=6');
  await status(page).filter({ hasText: 'A solution' }).waitFor();
  expect(await page.locator('.board .queen').count()).toBe(8);
  expect(await page.locator('.keys .clash').count()).toBe(0);
  const clashing = page.locator('.boards .clashes label').first();
  const clashes = Number.parseInt(await clashing.locator('.note').innerText(), 10);
  await clashing.click();
  await status(page).filter({ hasText: 'This pair clashes on' }).waitFor();
  expect(await page.locator('.board .clash').count()).toBe(clashes);
  expect(await page.locator('.keys .clash').count()).toBe(2 * clashes);
});

test('a button ORs one row at a time, and keeps the focus', async () => {
  const page = await open('n=8&step=7');
  const ones = () => page.locator('.result-row .one').count();
  let before = await ones();
  for (let row = 0; row < 6; row++) {
    await press(page, 'OR the next row');
    expect(await ones()).toBeGreaterThanOrEqual(before);
    before = await ones();
  }
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('OR the next row');
  await status(page).filter({ hasText: 'All 6 rows are ORed: 1 zero' }).waitFor();
  await expect.poll(() => page.url()).toBe(`${address()}#why?n=8&step=7&at=6`);
  await press(page, 'Start over');
  expect(await page.locator('.result-row .good').count()).toBe(0);
  await press(page, 'Next upper half');
  await press(page, 'All rows');
  await status(page).filter({ hasText: 'upper half 3.' }).waitFor();
});

test('every step fits a projector of 1280 by 720 pixels for six queens, too', async () => {
  const page = await open('n=6');
  for (let step = 1; step <= STEPS; step++) {
    await page.getByRole('heading', { level: 2, name: new RegExp(`^${step}\\.`) }).waitFor();
    const card = await page.locator('.why-step').boundingBox();
    expect((card?.y ?? 0) + (card?.height ?? 0), `step ${step}`).toBeLessThanOrEqual(720);
    if (step < STEPS) await press(page, 'Next ▸');
  }
});

test.each([
  ['light', 1280, 720],
  ['dark', 375, 740],
  ['light', 320, 740],
] as const)(
  'axe finds no violation in any step, and every step fits the screen (%s, %i by %i pixels)',
  async (colorScheme, width, height) => {
    const page = await open('n=8', { colorScheme, viewport: { width, height } });
    for (let step = 1; step <= STEPS; step++) {
      await page.getByRole('heading', { level: 2, name: new RegExp(`^${step}\\.`) }).waitFor();
      await expectAccessible(page);
      expect((await fontSizes(page)).length).toBeLessThanOrEqual(4);
      // On a projector, every step must fit without scrolling.
      if (width === 1280)
        expect(
          await page.locator('.why-step').evaluate((card) => card.getBoundingClientRect().bottom - innerHeight),
        ).toBeLessThanOrEqual(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      if (step < STEPS) await press(page, 'Next ▸');
    }
  },
);
