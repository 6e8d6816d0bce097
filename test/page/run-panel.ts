import { writeFileSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { makeKernel } from '../../workers/kernels.js';
import { ledgerText } from '../ledger/ledger-text.js';
import { expectAccessible } from './browser.js';
import type { ServedPage } from './served-page.js';

const kernel = makeKernel({});

/** Facts of a run by pointer, by touch and by keyboard: its subproblems in the map, its rate in the chart. */
export function testRunPanel({ openPage, address, at }: ServedPage): void {
  const hint = '21 of 21 are finished';
  const card = (page: Page) => page.locator('.tile-card');
  const map = (page: Page) => page.locator('.map canvas');
  const mapSlider = (page: Page) => page.locator('.map').getByRole('slider');

  /** A finished run of 8 queens: the subproblem at place p took p + 1 seconds. */
  async function openTimed(options: BrowserContextOptions = {}): Promise<Page> {
    const plan = planBitmask(8, 2);
    const timed = Array.from(plan.subproblems, (subproblem, place) => ({
      ...kernel(subproblem),
      milliseconds: 1000 * (place + 1),
    }));
    writeFileSync(at('data/panel.ledger'), ledgerText(plan, timed));
    const page = await openPage(options);
    await page.goto(`${address()}#runs/file/panel.ledger`);
    await page.locator('.run .badge', { hasText: 'Finished' }).waitFor();
    return page;
  }

  describe('the map', () => {
    test('names the subproblem under the pointer, and keeps the one that is clicked', async () => {
      const page = await openTimed();
      await page.getByText(hint).waitFor();
      await map(page).hover({ position: { x: 10, y: 10 } });
      await page.getByText('Subproblem 1 of 21: finished in 1s.').waitFor();
      await card(page).getByText('0.2', { exact: true }).waitFor();
      await card(page)
        .getByText(/^Counted in 1s: \d+ solutions?, each for 2; [\d,]+ placements\.$/)
        .waitFor();
      await card(page).getByRole('img', { name: 'Queens given: row 0 column 0, row 1 column 2.' }).waitFor();
      await page.getByRole('heading', { level: 1 }).hover();
      await page.getByText(hint).waitFor();
      await map(page).click({ position: { x: 10, y: 10 } });
      await page.getByRole('heading', { level: 1 }).hover();
      await card(page).getByText('0.2', { exact: true }).waitFor();
      await expectAccessible(page);
    });

    test('is one tab stop, and its tiles are gone through by keyboard', async () => {
      const page = await openTimed();
      await mapSlider(page).focus();
      await page.keyboard.press('ArrowRight');
      await page.getByText('Subproblem 1 of 21: finished in 1s.').waitFor();
      await page.keyboard.press('ArrowRight');
      await page.getByText('Subproblem 2 of 21: finished in 2s.').waitFor();
      expect(await mapSlider(page).getAttribute('aria-valuetext')).toBe('Subproblem 2 of 21: finished in 2s.');
      // A screen reader is told the rest.
      await card(page).locator('[aria-live]', { hasText: '0.3: Counted in 2s' }).waitFor();
      await page.keyboard.press('ArrowDown'); // a row on
      await page.getByText(/^Subproblem (9|1\d) of 21/).waitFor();
      await page.keyboard.press('ArrowUp');
      await page.getByText('Subproblem 2 of 21: finished in 2s.').waitFor();
      await page.keyboard.press('End');
      await page.getByText('Subproblem 21 of 21: finished in 21s.').waitFor();
      await page.keyboard.press('Escape');
      await page.getByText(hint).waitFor();
      await page.keyboard.press('Tab'); // the chart's
      expect(
        await page
          .locator('.rate')
          .getByRole('slider')
          .evaluate((range) => range === document.activeElement),
      ).toBe(true);
    });

    test('tells of the tile that is tapped', async () => {
      const page = await openTimed({ hasTouch: true, viewport: { width: 360, height: 740 } });
      await map(page).tap({ position: { x: 10, y: 10 } });
      await card(page).getByText('0.2', { exact: true }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    });

    test('lists the subproblems of a tile that stands for several', async () => {
      const plan = planBitmask(14, 5);
      writeFileSync(at('data/many.ledger'), ledgerText(plan, []));
      const page = await openPage();
      await page.goto(`${address()}#runs/file/many.ledger`);
      const perTile = Math.ceil(plan.subproblems.length / 10_000);
      await page.getByText(`Subproblems, ${perTile} to a tile`).waitFor();
      await map(page).hover({ position: { x: 1, y: 1 } });
      await page.getByText(new RegExp(`^Subproblems 1 to ${perTile} of [\\d,]+: 0 finished\\.$`)).waitFor();
      await expect.poll(() => card(page).locator('li').count()).toBe(perTile);
      expect(await card(page).locator('li').first().innerText()).toContain('Not finished.');
    });

    test('names the worker of a subproblem that this browser counted', async () => {
      const page = await openPage();
      await page.goto(`${address()}#count?n=14&where=browser`);
      await page.getByLabel('Workers').selectOption('1');
      await page.getByRole('button', { name: 'Count', exact: true }).click();
      await page.locator('.answer').waitFor();
      await mapSlider(page).press('ArrowRight'); // a pointer would meet no tile if the map were laid out a moment later
      await card(page)
        .getByText(/^Counted in .* by thread 1: [\d,]+ solutions?; [\d,]+ pairs\.$/)
        .waitFor();
      // The announcement for screen readers, which follows a moment later, begins with the same word.
      await card(page)
        .locator('code', { hasText: /^wide-14-/ })
        .waitFor();
    });
  });

  describe('the chart of the rate', () => {
    test('has time and rate under the pointer and by keyboard', async () => {
      const page = await openTimed();
      const told = /^[\dhms. ]+: [\d.]+[KMB]? placements a second and thread$/;
      const range = page.locator('.rate').getByRole('slider');
      const value = () => range.getAttribute('aria-valuetext');
      await range.waitFor();
      const last = await value();
      expect(last).toMatch(told);
      await range.hover({ position: { x: 5, y: 20 } });
      await expect.poll(value).not.toBe(last);
      expect(await value()).toMatch(told);
      await page.getByRole('heading', { level: 1 }).hover();
      await expect.poll(value).toBe(last);
      await range.press('ArrowLeft');
      await expect.poll(value).not.toBe(last);
      await page.locator('.rate').getByText(told).waitFor();
      await range.press('Escape');
      await expect.poll(value).toBe(last);
    });
  });
}
