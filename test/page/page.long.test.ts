import type { Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { countColors, expectAccessible, openView } from './browser.js';
import { useServedPage } from './served-page.js';

const VIEWS = ['Why', 'Solvers', 'Solutions', 'Count', 'Runs'] as const;

const { openPage, visit, address } = useServedPage();
test('the first view loads at most 45 kB with headers (compressed), and only from the server', async () => {
  const page = await openPage();
  const loaded: Request[] = [];
  page.on('requestfinished', (request) => loaded.push(request));
  await page.goto(address());
  await page.getByRole('button', { name: 'Row by row ▸' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(loaded.length).toBeGreaterThanOrEqual(3);
  for (const request of loaded) expect(request.url()).toContain(address());
  const sizes = await Promise.all(loaded.map((request) => request.sizes()));
  const bytes = sizes.reduce(
    (sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize,
    0,
  );
  const kilobytes = bytes / 1000;
  expect(kilobytes).toBeGreaterThan(10);
  expect(kilobytes).toBeLessThanOrEqual(45);
});

test.each([
  ['light', 'none', 320, 640],
  ['dark', 'none', 360, 740],
  ['dark', 'none', 1280, 900],
  ['light', 'none', 3840, 2160],
  ['light', 'active', 1280, 900],
  ['dark', 'active', 1280, 900],
] as const)(
  'each view is accessible, and not wider than the screen (%s, forced colors: %s, %i by %i pixels)',
  async (colorScheme, forcedColors, width, height) => {
    const page = await visit('', { colorScheme, forcedColors, viewport: { width, height } });
    for (const view of VIEWS) {
      await openView(page, view);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
  },
);

test('a view that cannot be loaded says so, and is loaded when it is opened again', async () => {
  const page = await openPage();
  await page.goto(address());
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Solvers' }).click();
  await page.getByText('This view could not be loaded.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Why' }).click();
  await page.getByRole('link', { name: 'Solvers' }).click();
  await page.getByRole('heading', { level: 1, name: 'Who wins?' }).waitFor();
});

test('a page opened from a file tells the user to start the server', async () => {
  const page = await openPage();
  await page.goto(new URL('../../dist/page/index.html', import.meta.url).href);
  await page.getByText('Start queens-par serve and open the address that it prints').waitFor();
});

test('Tab reaches the link of every view, and opening a view changes the title and focuses it', async () => {
  const page = await visit('');
  for (const name of ['Skip to the view', 'queens-par', ...VIEWS]) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe(name);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'A published count: check it yourself' }).waitFor();
  expect(await page.title()).toBe('Runs - queens-par');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SECTION');
  expect(await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)).toBe(
    'none',
  );
  expect(await page.getByRole('link', { name: 'Runs' }).getAttribute('aria-current')).toBe('page');
});

test('in high-contrast mode, the current view stands out, and the map, bars and bits keep their pictures', async () => {
  const page = await visit('#why?step=6&together=128', { forcedColors: 'active', reducedMotion: 'reduce' });
  const styleOf = (selector: string, property: 'outlineStyle' | 'backgroundColor' | 'backgroundImage' | 'fill') =>
    page
      .locator(selector)
      .first()
      .evaluate((element, property) => getComputedStyle(element)[property], property);
  await page.locator('.marks-table').waitFor();
  expect(await styleOf('.bar nav [aria-current]', 'outlineStyle')).toBe('solid');
  expect(await countColors(page.locator('.marks-table'))).toBeGreaterThanOrEqual(3);
  await page.goto(`${address()}#why?step=4`);
  await page.locator('.crowd').waitFor();
  expect(await styleOf('.crowd .lit', 'fill')).not.toBe(await styleOf('.crowd path', 'fill'));
  await page.goto(`${address()}#count?n=15`);
  await page.getByRole('button', { name: 'Count', exact: true }).click();
  await page.locator('.answer', { hasText: '2,279,184 solutions' }).waitFor();
  expect(await countColors(page.locator('.tiles'))).toBeGreaterThan(3); // shades of time, and the gaps
});
