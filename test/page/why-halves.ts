import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { ServedPage } from './served-page.js';
import { openStep, press, status } from './why-step.js';

/** The steps of the explanation about the two halves: every control, by pointer and by keyboard. */
export function testHalves(served: ServedPage): void {
  const { address } = served;
  const open = (query: string, options?: BrowserContextOptions) => openStep(served, query, options);

  describe('the explanation of the halves', () => {
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
      const page = await open('n=6&step=6');
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
      const page = await open('n=8&step=7');
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
      const page = await open('n=8&step=8');
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
      await expect.poll(() => page.url()).toBe(`${address()}#why?n=8&step=8&cut=4&row=6`);
      await page.reload();
      await status(page).filter({ hasText: 'All 6 rows are ORed' }).waitFor();
      expect(await page.locator('.matrix td.fits').count()).toBe(1);
      await press(page, 'Start over');
      expect(await page.locator('.matrix td.fits').count()).toBe(0);
      await press(page, 'Next upper half');
      await press(page, 'All rows');
      await status(page).filter({ hasText: 'fit upper half 2.' }).waitFor();
    });

    test('lists grow from shorter ones, by the column of the last queen', async () => {
      const page = await open('n=8&step=5&cut=4&columns=1,3,5,7&half=2');
      await status(page)
        .filter({ hasText: /All columns together: [\d +]+ = 8\.$/ })
        .waitFor();
      const column = page.getByRole('button', { name: /^column 3:/ });
      await column.click();
      const [, free, all] = /: (\d+) of (\d+)$/.exec((await column.getAttribute('aria-label')) ?? '') ?? [];
      await page
        .getByRole('heading', { name: 'Halves of 3 rows on columns 1, 5, 7, and a queen in column 3' })
        .waitFor();
      expect(await page.locator('.grown li.fits').count()).toBe(Number(free));
      expect(await page.locator('.grown li').count()).toBe(Number(all));
      await expect.poll(() => page.url()).toContain('&last=1');
      await page.reload();
      await page.getByRole('heading', { name: /queen in column 3$/ }).waitFor();
    });

    test('the band, its queens, and the key columns of the plan', async () => {
      const page = await open('n=8&step=9&threads=1');
      await page.getByText('All 3 together compare 66 pairs and count 92 solutions.').waitFor();
      await status(page).filter({ hasText: 'Queens given: row 4 column 7. It compares 49 pairs' }).waitFor();
      expect(await page.locator('.board .place').count()).toBe(6);
      expect(await page.locator('.board .key-column').count()).toBe(0);
      await page.getByLabel('Threads').selectOption('4');
      await page.getByText(/^All \d+ together compare 66 pairs and count 92 solutions\.$/).waitFor();
      await page.getByRole('slider', { name: /^Subproblem/ }).fill('3');
      await page.getByLabel(/^Subproblem 4 of/).waitFor();
      expect(await page.locator('.board .key-column').count()).toBeGreaterThan(0);
      await expect.poll(() => page.url()).toBe(`${address()}#why?n=8&step=9&threads=4&subproblem=3`);
      await page.reload();
      await page.getByLabel(/^Subproblem 4 of/).waitFor();
      await page.getByLabel('Queens', { exact: true }).selectOption('4');
      await page.getByText('A band of two rows needs a board of 5 rows at least').waitFor();
    });
  });
}
