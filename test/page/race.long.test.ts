import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { laneNames } from '../../src/page/solvers/race-lanes.js';
import { A000170 } from '../vectors/a000170.js';
import { SOLVER_WORK } from '../vectors/solver-work.js';
import { countColors, expectAccessible, openView } from './browser.js';
import { useServedPage } from './served-page.js';

// The race of all solvers. Nothing here depends on the times of the lanes.
const { visit } = useServedPage();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const states = (page: Page) =>
  page.locator('.lane').evaluateAll((lanes) => lanes.map((lane) => (lane as HTMLElement).dataset.state));
const verdict = (page: Page, text: string) =>
  page.locator('.race .sentence', { hasText: text }).waitFor({ timeout: 600_000 });

/** Returns the text of each cell of the table, by lane. */
async function cells(page: Page): Promise<Record<string, readonly string[]>> {
  const rows = await page
    .locator('.lane')
    .evaluateAll((lanes) =>
      lanes.map((lane) => [
        lane.querySelector('a')?.innerText,
        ...[...lane.querySelectorAll('td')].map((cell) => cell.innerText),
      ]),
    );
  return Object.fromEntries(rows.map(([name = '', ...texts]) => [name, texts.map((text = '') => text.trim())]));
}

/** Moves the slider to a number of queens. */
async function choose(page: Page, n: number): Promise<void> {
  await page.getByRole('slider').fill(String(n));
}

test('all lanes for 8 queens but the slowest end with 92, and the slowest runs until it is stopped', async () => {
  const page = await visit('#solvers');
  await page.getByText('Guess, then press Start.').waitFor();
  expect(await states(page)).toEqual(laneNames.map(() => 'ready'));
  expect(await page.getByRole('button', { name: 'Stop' }).getAttribute('aria-disabled')).toBe('true');
  await press(page, 'Start');
  await verdict(page, 'The same 92 solutions: 16,777,216 boards, or 1,965 tests.');
  expect(await states(page)).toEqual(['running', ...Array(9).fill('finished')]);
  await expect.poll(async () => (await cells(page)).combinations?.[2]).toMatch(/ left$/);
  const [work = ''] = (await cells(page)).combinations ?? [];
  expect(work).toMatch(/^[\d,]+ of 4,426,165,368 boards$/);
  await expect.poll(async () => (await cells(page)).combinations?.[0]).not.toBe(work);

  const lanes = await cells(page);
  for (const name of laneNames.slice(1)) expect(lanes[name]?.[1]).toBe('92');
  expect(lanes.permutations?.[0]).toBe('40,320 boards, 181,964 tests');
  expect(lanes.iterative?.[0]).toBe('2,056 queens, 46,752 tests');
  expect(lanes.meet?.[0]).toBe('66 pairs of halves');
  for (const name of laneNames.slice(1)) expect(lanes[name]?.[2]).toMatch(/^[\d.]+(µs|ms|s)$/);

  await press(page, 'Stop');
  expect(await states(page)).toEqual(['stopped', ...Array(9).fill('finished')]);
  await expectAccessible(page);
  await press(page, 'Start again');
  await expect.poll(() => states(page)).toContain('running');
});

test.each([4, 5, 6, 7])(
  'all lanes for %i queens end with the same solutions, and with the work of the solvers',
  async (n) => {
    const page = await visit(`#solvers?n=${n}`);
    await press(page, 'Start');
    const count = Number(A000170[n]);
    const [boards = 0, tests = 0] = [SOLVER_WORK.combinations.nodes[n - 4], SOLVER_WORK.bitmask.tests[n - 4]];
    await verdict(page, `The same ${count} solutions: ${boards.toLocaleString('en')} boards, or ${tests} tests.`);
    const lanes = await cells(page);
    for (const name of laneNames) {
      if (name === 'meet') continue;
      const { nodes, tests } = SOLVER_WORK[name];
      const unit = ['combinations', 'columns-product', 'permutations'].includes(name) ? 'boards' : 'queens';
      const work = `${nodes[n - 4]?.toLocaleString('en')} ${unit}, ${tests[n - 4]?.toLocaleString('en')} tests`;
      expect([name, ...(lanes[name]?.slice(0, 2) ?? [])]).toEqual([name, work, String(count)]);
    }
    if (n === 4) expect(lanes.meet).toEqual(['needs five rows or more', '', '']);
    else expect(lanes.meet?.[1]).toBe(String(count));
  },
);

