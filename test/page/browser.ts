import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium from '@sparticuz/chromium';
import axe from 'axe-core';
import {
  type Browser,
  type BrowserContextOptions,
  type Locator,
  type Page,
  chromium as playwright,
} from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

/** The folder of the unpacked Chromium. In a shared temporary folder, another user could replace it. */
const CHROMIUM_FOLDER = fileURLToPath(new URL('../node_modules/.cache/chromium', import.meta.url));

/** The timeout of each action, in milliseconds. It is long enough for a busy machine. */
const TIMEOUT = 60_000;

/** Starts Chromium for the tests in a file, and returns a function that opens pages. */
export function useBrowser(): (options?: BrowserContextOptions) => Promise<Page> {
  let browser: Browser;
  beforeAll(async () => {
    const executablePath = await chromiumPath();
    browser = await playwright.launch({ executablePath, headless: true, args: ['--no-sandbox'] });
  });
  afterAll(() => browser.close());

  /** Opens an empty page in a new browser context. An error in the page fails the test. */
  return async (options = {}) => {
    // Without a locale, Chromium's default can be `en-US@posix`, which is not a valid language tag.
    const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 900 }, ...options });
    context.setDefaultTimeout(TIMEOUT);
    const page = await context.newPage();
    page.on('pageerror', (error) => {
      throw error;
    });
    return page;
  };
}

/** Opens a view by its link in the navigation. */
export async function openView(page: Page, name: 'Why' | 'Solvers' | 'Solutions' | 'Count' | 'Runs'): Promise<void> {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).click();
  await page.locator('.bar nav [aria-current="page"]', { hasText: name }).waitFor();
  await page.locator('main > section:not([hidden]) h1').waitFor();
}

/** Returns the distinct font sizes of the visible text. */
export function fontSizes(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = [...document.querySelectorAll('body *')].filter(
      (element) =>
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) &&
        element.getClientRects().length > 0,
    );
    return [...new Set(texts.map((element) => getComputedStyle(element).fontSize))];
  });
}

/** Returns the number of different colors that fill at least 20 pixels in a screenshot of an element. */
export async function countColors(element: Locator): Promise<number> {
  const picture = `data:image/png;base64,${(await element.screenshot()).toString('base64')}`;
  return element.page().evaluate(async (picture) => {
    const image = new Image();
    image.src = picture;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas?.drawImage(image, 0, 0);
    const { data = new Uint8ClampedArray() } = canvas?.getImageData(0, 0, image.width, image.height) ?? {};
    const counts = new Map<number, number>();
    for (const pixel of new Uint32Array(data.buffer)) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    return [...counts.values()].filter((count) => count >= 20).length;
  }, picture);
}

/** Expects that axe-core finds no violation in the current state of the page. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const rules = '{ rules: { "label-content-name-mismatch": { enabled: true } } }';
  const found = await page.evaluate(`axe.run(${rules}).then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 200))]))`);
  expect(found).toEqual([]);
}

/** Returns the path of Chromium. Unpacks it first if necessary, which several processes can do at the same time. */
async function chromiumPath(): Promise<string> {
  const program = join(CHROMIUM_FOLDER, 'chromium');
  if (existsSync(program)) return program;
  const { TMPDIR } = process.env;
  const folder = `${CHROMIUM_FOLDER}-${process.pid}`;
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder; // the package unpacks into TMPDIR
  try {
    await chromium.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  if (existsSync(program)) rmSync(folder, { recursive: true });
  else renameSync(folder, CHROMIUM_FOLDER);
  return program;
}
