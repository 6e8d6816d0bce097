import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from './browser.js';
import type { ServedPage } from './served-page.js';

const STEPS = 8;

/** The explanation: every step, every control, by pointer and by keyboard. */
export function testWhy({ openPage, address }: ServedPage): void {
  async function open(query: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await openPage({ viewport: { width: 1280, height: 720 }, ...options });
    await page.goto(`${address()}#why?${query}`);
    await page.locator('.why-step h2').waitFor();
    return page;
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const status = (page: Page) => page.locator('.why-step [role="status"]');

  describe('the explanation', () => {
    test('is what a newcomer sees first: a question, and the tree behind its answer', async () => {
      const page = await openPage();
      await page.goto(address());
      await page.getByRole('heading', { level: 1, name: 'Why it is fast' }).waitFor();
      expect(await page.locator('.tree').count()).toBe(0);
      await press(page, '24'); // the solutions times the rows
      await status(page).filter({ hasText: 'No: 152.' }).waitFor();
      await page.getByRole('img', { name: 'Search tree of 6 queens: 152 nodes, 4 of them solutions' }).waitFor();
      await press(page, '152');
      await status(page).filter({ hasText: 'Yes: 152.' }).waitFor();
      await page.getByLabel('Node 0 of 152').fill('1');
      await page
        .locator('.tree-caption', { hasText: '1 of 6 queens, in columns 0. Below it: 21 of 152 queens' })
        .waitFor();
      await expect.poll(() => page.url()).toBe(`${address()}#why?n=6&step=1&guess=152`);
      await page.getByText('in a tree of some 59 billion dots').waitFor(); // by the estimate of the plan
    });

    test('goes on and back, by buttons, links, keyboard and the address', async () => {
      const page = await open('n=7');
      await press(page, 'Next ▸');
      await page.getByRole('heading', { name: '2. One solution of eight stands for all' }).waitFor();
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
      await expect.poll(() => page.url()).toBe(`${address()}#why?n=7&step=2`);
      await page.getByRole('link', { name: '8: What it costs' }).press('Enter');
      await page.getByRole('heading', { name: '8. What it costs' }).waitFor();
      expect(await page.getByRole('button', { name: 'Next ▸' }).isDisabled()).toBe(true);
      await page.goBack();
      await page.getByRole('heading', { name: /^2\./ }).waitFor();
      await page.getByLabel('Queens', { exact: true }).selectOption('5');
      await page.reload();
      await page.getByRole('heading', { name: /^2\./ }).waitFor();
      expect(await page.getByLabel('Queens', { exact: true }).inputValue()).toBe('5');
      await press(page, '◂ Previous');
      await page.getByRole('heading', { name: /^1\./ }).waitFor();
    });

    test('a solution turns onto its images, and stays in the address', async () => {
      const page = await open('n=8&step=2');
      await page.getByText('8 queens have 92 solutions in 12 classes: 11 × 8 + 1 × 4 = 92.').waitFor();
      await page.getByText('its plan meets 26 solutions: 10 × 2 + 14 × 4 + 2 × 8 = 92.').waitFor();
      const shown = () => page.locator('.why-picture .board').getAttribute('aria-label');
      const first = await shown();
      await press(page, 'Quarter turn');
      const moving = () =>
        page.evaluate(() => document.getAnimations().filter((one) => !(one instanceof CSSTransition)).length);
      expect(await moving()).toBe(1);
      await expect.poll(shown).not.toBe(first);
      for (let i = 0; i < 3; i++) {
        const before = await shown();
        await press(page, 'Quarter turn');
        await expect.poll(shown).not.toBe(before);
      }
      expect(await shown()).toBe(first);
      await press(page, 'Another class');
      await page.getByText('Class 2 of 12 has 8 images:').waitFor();
      await page.locator('.siblings button').nth(3).click();
      const image = await shown();
      const columns = image?.replace('Solution ', '').replaceAll(' ', ',');
      await expect.poll(() => page.url()).toBe(`${address()}#why?n=8&step=2&solution=${columns}`);
      await page.reload();
      await expect.poll(shown).toBe(image);
    });

    test('nothing moves where the reader wants nothing to move', async () => {
      const page = await open('n=6&step=2', { reducedMotion: 'reduce' });
      const shown = () => page.locator('.why-picture .board').getAttribute('aria-label');
      const first = await shown();
      await press(page, 'Mirror');
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
      await expect.poll(shown).not.toBe(first);
    });

    test('prefixes have their share of the tree, and threads take them', async () => {
      const page = await open('n=8&step=3');
      expect(await page.locator('.halves button').count()).toBe(4); // the left half of the first row
      await press(page, 'prefix 3');
      await page
        .locator('.tree-caption', { hasText: 'Below prefix 3: 270 of 1,024 queens, 26 % of the work.' })
        .waitFor();
      expect(await page.locator('.lanes .task').count()).toBe(4);
      await page.getByLabel('Rows in a prefix').selectOption('2');
      await page.getByLabel('Threads').selectOption('4');
      await expect.poll(() => page.locator('.lanes .task').count()).toBe(21);
      const time = page.getByRole('slider', { name: /^Time 0 of/ });
      await time.fill(String(await time.getAttribute('max')));
      await page.getByRole('slider', { name: /all is counted; 21 of 21 finished$/ }).waitFor();
      expect(await page.locator('.lanes .task.finished').count()).toBe(21);
      await expect.poll(() => page.url()).toContain('step=3&threads=4&depth=2');
    });

    test('the cut is dragged, or moved by keyboard, and the column set chooses the lists', async () => {
      const page = await open('n=8&step=4');
      const handle = await page.locator('.cut-handle').boundingBox();
      const frame = await page.locator('.board .frame').boundingBox();
      if (!handle || !frame) throw new Error('no cut');
      await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
      await page.mouse.down();
      await page.mouse.move(handle.x + handle.width / 2, frame.y + (5 * frame.height) / 8, { steps: 4 });
      await page.mouse.up();
      const rows = page.getByLabel('Rows above the cut: 5 of 8');
      await rows.press('ArrowLeft');
      await page.getByLabel('Rows above the cut: 4 of 8').waitFor();
      expect(await page.locator('.column-set').count()).toBe(70);
      await press(page, 'columns 1 3 5 7, upper and lower halves: 8·8');
      await page.getByText('if the upper half uses columns 1, 3, 5, 7, the lower one must use 0, 2, 4, 6.').waitFor();
      await page.getByRole('heading', { name: '8 upper halves on these columns' }).waitFor();
      await press(page, 'upper half 3');
      await expect.poll(() => page.url()).toBe(`${address()}#why?n=8&step=4&cut=4&columns=1,3,5,7&half=2`);
      await press(page, 'Next ▸');
      await expect.poll(() => page.url()).toBe(`${address()}#why?n=8&step=5&cut=4&columns=1,3,5,7&half=2`);
    });

    test('the key lights up, bit by bit', async () => {
      const page = await open('n=6&step=5');
      expect(await page.locator('.bit').count()).toBe(10);
      const ones = await page.locator('.bit.one').count();
      const seen = new Set<string>();
      for (let i = 0; i < ones; i++) {
        seen.add(await status(page).innerText());
        expect(await page.locator('.board .diagonal.lit').count()).toBe(1);
        await press(page, 'Next bit that is 1');
      }
      expect(seen.size).toBe(ones);
      await page.locator('.bit:not(.one)').first().press('Enter');
      await status(page).filter({ hasText: 'is 0: no queen above stands on it' }).waitFor();
      expect(await page.locator('.board .diagonal.free').count()).toBe(1);
    });

    test('pairs that fit light up, and others show where they clash', async () => {
      const page = await open('n=8&step=6');
      await status(page)
        .filter({ hasText: 'This pair fits: a solution. 1 of 4 lower halves fits this upper one.' })
        .waitFor();
      expect(await page.locator('.board .queen').count()).toBe(8);
      const clashing = page.locator('.halves .clashes button').first();
      const clashes = Number.parseInt(await clashing.locator('.note').innerText(), 10);
      await clashing.click();
      await status(page).filter({ hasText: 'This pair clashes on' }).waitFor();
      expect(await page.locator('.board .diagonal.clash').count()).toBe(clashes);
    });

    test('rows are ORed one at a time, and zeros are the halves that fit', async () => {
      const page = await open('n=8&step=7');
      const result = () => page.locator('.result-row td').allInnerTexts();
      expect(await result()).toEqual(['0', '0', '0', '0']);
      let last = 0;
      while (await page.getByRole('button', { name: 'OR the next row' }).isEnabled()) {
        await press(page, 'OR the next row');
        const ones = (await result()).filter((bit) => bit === '1').length;
        expect(ones).toBeGreaterThanOrEqual(last);
        last = ones;
      }
      await status(page)
        .filter({ hasText: 'All 6 rows are ORed: 1 zero, so 1 lower half fits upper half 1.' })
        .waitFor();
      expect(await page.locator('.matrix td.fits').count()).toBe(1);
      await press(page, 'Start over');
      expect(await page.locator('.matrix td.fits').count()).toBe(0);
      await press(page, 'Next upper half');
      await press(page, 'All rows');
      await status(page).filter({ hasText: 'fit upper half 2.' }).waitFor();
    });

    test('what it costs: four ways in steps, and the published times', async () => {
      const page = await open('n=8&step=8');
      const steps = await page.locator('.why-text .ways tbody td:nth-child(2)').allInnerTexts();
      expect(steps).toEqual(['2,056', '1,028', '2,448', '1,032']);
      await page.getByRole('img', { name: /^CPU time over n from 8 to \d+/ }).waitFor();
      await page.getByLabel('Values of n = 16').fill('15');
      await page.getByText('Values of n = 15').waitFor();
      expect(await page.locator('.why-picture .ways td').allInnerTexts()).not.toContain('not measured');
    });

    test.each([
      ['light', 1280, 720],
      ['dark', 1280, 720],
      ['light', 360, 740],
      ['dark', 320, 740],
    ] as const)(
      'axe finds nothing wrong with any step, and nothing sticks out: %s, %i by %i',
      async (colorScheme, width, height) => {
        const page = await open('n=8&guess=92', { colorScheme, viewport: { width, height } });
        for (let step = 1; step <= STEPS; step++) {
          await page.getByRole('heading', { level: 2, name: new RegExp(`^${step}\\.`) }).waitFor();
          if (step === STEPS) await page.locator('.plot').waitFor();
          await expectAccessible(page);
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
          if (step < STEPS) await press(page, 'Next ▸');
        }
      },
    );

    test('every board size has every step', async () => {
      const page = await open('n=4');
      for (const n of [4, 5, 6, 7, 8]) {
        await page.goto(`${address()}#why?n=${n}&step=1`);
        for (let step = 1; step <= STEPS; step++) {
          await page.getByRole('heading', { level: 2, name: new RegExp(`^${step}\\.`) }).waitFor();
          if (step < STEPS) await press(page, 'Next ▸');
        }
      }
    });
  });
}
