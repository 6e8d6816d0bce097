import { writeFileSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { makeKernel } from '../../workers/kernels.js';
import { ledgerText } from '../ledger/ledger-text.js';
import { expectAccessible } from './browser.js';
import { useServedPage } from './served-page.js';

const kernel = makeKernel({ kind: 'readable' });

const { openPage, address, pathOf } = useServedPage();
const map = (page: Page) => page.locator('.map svg');
const all = '21 of 21 are finished';
const description = (page: Page) => page.locator('.map .hint').innerText();

/** Opens a finished run of 8 queens, where the subproblem at place p took p + 1 seconds. */
async function openTimed(options: BrowserContextOptions = {}): Promise<Page> {
  const plan = planBitmask(8, 2);
  const timed = Array.from(plan.subproblems, (subproblem, place) => ({
    ...kernel(subproblem),
    milliseconds: 1000 * (place + 1),
  }));
  writeFileSync(pathOf('data/panel.ledger'), ledgerText(plan, timed));
  const page = await openPage(options);
  await page.goto(`${address()}#runs/file/panel.ledger`);
  await page.locator('.run .badge', { hasText: 'Finished' }).waitFor();
  await page.locator('.map').getByText(all).waitFor();
  return page;
}

describe('the map', () => {
  test('describes the subproblem under the pointer', async () => {
    const page = await openTimed();
    await map(page).hover({ position: { x: 10, y: 10 } });
    await expect.poll(() => description(page)).toBe('Subproblem 1 of 21: finished in 1s.');
    await page.getByRole('heading', { level: 1 }).hover();
    await expect.poll(() => description(page)).toBe(all);
    await expectAccessible(page);
  });

  test('describes a tapped tile, and fits on a phone', async () => {
    const page = await openTimed({ hasTouch: true, viewport: { width: 360, height: 740 } });
    await map(page).tap({ position: { x: 10, y: 10 } });
    await expect.poll(() => description(page)).toMatch(/^Subproblem 1 of 21/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });

  test('shows several subproblems as one tile if there are many', async () => {
    const plan = planBitmask(14, 5);
    writeFileSync(pathOf('data/many.ledger'), ledgerText(plan, []));
    const page = await openPage();
    await page.goto(`${address()}#runs/file/many.ledger`);
    const perTile = Math.ceil(plan.subproblems.length / 10_000);
    await page.getByText(`Subproblems, ${perTile} per tile`).waitFor();
    await map(page).hover({ position: { x: 1, y: 1 } });
    await expect
      .poll(() => description(page))
      .toMatch(new RegExp(`^Subproblems 1 to ${perTile} of [\\d,]+: not started\\.$`));
  });
});

test('the chart of the rate has a line and round numbers, and its label has the last and the largest rate', async () => {
  const page = await openTimed();
  const chart = page.locator('.rate').getByRole('img');
  await chart.waitFor();
  expect(await chart.getAttribute('aria-label')).toMatch(
    /^placements a second per thread, over thread time: [\d.]+[KMB]? at [\dhms. ]+, at most [\d.]+[KMB]?$/,
  );
  const points = (await chart.locator('polyline').getAttribute('points'))?.split(' ') ?? [];
  expect(points.length).toBeGreaterThan(1);
  expect(points.join(' ')).not.toContain('NaN');
  expect((await chart.locator('text').allTextContents()).slice(0, 1)).toEqual(['0']);
});