test('a lane that would take too long is forecast and not run, and the others end', async () => {
  const page = await visit('#solvers?n=9');
  await press(page, 'Start');
  await verdict(page, 'The same 352 solutions: 387,420,489 boards, or 8,042 tests.');
  await expect.poll(() => states(page)).toEqual(['too long', ...Array(9).fill('finished')]);
  const [work, found, time] = (await cells(page)).combinations ?? [];
  expect([work, found]).toEqual(['C(81, 9) = 260,887,834,350 boards: too many to test', '']);
  expect(time).toMatch(/^about \d/);
});

test('another number of queens in the middle of a race starts another race', async () => {
  const page = await visit('#solvers');
  await press(page, 'Start');
  await expect.poll(() => states(page)).toContain('running');
  await choose(page, 6);
  await verdict(page, 'The same 4 solutions: 1,947,792 boards, or 149 tests.');
  await expect.poll(() => page.url()).toContain('#solvers?n=6');
  await choose(page, 7); // after a race, the lanes wait for Start
  await expect.poll(() => states(page)).toEqual(laneNames.map(() => 'ready'));
  await page.reload();
  await page.getByText('C(49, 7) = 85,900,584 boards').waitFor();
});

test('a click on a lane shows its solver, while the race continues', async () => {
  const page = await visit('#solvers');
  await press(page, 'Start');
  await verdict(page, 'The same 92 solutions');
  await page.locator('.lane', { hasText: 'full-board' }).click({ position: { x: 600, y: 20 } }); // anywhere in the lane
  await page.locator('.pseudocode').getByText('no Q is seen in eight directions').waitFor();
  expect(page.url()).toContain('#solvers?solver=full-board');
  await openView(page, 'Solutions');
  await openView(page, 'Solvers');
  await page.getByRole('link', { name: '◂ Solvers' }).click();
  const [before] = (await cells(page)).combinations ?? [];
  expect(await states(page)).toEqual(['running', ...Array(9).fill('finished')]);
  await expect.poll(async () => (await cells(page)).combinations?.[0]).not.toBe(before);
  await page.goBack();
  await page.locator('.pseudocode').waitFor();
  await page.goForward();
  await page.getByRole('link', { name: 'meet' }).click();
  await expect.poll(() => page.url()).toContain('#why');
});

test('a lane says why its worker failed, and the other lanes end', async () => {
  const page = await visit('#solvers?n=6');
  await page.route('**/meet-*.wasm', (route) => route.abort());
  await press(page, 'Start');
  await verdict(page, 'The same 4 solutions');
  expect((await states(page)).at(-1)).toBe('failed');
  expect((await cells(page)).meet?.[0]).toMatch(/^failed: /);
});

test('with reduced motion, the numbers of a running lane change, but its bar does not', async () => {
  const page = await visit('#solvers', { reducedMotion: 'reduce' });
  await press(page, 'Start');
  await verdict(page, 'The same 92 solutions');
  const bar = (lane: string) =>
    page
      .locator('.lane', { hasText: lane })
      .locator('.track')
      .evaluate((track) => getComputedStyle(track, '::after').display);
  expect(await bar('combinations')).toBe('none');
  expect(await bar('permutations')).toBe('block');
});

test.each([
  ['light', 'none'],
  ['dark', 'none'],
  ['dark', 'active'],
] as const)(
  'the race is accessible in %s colors, with forced colors %s, and its bars can be seen',
  async (colorScheme, forcedColors) => {
    const page = await visit('#solvers?n=9', { colorScheme, forcedColors });
    await press(page, 'Start');
    await expect.poll(async () => (await states(page))[0]).toBe('too long');
    await expectAccessible(page);
    for (const lane of ['combinations', 'columns-product', 'permutations']) {
      expect(await countColors(page.locator('.lane', { hasText: lane }).locator('.track'))).toBeGreaterThanOrEqual(2);
    }
    expect(await page.getByRole('table').getByRole('row').count()).toBe(11);
  },
);

test('the race fits on a projector of 1280 by 720 pixels, and is not wider than a phone', async () => {
  const page = await visit('#solvers?n=7', { viewport: { width: 1280, height: 720 } });
  await press(page, 'Start');
  await verdict(page, 'The same 40 solutions');
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(720);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
