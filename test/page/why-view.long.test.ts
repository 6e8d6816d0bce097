import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, fontSizes, weakLines } from './browser.js';
import { useServedPage } from './served-page.js';

const STEPS = 7;
const { visit, address } = useServedPage();

async function open(query: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await visit(`#why?${query}`, { viewport: { width: 1280, height: 720 }, ...options });
  await page.locator('.step h1').waitFor();
  return page;
}

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const square = (page: Page, row: number, column: number) =>
  page.getByRole('button', { name: new RegExp(`row ${row}, column ${column}$`) });
const reply = (page: Page) => page.locator('.reply').innerText();
const queens = (page: Page) => page.locator('.play .crown').count();
const label = (page: Page) => page.locator('.show .board').first().getAttribute('aria-label');

/** Goes to the next step. */
async function next(page: Page): Promise<void> {
  await page.locator('.onwards .main').click();
}

test('the reader places queens, learns why a square is attacked, and that no square is left', async () => {
  const page = await open('');
  await page.getByRole('heading', { level: 1, name: /^In how many ways can 8 queens stand/ }).waitFor();
  for (const [row, column] of [0, 2, 4, 1].entries()) await square(page, row, column).click();
  expect(await reply(page)).toMatch(/^4 of 8 queens/);
  await square(page, 4, 4).click();
  expect(await reply(page)).toMatch(/^A queen attacks that square/);
  expect(await page.locator('.play .attack').count()).toBe(2); // along the column and the diagonal
  expect(await queens(page)).toBe(4);
  await square(page, 4, 3).click();
  expect(await reply(page)).toMatch(/^5 queens, and no square is left/);
  await press(page, 'Take one back');
  expect(await queens(page)).toBe(4);
  await square(page, 1, 2).click(); // a queen is removed by a click on her
  expect(await queens(page)).toBe(3);
  await expect.poll(() => page.url()).toBe(`${address()}#why?placed=0,.,4,1`);
  await page.reload();
  await expect.poll(() => queens(page)).toBe(3);
});

test('hints lead to a solution, each solution found counts once, and a way is shown', async () => {
  const page = await open('placed=0,2,4,1');
  for (let wrong = 0; wrong < 3; wrong++) {
    await press(page, 'Hint');
    expect(await reply(page)).toMatch(/^No way has these queens/);
    await press(page, 'Take one back');
  }
  for (let missing = 0; missing < 7; missing++) {
    await press(page, 'Hint');
    await page.locator('.play .ring').click({ force: true }); // the square is below the ring
  }
  expect(await reply(page)).toMatch(/^Eight queens, and none attacks another! You have found 1 of the 92 ways/);
  await press(page, 'Clear');
  expect(await queens(page)).toBe(0);
  await press(page, 'Show a way');
  expect(await queens(page)).toBe(8);
  const squares = () => page.locator('.play button').evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel));
  const first = await squares();
  await press(page, 'Show a way');
  expect(await squares()).not.toEqual(first);
});

test('the keyboard plays, too, and its arrows stay on the board', async () => {
  const page = await open('');
  await square(page, 0, 0).focus();
  for (const key of ['ArrowUp', 'ArrowDown', 'ArrowRight', 'Enter', 'ArrowDown', 'ArrowRight'])
    await page.keyboard.press(key);
  await expect.poll(() => square(page, 1, 1).getAttribute('aria-label')).toMatch(/^queen/);
  expect(await page.locator('.play .attack').count()).toBe(1); // from the square with the focus
  await page.locator('.step-1').waitFor();
});

test('buttons, links, arrow keys and Back change the step', async () => {
  const page = await open('');
  await next(page);
  await page.locator('.step-2').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await page.keyboard.press('ArrowRight');
  await page.locator('.step-3').waitFor();
  await page.getByRole('slider', { name: 'Rows above the cut' }).press('ArrowDown'); // a slider keeps its arrow keys
  await page.getByText('Only 568 upper halves').waitFor();
  await page.getByRole('link', { name: 'What it brings' }).press('Enter');
  await page.locator('.step-7').waitFor();
  await page.goBack();
  await page.getByText('Only 568 upper halves').waitFor();
  await press(page, '◂ Back');
  await page.locator('.step-2').waitFor();
  await page.getByRole('link', { name: 'What it brings' }).click();
  await page.getByRole('link', { name: 'Count them ▸' }).click();
  await page.getByRole('heading', { level: 1, name: 'Count in this browser' }).waitFor();
});

test('the search plays to its end, and a click on a dot shows its board', async () => {
  const page = await open('step=2&n=6');
  const tree = page.getByRole('slider', { name: 'Search tree of 6 queens' });
  await tree.press('Home');
  await tree.press('ArrowRight');
  await expect.poll(() => label(page)).toContain('queens in columns 0');
  await press(page, 'Play the search');
  await page.locator('figure .hint', { hasText: /boards tried, \d+ solutions? found/ }).waitFor();
  await expect.poll(() => page.locator('.tree .visited.node').count()).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Play the search' }).waitFor(); // it has ended
  await expect.poll(() => page.url()).toContain('&dot=152');
  await page.getByLabel('6 queens', { exact: true }).fill('20');
  await page.getByText('Trying one board a second would take 120,000 years.').waitFor();
});

