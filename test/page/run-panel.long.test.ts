import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { MOST_TILES } from '../../src/runs/run-map.js';
import { makeKernel } from '../../workers/kernels.js';
import { ledgerText } from '../ledger/ledger-text.js';
import { useServedPage } from './served-page.js';

const kernel = makeKernel({ kind: 'readable' });

const { openPage, address, pathOf } = useServedPage();

/** Opens a finished run of 8 queens, where the subproblem at place p took p + 1 seconds. */
async function openTimed(): Promise<Page> {
  const plan = planBitmask(8, 2);
  const timed = Array.from(plan.subproblems, (subproblem, place) => ({
    ...kernel(subproblem),
    milliseconds: 1000 * (place + 1),
  }));
  writeFileSync(pathOf('data/panel.ledger'), ledgerText(plan, timed));
  const page = await openPage();
  await page.goto(`${address()}#runs/ledgers/panel.ledger`);
  await page.locator('.run .badge', { hasText: 'Finished' }).waitFor();
  return page;
}

test('every tile of the map has a description, and a long time has a darker shade', async () => {
  const page = await openTimed();
  const described = (tile: number) => page.locator('.tiles i').nth(tile).getAttribute('title');
  expect(await described(0)).toBe('Subproblem 1: finished in 1s');
  expect(await described(20)).toBe('Subproblem 21: finished in 21s');
  const shades = await page
    .locator('.tiles i')
    .evaluateAll((tiles) => tiles.map((tile) => (tile as HTMLElement).style.getPropertyValue('--shade')));
  const darkness = shades.map((shade) => Number(/(\d+)%/.exec(shade)?.[1]));
  expect(darkness).toEqual(darkness.toSorted((a, b) => a - b));
  expect([darkness.at(0), darkness.at(-1)]).toEqual([0, 100]);
});

test('the map shows several subproblems as one tile if there are many, and fits on a phone', async () => {
  const plan = planBitmask(14, 5);
  writeFileSync(pathOf('data/many.ledger'), ledgerText(plan, []));
  const page = await openPage({ viewport: { width: 360, height: 740 } });
  await page.goto(`${address()}#runs/ledgers/many.ledger`);
  const perTile = Math.ceil(plan.subproblems.length / MOST_TILES);
  await page.getByText(`Subproblems, ${perTile} per tile`).waitFor();
  expect(await page.locator('.tiles i').first().getAttribute('title')).toMatch(
    new RegExp(`^Subproblems 1 to ${perTile}: not started$`),
  );
  const backgrounds = page
    .locator('.tiles i')
    .evaluateAll((tiles) => tiles.map((tile) => getComputedStyle(tile).backgroundImage));
  expect(new Set(await backgrounds).size).toBe(1);
  expect((await backgrounds)[0]).toContain('gradient'); // a tile is visible before it is finished
  expect((await page.locator('.tiles').boundingBox())?.height).toBeLessThan(400);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
