import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { MAX_TILES } from '../../../src/core/runs/run-map.js';
import { createKernel } from '../../../workers/kernels.js';
import { planBitmask } from '../../core/plan/plans.js';
import { countedInTurn, ledgerText } from '../../core/results/ledger-text.js';
import { PROGRAM } from '../../e2e/program.js';
import { startServing } from '../../e2e/serving.js';
import { expectAccessible } from '../browser.js';
import { channelsOf, contrast } from '../contrast.js';
import { useServedPage } from '../served-page.js';

const plan = planBitmask(8, 2);
const kernel = createKernel({ kind: 'reference' });
/** The results of 8 queens. The subproblem at index p took p + 1 seconds. */
const counted = Array.from(plan.subproblems, (subproblem, index) => ({
  ...kernel(subproblem),
  milliseconds: 1000 * (index + 1),
}));

const { openPage, visit, address, pathOf } = useServedPage();
const badge = (page: Page, text: string) => page.locator('.run .badge', { hasText: text });
const finished = (page: Page, count: number) => page.locator('.run dd', { hasText: `${count} of` });

test('the page follows a count of another process to its end, even if the server restarts', async () => {
  const file = pathOf('data/live.ledger');
  const count = execa(process.execPath, [PROGRAM, '18', '--threads', '2', '--quiet', '--checkpoint', file]);
  onTestFinished(() => void count.kill('SIGKILL')); // SIGKILL also ends a stopped process
  const linesOf = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0);
  await expect.poll(linesOf, { timeout: 250_000 }).toBeGreaterThan(3);
  count.kill('SIGSTOP');
  let { address: own, stop } = await startServing([pathOf('data')]);
  const page = await openPage();
  await page.goto(`${own}#runs`); // the newest ledger is open
  const list = page.getByLabel('Ledger', { exact: true });
  await expect.poll(() => list.inputValue()).toMatch(/^live\.ledger, \d{4}-/);
  await finished(page, linesOf() - 1).waitFor();
  expect(page.url()).toBe(`${own}#runs`);
  await expectAccessible(page);

  await stop();
  await page.getByText('The server is not responding.').waitFor();
  await finished(page, linesOf() - 1).waitFor();
  ({ address: own, stop } = await startServing([pathOf('data'), '--port', new URL(own).port]));
  await page.getByText('The server is not responding.').waitFor({ state: 'detached' });

  count.kill('SIGCONT');
  expect((await count).stdout).toBe('666090624');
  await badge(page, 'Finished').waitFor();
  expect(await page.locator('.answer').innerText()).toMatch(/^666,090,624 solutions for 18 queens/);
  await stop();
});

test('a chosen file is shown with its map, and a dropped one that is no ledger is refused in a line', async () => {
  const page = await visit('#runs', { viewport: { width: 375, height: 740 } });
  writeFileSync(pathOf('timed.ledger'), ledgerText(plan, counted));
  await page.getByLabel('Ledger file').setInputFiles(pathOf('timed.ledger'));
  await badge(page, 'Finished').waitFor();
  expect(await page.locator('.answer').innerText()).toMatch(/^92 solutions for 8 queens/);
  const shades = await page
    .locator('.tiles i')
    .evaluateAll((tiles) => tiles.map((tile) => (tile as HTMLElement).style.getPropertyValue('--shade')));
  const darkness = shades.map((shade) => Number(/(\d+)%/.exec(shade)?.[1]));
  expect(darkness).toEqual(darkness.toSorted((a, b) => a - b));
  expect([darkness.at(0), darkness.at(-1)]).toEqual([0, 100]);
  expect(shades).toHaveLength(plan.subproblems.length);
  expect(page.url()).toBe(`${address()}#runs/file`);
  await expectAccessible(page);

  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['milk\n'], 'shopping.txt'));
    document.querySelector('.runs h1')?.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer }));
  });
  await page.getByText('shopping.txt is not a ledger file of queens-par').waitFor();
});

