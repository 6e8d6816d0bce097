import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from './browser.js';
import type { ServedPage } from './served-page.js';
import { openStep, press, status } from './why-step.js';

const STEPS = 10;

/** The explanation: every step, every control, by pointer and by keyboard. */
export function testWhy(served: ServedPage): void {
  const { openPage, address } = served;
  const open = (query: string, options?: BrowserContextOptions) => openStep(served, query, options);

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
      await expect.poll(() => page.url()).toBe(`${address()}#why?n=6&step=1&guess=152&node=1`);
      await page.getByText('in a tree of some 59 billion dots').waitFor(); // by the estimate of the plan
    });

    test('goes on and back, by buttons, links, keyboard and the address', async () => {
      const page = await open('n=7');
      await press(page, 'Next ▸');
      await page.getByRole('heading', { name: '2. One solution of eight stands for all' }).waitFor();
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
      await expect.poll(() => page.url()).toBe(`${address()}#why?n=7&step=2`);
      await page.getByRole('link', { name: '10: What it costs' }).press('Enter');
      await page.getByRole('heading', { name: '10. What it costs' }).waitFor();
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
      await page.getByText('its plan for 8 queens meets 18 solutions: 5 × 8 + 13 × 4 = 92.').waitFor();
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
      await page.getByText(/^Class 2 of 12 has 8 images, of which the program counts \d × \d.*:$/).waitFor();
      await page.locator('.siblings button').nth(3).click();
      const image = await shown();
      const columns = image?.replace('Solution ', '').replaceAll(' ', ',');
      await expect.poll(() => page.url()).toBe(`${address()}#why?n=8&step=2&solution=${columns}`);
      await page.reload();
      await expect.poll(shown).toBe(image);
    });

    test('the image that is counted is marked, and why the others are not', async () => {
      const page = await open('n=8&step=2&solution=0,4,7,5,2,6,1,3');
      await page.getByText('the queen of row 4 must be in the right half').waitFor();
      await status(page).filter({ hasText: 'Not counted: the queen of row 4 is on the left.' }).waitFor();
      expect(await page.locator('.why-picture .ring').count()).toBe(4);
      await page.getByRole('button', { name: /^image .*, counts 8$/ }).click();
      await status(page).filter({ hasText: 'Counted, for 8.' }).waitFor();
      await page.getByLabel('Queens', { exact: true }).selectOption('7');
      await page.getByText('its plan for 7 queens meets 8 solutions: 4 × 8 + 4 × 2 = 40.').waitFor();
      await page.getByLabel('Queens', { exact: true }).selectOption('4');
      await page.getByText('It can be seen from 5 queens on').waitFor();
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
      const end = /&time=\d+$/;
      await expect.poll(() => page.url()).toMatch(end);
      await page.reload();
      await page.getByRole('slider', { name: /all is counted; 21 of 21 finished$/ }).waitFor();
    });

    test('what it costs: four ways in steps, and the published times', async () => {
      const page = await open('n=8&step=10');
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
          if (height === 720) {
            expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(
              0,
            );
          }
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