test('the cut can be dragged, and a click exchanges a half', async () => {
  const page = await open('step=3');
  const board = await page.locator('.cuttable').boundingBox();
  if (!board) throw new Error('no board');
  const y = (row: number) => board.y + (row * board.height) / 8;
  for (const [from, to, upperHalves, x] of [
    [4, 2.9, 140, 50],
    [3, 0, 8, board.width - 20], // at least one row is left
    [1, 3.2, 140, 200],
  ] as const) {
    await page.mouse.move(board.x + x, y(from));
    await page.mouse.down();
    await page.mouse.move(board.x + x, y(to), { steps: 3 });
    await page.mouse.up();
    await page.getByText(`Only ${upperHalves} upper halves`).waitFor();
  }
  await expect.poll(() => page.url()).toContain('cut=3');
  const before = await label(page);
  await page.mouse.click(board.x + 90, y(1));
  await expect.poll(() => label(page)).not.toBe(before);
  const [upper] = /upper half [\d ]+/.exec((await label(page)) ?? '') ?? [];
  await page.mouse.click(board.x + 90, y(6));
  expect(await label(page)).toContain(upper);
  await next(page); // the next step cuts in the middle again
  await page.getByText('Upper half 52 of 344').waitFor();
});

test('lower halves on the other columns light up, and a click shows one of them', async () => {
  const page = await open('step=4');
  const lit = () => page.locator('.crowd .lit').evaluateAll((all) => all.map((one) => one.getAttribute('d')).join());
  const before = await lit();
  expect(await page.locator('.crowd .lit').count()).toBe(8);
  await page.getByLabel('Upper half 52 of 344').fill('200');
  expect(await lit()).not.toBe(before);
  await press(page, 'Next one that lights up');
  await expect.poll(() => page.url()).toContain('upper=200&lower=');
  await page.locator('.crowd').click({ position: { x: 10, y: 5 } });
  await expect.poll(() => page.url()).toContain('upper=200&lower=0');
});

test('step 5 begins with a clash, and one lower half fits', async () => {
  const page = await open('step=5');
  await page.getByText('These halves clash.').waitFor();
  expect(await page.locator('.bits-board .clash').count()).toBe(2);
  expect(await page.locator('.bits-board .attack').count()).toBe(2);
  const candidates = page.getByRole('radiogroup', { name: 'Lower halves on the other columns' }).getByRole('radio');
  let fitting = 0;
  for (const one of await candidates.all()) {
    await one.check(); // at once after the one before
    const clashes = await page.locator('.bits-board .clash').count();
    expect(await page.locator('.bits-board .one, .bits-board .clash').count()).toBeGreaterThan(8);
    if (clashes === 0) fitting++;
    await page.getByText(clashes === 0 ? 'These halves fit: a solution.' : 'These halves clash.').waitFor();
  }
  expect(fitting).toBe(1);
  await press(page, 'Another upper half');
  await expect.poll(() => page.url()).toContain('upper=52');
});

test('step 6 marks the lower halves that fit, among as many as the slider says', async () => {
  const page = await open('step=6&together=128');
  const fitting = Number(/Fitting lower halves: (\d+)/.exec(await page.locator('.total').innerText())?.[1]);
  expect(fitting).toBeGreaterThan(0);
  expect((await page.locator('.register .fitting').getAttribute('d'))?.match(/M/g)).toHaveLength(fitting);
  const marks = async () => (await page.locator('.register .marks').getAttribute('d'))?.match(/M/g)?.length ?? 0;
  const all = await marks();
  await page.getByRole('slider', { name: 'Lower halves: 128' }).fill('1');
  expect(await marks()).toBeLessThan(all);
  await page.getByText('1 question', { exact: true }).waitFor();
});

test('step 7 divides the subproblems among cores', async () => {
  const page = await open('step=7');
  await page.getByText('1 core, 6 rounds').waitFor();
  await page.getByLabel('1 core', { exact: true }).fill('3');
  await page.getByText('3 cores, 2 rounds').waitFor();
  const tops = await page
    .locator('.subproblems li')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(2);
});

test.each([
  ['light', 1280, 720],
  ['dark', 1280, 720],
  ['dark', 375, 667],
  ['light', 320, 740],
] as const)(
  'each step is accessible, has lines that can be seen, and fits the screen (%s, %i by %i pixels)',
  async (colorScheme, width, height) => {
    const page = await open('', { colorScheme, viewport: { width, height } });
    const board = await page.locator('.play').boundingBox();
    expect((board?.y ?? 0) + (board?.height ?? 9999)).toBeLessThanOrEqual(height); // below the question and a sentence
    for (let step = 1; step <= STEPS; step++) {
      await page.locator(`.step-${step}`).waitFor();
      await expectAccessible(page);
      expect(await weakLines(page), `step ${step}`).toEqual([]);
      expect((await fontSizes(page)).length).toBeLessThanOrEqual(4); // three, and that of numbers in a picture
      if (width === 1280) {
        // A projector: text of 20 pixels, without scrolling.
        expect(await page.locator('.say').evaluate((text) => getComputedStyle(text).fontSize)).toBe('20px');
        expect(await page.evaluate(() => document.documentElement.scrollHeight), `step ${step}`).toBe(720);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      if (step === 1) await press(page, 'Show a way');
      if (step < STEPS) await next(page);
    }
  },
);