test('an idle run has the time of its last result and the command that resumes it', async () => {
  writeFileSync(pathOf('data/idle run.ledger'), ledgerText(plan, countedInTurn(plan).slice(0, 1)));
  const page = await visit('#runs/ledgers/idle%20run.ledger');
  await badge(page, 'Idle').waitFor();
  expect(await page.locator('.run').innerText()).toContain('No result since 2001-09-09');
  await page.locator('.run code', { hasText: `queens-par 8 --checkpoint 'idle run.ledger'` }).waitFor();
});

test('an old ledger without a result is idle, and has the command that resumes it', async () => {
  const file = pathOf('data/empty.ledger');
  writeFileSync(file, ledgerText(plan, []));
  utimesSync(file, 1e9, 1e9);
  const page = await visit('#runs/ledgers/empty.ledger');
  await badge(page, 'Idle').waitFor();
  const text = await page.locator('.run').innerText();
  expect(text).toContain(
    'No result yet. If no process is counting this run, resume it in its folder with: ' +
      'queens-par 8 --checkpoint empty.ledger',
  );
  expect(await page.locator('body').innerText()).not.toContain(pathOf('data')); // not the server's folders
  expect(text).toMatch(/thread time\s+0ms/i);
});

test.each([
  ['runs/g.ledger', 'The address contains #runs/g.ledger, but'],
  ['runs/ledgers', 'The address contains #runs/ledgers, but'],
  ['runs?file=x', 'The address contains #runs?file=x, but'],
  ['runs/published?file=x', 'The address contains #runs/published?file=x, but'],
  ['runs/ledgers/g.ledger', 'g.ledger does not exist.'],
  ['runs/file', 'Choose the file again.'],
])('the address #%s, which names no ledger of the server, gets a note', async (hash, note) => {
  const page = await visit(`#${hash}`);
  await page.locator('.runs .notice', { hasText: note }).waitFor();
});

/** Seconds in which a busy machine counts the largest subproblem of 22 queens. */
const RECOUNT = { timeout: 250_000 };

test('without ledgers of the server, the view opens with the published one, and recounts what it draws', async () => {
  const { address: own, stop } = await startServing([]);
  const page = await openPage();
  await page.goto(`${own}#runs`);
  const check = page.locator('.check');
  await check.filter({ hasText: '1,819 numbers add up to' }).waitFor();
  expect(await check.locator('.number').innerText()).toBe('2,691,008,701,644');
  expect(await page.locator('.tiles :is(.agrees, .differs)').count()).toBe(0);
  await check.filter({ hasText: /the same\s+caught\s+being recounted/ }).waitFor(); // the legend of the frames
  await page.getByRole('button', { name: 'Recount one' }).click();
  const clock = page.getByRole('timer');
  const reading = await clock.innerText();
  await expect.poll(async () => (await clock.count()) === 0 || (await clock.innerText()) !== reading).toBe(true);
  await check.filter({ hasText: 'Your recount agrees.' }).waitFor(RECOUNT);
  const [, ...numbers] =
    /the ledger shows ([\d,]+), and this browser counts ([\d,]+)\./.exec(await check.innerText()) ?? [];
  expect(numbers).toHaveLength(2);
  expect(numbers[0]).toBe(numbers[1]);
  expect(await check.innerText()).toContain('with a probability of 10%'); // 1 - 0.9
  expect(await page.locator('.tiles .agrees').count()).toBe(1);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep recounting' }).click();
  await check.filter({ hasText: 'All 2 recounts agree.' }).waitFor(RECOUNT);
  expect(await check.innerText()).toContain('with a probability of 19%');
  await page.getByRole('button', { name: 'Stop' }).click();
  await stop();
});

