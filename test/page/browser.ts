import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium from '@sparticuz/chromium';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

/** Where Chromium is unpacked: in this checkout, so that nobody else's file is executed. */
const UNPACKED = fileURLToPath(new URL('../../node_modules/.cache/chromium', import.meta.url));

/** Generous: the machine may be busy with other things. */
const PATIENCE = 60_000;

/** A real Chromium for the tests of a file, which ends with them. */
export function useBrowser(): (options?: BrowserContextOptions) => Promise<Page> {
  let browser: Browser;
  beforeAll(async () => {
    const executablePath = await unpack();
    browser = await playwright.launch({ executablePath, headless: true, args: ['--no-sandbox'] });
  });
  afterAll(() => browser.close());

  /** Opens an empty page in a context of its own. What goes wrong in it fails the test. */
  return async (options = {}) => {
    // Without a locale, Chromium makes one of the machine's that is no language tag: `en-US@posix`.
    const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 900 }, ...options });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    page.on('pageerror', (error) => {
      throw error;
    });
    return page;
  };
}

/** Opens a view of the page by its link. */
export async function openView(page: Page, name: 'Why' | 'Search' | 'Solutions' | 'Count' | 'Runs'): Promise<void> {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name: new RegExp(`^${name}`) }).waitFor();
}

/** The sizes of type that the page shows. */
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

/** Expects that axe-core finds nothing wrong with the page as it is. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const rules = '{ rules: { "label-content-name-mismatch": { enabled: true } } }';
  const found = await page.evaluate(`axe.run(${rules}).then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 200))]))`);
  expect(found).toEqual([]);
}

/** Unpacks Chromium, the first time, and returns the path of its program. Several processes may do so at once. */
async function unpack(): Promise<string> {
  const program = join(UNPACKED, 'chromium');
  if (existsSync(program)) return program;
  const { TMPDIR } = process.env;
  const own = `${UNPACKED}-${process.pid}`;
  mkdirSync(own, { recursive: true });
  process.env.TMPDIR = own; // where the package unpacks to
  try {
    await chromium.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  if (existsSync(program)) rmSync(own, { recursive: true });
  else renameSync(own, UNPACKED);
  return program;
}