test('the view offers no ledger that only a static site has', async () => {
  const page = await visit('#runs/published-23');
  await page.locator('.runs .notice', { hasText: 'The address contains #runs/published-23, but' }).waitFor();
  expect(await page.getByRole('link', { name: '23 queens' }).count()).toBe(0);
});

test.each(['none', 'active'] as const)(
  'a forged ledger has the published total, and is caught by recounts (forced colors: %s)',
  async (forcedColors) => {
    const page = await visit('#runs/forged', { forcedColors });
    const check = page.locator('.check');
    await check.filter({ hasText: 'Catch one.' }).waitFor();
    expect(await check.locator('.number').innerText()).toBe('39,029,188,884');
    await page.getByRole('button', { name: 'Keep recounting' }).click();
    await check.filter({ hasText: 'Caught!' }).waitFor(RECOUNT); // a third of the numbers are wrong
    expect(await page.locator('.tiles .differs').count()).toBe(1);
    await page.getByRole('button', { name: 'Keep recounting' }).waitFor(); // it has stopped
    await expectAccessible(page);
  },
);

test('a recount that finds no forgery asks to try again, and says what a third of wrong numbers means', async () => {
  const page = await openPage();
  const check = page.locator('.check');
  for (let wrong = true; wrong; ) {
    await page.goto('about:blank');
    await page.goto(`${address()}#runs/forged`);
    await page.getByRole('button', { name: 'Recount one' }).click();
    await check.filter({ hasText: /this browser counts [\d,]+\./ }).waitFor(RECOUNT);
    wrong = await check.filter({ hasText: 'Caught!' }).isVisible();
  }
  const text = await check.innerText();
  expect(text).toContain('Not this one. Try again.');
  expect(text).toMatch(/If a third of the\s+numbers were wrong, .* with a probability of 33%/s);
});

test('the first ledger in an empty folder is listed', async () => {
  mkdirSync(pathOf('empty'));
  const { address: own, stop } = await startServing([pathOf('empty')]);
  const page = await openPage();
  await page.goto(`${own}#runs`);
  await page.locator('.check .number').waitFor();
  writeFileSync(pathOf('empty/8.ledger'), ledgerText(plan, counted));
  const list = page.getByLabel('Ledger', { exact: true });
  await expect.poll(() => list.locator('option').first().innerText()).toMatch(/^8\.ledger, \d{4}-/);
  await list.selectOption({ index: 0 });
  await badge(page, 'Finished').waitFor();
  expect(await page.locator('.answer').innerText()).toMatch(/^92 solutions for 8 queens/);
  await stop();
});

test.each(['light', 'dark'] as const)(
  'in %s colors, a tile stands out the more, the longer it took',
  async (colorScheme) => {
    const page = await visit('#runs/published', { colorScheme });
    await page.locator('.legend').waitFor();
    const [ground = [], short = [], long = []] = await channelsOf(page, [['--ground'], ['--short'], ['--long']]);
    expect(contrast(ground, long)).toBeGreaterThan(1.5 * contrast(ground, short));
    expect(contrast(ground, short)).toBeGreaterThan(1);
  },
);

test('the map shows several subproblems as one tile if there are many, and fits on a phone', async () => {
  const plan = planBitmask(14, 5);
  writeFileSync(pathOf('data/many.ledger'), ledgerText(plan, []));
  const page = await visit('#runs/ledgers/many.ledger', { viewport: { width: 360, height: 740 } });
  const perTile = Math.ceil(plan.subproblems.length / MAX_TILES);
  await page.getByText(`Subproblems, ${perTile} per tile`).waitFor();
  const backgrounds = page
    .locator('.tiles i')
    .evaluateAll((tiles) => tiles.map((tile) => getComputedStyle(tile).backgroundImage));
  expect(new Set(await backgrounds).size).toBe(1);
  expect((await backgrounds)[0]).toContain('gradient'); // a tile is visible before it is finished
  expect((await page.locator('.tiles').boundingBox())?.height).toBeLessThan(400);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
