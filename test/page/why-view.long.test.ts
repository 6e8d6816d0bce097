import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, fontSizes } from './browser.js';
import { channelsOf, contrast, weakLines } from './contrast.js';
import { useServedPage } from './served-page.js';

const STEPS = 8;
const { visit, address } = useServedPage();

async function open(query: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await visit(`#why?${query}`, { viewport: { width: 1280, height: 720 }, ...options });
  await page.locator('.step h1').waitFor();
  return page;
}

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });
/** A square of the board. Rows and columns are counted from 1, as on the page. */
const square = (page: Page, row: number, column: number) =>
  page.getByRole('button', { name: new RegExp(`row ${row}, column ${column}$`) });
const reply = (page: Page) => page.locator('.reply').innerText();
const queens = (page: Page) => page.locator('.play .crown').count();
const label = (page: Page) => page.locator('.show .board').first().getAttribute('aria-label');
/** Names of the animations that run or wait. */
const moving = (page: Page) =>
  page.evaluate(() => {
    const running = document.getAnimations().filter(({ playState }) => playState === 'running');
    return [...new Set(running.map((one) => (one instanceof CSSAnimation ? one.animationName : 'transition')))];
  });

/** Goes to the next step. */
async function next(page: Page): Promise<void> {
  await page.locator('.onwards .main').click();
}

/** Places the queens of a solution on an empty board. @param columns from 1. */
async function place(page: Page, columns: readonly number[]): Promise<void> {
  await press(page, 'Clear');
  for (const [row, column] of columns.entries()) await square(page, row + 1, column).click();
}
const FIRST_WAY = [1, 5, 8, 6, 3, 7, 2, 4];

test('a queen drops onto the first board, once in a visit, and her attack runs over the board', async () => {
  const page = await open('');
  expect(await queens(page)).toBe(1);
  expect(await moving(page)).toEqual(expect.arrayContaining(['drop', 'spread']));
  expect(await page.locator('.play .attacked').count()).toBe(21);
  expect(await reply(page)).toMatch(/^Click a free square\..* 42 squares left\.$/s);
  await next(page);
  await page.locator('.step-2').waitFor();
  await press(page, '◂ Back');
  await page.locator('.step-1').waitFor();
  expect(await moving(page)).not.toContain('drop');
});

test('what plays by itself plays once in a visit', async () => {
  const page = await open('');
  for (let step = 1; step < STEPS; step++) {
    await page.locator(`.step-${step}`).waitFor();
    if (![2, 3, 7].includes(step)) expect(await moving(page), `step ${step}`).not.toEqual([]); // those use no CSS
    await next(page);
  }
  for (let step = STEPS - 1; step >= 1; step--) {
    await press(page, '◂ Back');
    await page.locator(`.step-${step}`).waitFor();
    expect(await moving(page), `step ${step}`).toEqual([]);
    expect(await page.locator('.tree .unvisited').count()).toBe(0);
  }
});

test('readers who prefer less motion see every step at rest', async () => {
  const page = await open('', { reducedMotion: 'reduce' });
  expect(await queens(page)).toBe(1);
  for (let step = 1; step <= STEPS; step++) {
    await page.locator(`.step-${step}`).waitFor();
    expect(await moving(page), `step ${step}`).toEqual([]);
    if (step === 2) expect(await page.locator('.tree .unvisited').count()).toBe(0);
    if (step < STEPS) await next(page);
  }
});

test.each(['light', 'dark'] as const)('attacked squares are darker than all free ones (%s)', async (colorScheme) => {
  const page = await open('', { colorScheme });
  const [light = [], dark = [], lightAttacked = [], darkAttacked = []] = await channelsOf(page, [
    ['--square-light'],
    ['--square-dark'],
    ['--square-light', '--attacked'],
    ['--square-dark', '--attacked'],
  ]);
  for (const free of [light, dark])
    for (const attacked of [lightAttacked, darkAttacked]) {
      expect(contrast(free, attacked)).toBeGreaterThanOrEqual(1.6);
      expect(free[0]).toBeGreaterThan(attacked[0] ?? 255);
    }
  const image = (row: number, column: number) =>
    square(page, row, column).evaluate((one) => getComputedStyle(one).backgroundImage);
  expect(await image(1, 1)).not.toBe('none');
  expect(await image(2, 1)).toBe('none');
});

test('the reader places queens, learns why a square is attacked, and that no free square left', async () => {
  const page = await open('placed=');
  await page.getByRole('heading', { level: 1, name: /^In how many ways can 8 queens stand/ }).waitFor();
  for (const [row, column] of [1, 3, 5, 2].entries()) await square(page, row + 1, column).click();
  expect(await reply(page)).toMatch(/^4 of 8 queens, \d+ squares left/);
  await square(page, 5, 5).click();
  expect(await reply(page)).toMatch(/^A queen attacks that square/);
  expect(await page.locator('.play .attack').count()).toBe(2); // along the column and the diagonal
  expect(await queens(page)).toBe(4);
  await square(page, 5, 4).click();
  expect(await reply(page)).toMatch(/^5 queens, and no free square left/);
  await press(page, 'Undo');
  expect(await queens(page)).toBe(4);
  await square(page, 2, 3).click(); // a queen is removed by a click on her
  expect(await queens(page)).toBe(3);
  await press(page, 'Clear');
  await press(page, 'Undo'); // a board that was cleared by mistake
  expect(await queens(page)).toBe(3);
  await expect.poll(() => page.url()).toBe(`${address()}#why?placed=0,.,4,1`);
  await page.reload();
  await expect.poll(() => queens(page)).toBe(3);
});

test('a won board has a green frame, and nothing is drawn over it', async () => {
  const page = await open('');
  await place(page, FIRST_WAY);
  await square(page, 3, 3).hover();
  expect(await page.locator('.play.solved').evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid');
  expect(await page.locator('.play :is(.attack, .casing, .ring, .attacked)').count()).toBe(0);
  await press(page, 'Undo');
  await square(page, 3, 3).hover();
  expect(await page.locator('.play .attack').count()).toBeGreaterThan(0);
});

test('each way found is kept in the browser, with its images in gray, and counts once', async () => {
  const page = await open('');
  await place(page, FIRST_WAY);
  const ways = page.getByRole('radiogroup', { name: 'Ways' });
  await page.getByText('Your ways: 1 of 92.').waitFor();
  expect(await ways.getByRole('radio').count()).toBe(8);
  expect(await ways.locator('.image').count()).toBe(7);
  await place(page, FIRST_WAY);
  await page.getByText('Your ways: 1 of 92.').waitFor();
  await place(page, [...FIRST_WAY].reverse()); // a mirror image
  await page.getByText('Your ways: 2 of 92.').waitFor();
  expect(await ways.locator('.image').count()).toBe(6);
  await page.goto('about:blank');
  await page.goto(`${address()}#why`);
  await page.getByText('Your ways: 2 of 92.').waitFor();
  await ways.getByRole('radio', { name: '1 5 8 6 3 7 2 4' }).check({ force: true });
  expect(await queens(page)).toBe(8);
  await expectAccessible(page);
  await press(page, 'Clear list');
  expect(await ways.count()).toBe(0);
});

test('all 92 ways fit on the screen', async () => {
  const page = await open('');
  await page.evaluate(() => localStorage.setItem('queens-par ways', '0,4,7,5,2,6,1,3 1,3,5,7,2,0,6,4 2,4,1,7,0,6,3,5'));
  for (const size of [
    { width: 1280, height: 720 },
    { width: 375, height: 667 },
  ]) {
    await page.setViewportSize(size);
    for (const ways of [3, 92]) {
      if (ways === 92) await collectAll(page);
      await page.reload();
      await page.getByText(`Your ways: ${ways} of 92.`).waitFor();
      await expectAccessible(page);
      const screens = size.width === 1280 ? 1 : 2;
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
        screens * size.height,
      );
    }
    await page.evaluate(() =>
      localStorage.setItem('queens-par ways', '0,4,7,5,2,6,1,3 1,3,5,7,2,0,6,4 2,4,1,7,0,6,3,5'),
    );
  }
});

/** Puts all ways into the browser's storage. The Show button leads through them. */
async function collectAll(page: Page): Promise<void> {
  const ways = new Set<string>();
  while (ways.size < 92) {
    await press(page, 'Show');
    const columns = await page
      .locator('.play button')
      .evaluateAll((all) => all.flatMap(({ ariaLabel }, index) => (ariaLabel?.startsWith('queen') ? [index % 8] : [])));
    ways.add(String(columns));
  }
  await page.evaluate((text) => localStorage.setItem('queens-par ways', text), [...ways].join(' '));
}

test('a browser that keeps nothing collects ways as long as the page lasts', async () => {
  const page = await open('');
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('refused', 'SecurityError');
      },
    });
  });
  await page.reload();
  await place(page, FIRST_WAY);
  await page.getByText('Your ways: 1 of 92.').waitFor();
  await next(page);
  await press(page, '◂ Back');
  await page.getByText('Your ways: 1 of 92.').waitFor();
});

test('hints lead to a solution, and a way is shown without being counted', async () => {
  const page = await open('placed=0,2,4,1');
  await press(page, 'Hint');
  expect(await reply(page)).toMatch(/^None of the 92 ways has these queens/);
  for (let hints = 1; (await queens(page)) < 8; hints++) {
    expect(hints).toBeLessThanOrEqual(4 + 8); // takes back at most all queens
    await page.locator('.play .ring').click({ force: true }); // the square is below the ring
    if ((await queens(page)) < 8) await press(page, 'Hint');
  }
  expect(await reply(page)).toMatch(/^Eight queens, and none attacks another!/);
  await page.getByText('Your ways: 1 of 92.').waitFor();
  await press(page, 'Clear');
  expect(await queens(page)).toBe(0);
  await press(page, 'Show');
  expect(await queens(page)).toBe(8);
  const squares = () => page.locator('.play button').evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel));
  const first = await squares();
  await press(page, 'Show');
  expect(await squares()).not.toEqual(first);
  await page.getByText('Your ways: 1 of 92.').waitFor();
});

test('the keyboard also plays, and its arrows stay on the board, which is a named group', async () => {
  const page = await open('placed=');
  const board = page.getByRole('group', { name: 'Board of 8 by 8 squares' });
  expect(await board.getByRole('button').count()).toBe(64);
  await square(page, 1, 1).focus();
  for (const key of ['ArrowUp', 'ArrowDown', 'ArrowRight', 'Enter', 'ArrowDown', 'ArrowRight'])
    await page.keyboard.press(key);
  await expect.poll(() => square(page, 2, 2).getAttribute('aria-label')).toMatch(/^queen/);
  expect(await page.locator('.play .attack').count()).toBe(1); // from the square with the focus
  await page.locator('.step-1').waitFor();
});

test('on a touch screen, the page says Tap, and the game has four buttons in one line below the board', async () => {
  const page = await open('', { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });
  expect(await reply(page)).toMatch(/^Tap a free square/);
  const boxes = await page
    .locator('.controls button')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
  expect(boxes).toHaveLength(4);
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
  expect(boxes[0]?.bottom).toBeLessThanOrEqual(667 + 90); // a thumb's move below the board
});

test('on a phone, the button to the next step is in sight in every step, without scrolling', async () => {
  const page = await open('', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  for (let step = 1; step <= STEPS; step++) {
    await page.locator(`.step-${step}`).waitFor();
    const box = await page.locator('.onwards .main').boundingBox();
    expect((box?.y ?? 9999) + (box?.height ?? 0), `step ${step}`).toBeLessThanOrEqual(844);
    if (step < STEPS) await next(page);
  }
});

test('buttons, links, arrow keys and Back change the step, and the title of the document', async () => {
  const page = await open('', { reducedMotion: 'reduce' });
  await expect.poll(() => page.title()).toBe('Step 1: Place queens - queens-par');
  await next(page);
  await page.locator('.step-2').waitFor();
  await expect.poll(() => page.title()).toBe('Step 2: Row by row - queens-par');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(await page.locator('h1').evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('none');
  await page.keyboard.press('ArrowRight');
  await page.locator('.step-3').waitFor();
  await slider(page, 'Rows above the cut').press('ArrowDown'); // a slider keeps its arrow keys
  await page.getByText('568 upper halves').waitFor();
  await page.getByRole('link', { name: 'Cores' }).press('Enter');
  await page.locator('.step-8').waitFor();
  await page.goBack();
  await expect.poll(() => slider(page, 'Rows above the cut').getAttribute('aria-valuenow')).toBe('5');
  await press(page, '◂ Back');
  await page.locator('.step-2').waitFor();
  await page.getByRole('link', { name: 'Cores' }).click();
  await page.getByRole('link', { name: 'Count them ▸' }).click();
  await page.getByRole('heading', { level: 1, name: 'Count in this browser' }).waitFor();
  await page.locator('.count .answer', { hasText: '14,772,512' }).waitFor(); // it starts by itself
  await expect.poll(() => page.title()).not.toContain('Step');
});

test('step 2 opens with a tree whose dots can be told apart, and it grows once', async () => {
  const page = await open('step=2');
  expect(await slider(page, 'Queens').inputValue()).toBe('5');
  await page.locator('.tree .unvisited.node').first().waitFor({ state: 'attached' }); // it grows
  await expect.poll(() => page.locator('.tree .unvisited').count()).toBe(0);
  const dots = (
    await page.locator('.tree .visited.node').evaluateAll((all) => all.map((one) => one.getAttribute('d')))
  ).join('');
  const points = [...dots.matchAll(/M([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  expect(points).toHaveLength(54);
  const inRow = (y: number) => points.filter((point) => point[1] === y).map(([x]) => x);
  const distances = points.flatMap(([x, y]) => inRow(y).map((other) => Math.abs(other - x)));
  expect(Math.min(...distances.filter((distance) => distance > 0))).toBeGreaterThan(2 * 7); // two dots in the picture
  await page.locator('.show .board.solved').waitFor(); // the first solution, framed
  await page.locator('.verdict.good', { hasText: '53 boards tried, 10 solutions' }).waitFor();
  await next(page);
  await press(page, '◂ Back');
  await page.locator('.step-2').waitFor();
  expect(await page.locator('.tree .unvisited').count()).toBe(0);
});

test('the search plays to its end, a click on a dot shows its board, and 20 queens are a large number', async () => {
  const page = await open('step=2&n=6');
  const tree = page.getByRole('slider', { name: 'Search tree of 6 queens' });
  await tree.press('Home');
  await tree.press('ArrowRight');
  await expect.poll(() => label(page)).toContain('queens in columns 1');
  await press(page, 'Play the search');
  await page.locator('.verdict', { hasText: /boards tried, \d+ solutions?$/ }).waitFor();
  await expect.poll(() => page.locator('.tree .visited.node').count()).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Play the search' }).waitFor(); // it has ended
  await page.locator('.verdict', { hasText: '152 boards tried, 4 solutions' }).waitFor();
  await slider(page, 'Queens').fill('20');
  expect(await page.locator('.total .number').innerText()).toBe('1,833,646,764 times');
  await page.getByText('one board a second would take 120,000 years.').waitFor();
});

test('on the first visit, the cut glides through its seven places and comes to rest in the middle', async () => {
  const page = await visit('#why?step=3', { viewport: { width: 1280, height: 720 } });
  const cut = async () => Number(await slider(page, 'Rows above the cut').getAttribute('aria-valuenow'));
  const places = new Set<number>();
  await expect.poll(async () => places.add(await cut()).size, { interval: 50 }).toBe(7);
  await page.locator('.cuttable.first').waitFor();
  expect(await cut()).toBe(4);
  expect(page.url()).not.toContain('cut=');
});

test('the cut can be dragged, and the rows of the two trees meet there', async () => {
  const page = await open('step=3', { reducedMotion: 'reduce' });
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
    await page.getByText(`${upperHalves} upper halves`).waitFor();
    const dots = await page.locator('.meeting .half').first().getAttribute('d');
    expect(dots?.match(/M/g)).toHaveLength(upperHalves);
  }
  await expect.poll(() => page.url()).toContain('cut=3');
  expect(await slider(page, 'Rows above the cut').getAttribute('aria-valuetext')).toBe('3 rows above, 5 rows below');
  await next(page); // the next step cuts in the middle
  await expect.poll(() => slider(page, 'Upper half').getAttribute('aria-valuetext')).toBe('52 of 344');
});

test('lower halves on the other columns light up, and one that fits shines', async () => {
  const page = await open('step=4');
  const lit = () => page.locator('.crowd .lit').evaluateAll((all) => all.map((one) => one.getAttribute('d')).join());
  expect(await page.locator('.crowd .lit').count()).toBe(8);
  expect(await page.locator('.crowd .shining').count()).toBe(0);
  for (let presses = 0; (await page.locator('.crowd .shining').count()) === 0; presses++) {
    expect(presses).toBeLessThan(8);
    await press(page, 'Next');
  }
  await page.locator('.show .board.solved').waitFor();
  await page.getByText('These halves fit: a solution.').waitFor();
  const before = await lit();
  await slider(page, 'Upper half').fill('200');
  expect(await lit()).not.toBe(before);
  await press(page, 'Next');
  await expect.poll(() => page.url()).toContain('upper=200&lower=');
  await page.locator('.crowd').click({ position: { x: 10, y: 5 } });
  await expect.poll(() => page.url()).toContain('upper=200&lower=0');
});

test.each(['light', 'dark'] as const)(
  'pictures that do not light up can be seen on a projector (%s)',
  async (colorScheme) => {
    const page = await open('step=4', { colorScheme });
    const [ground = [], unlit = [], lit = [], shine = []] = await channelsOf(page, [
      ['--ground'],
      ['--unlit'],
      ['--accent'],
      ['--shine'],
    ]);
    expect(contrast(ground, unlit)).toBeGreaterThanOrEqual(1.6);
    expect(contrast(ground, lit)).toBeGreaterThan(contrast(ground, unlit) * 2);
    expect(contrast(shine, unlit)).toBeGreaterThan(1);
    expect(
      await page
        .locator('.crowd path')
        .first()
        .evaluate((one) => getComputedStyle(one).fill),
    ).toBe(`rgb(${unlit.join(', ')})`);
  },
);

test('step 5 begins with a clash, one lower half fits, and then nothing is judged before the reader has', async () => {
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
    expect(await page.locator('.bits-board.solved').count()).toBe(clashes === 0 ? 1 : 0);
  }
  expect(fitting).toBe(1);
  await press(page, 'Another upper half');
  await expect.poll(() => page.url()).toBe(`${address()}#why?step=5&upper=52`);
  expect(await page.locator('.bits-board .queen').count()).toBe(4);
  expect(await page.locator('.step .boards :checked').count()).toBe(0);
  expect(await page.locator('.step').innerText()).not.toMatch(/These halves/);
  expect(new Set(await page.locator('.step .pick').allInnerTexts())).toEqual(new Set(['?']));
  await page.reload();
  await page.locator('.bits-board').waitFor();
  expect(await page.locator('.bits-board .queen').count()).toBe(4);
  await expectAccessible(page);
});

test('the first eight columns of step 6 run in once, and dragging to 128 shows the ones that fit', async () => {
  const page = await open('step=6');
  expect(await page.locator('.marks-table .column').count()).toBe(8);
  expect(await moving(page)).toContain('run-in');
  expect(await page.locator('.step b').first().innerText()).toMatch(/^Drag to\s128\.$/);
  await slider(page, 'Lower halves').fill('128');
  expect(await page.locator('.step b').first().innerText()).toBe('Click a green mark.');
  await page.getByText('3 of 128 fit.').waitFor();
  expect(await page.locator('.marks-table .fit').count()).toBe(3);
  await next(page);
  await press(page, '◂ Back');
  await page.locator('.step-6').waitFor();
  expect(await moving(page)).not.toContain('run-in');
});

test('a click on a column or a green mark puts that pair on the board, and so do the arrow keys', async () => {
  const page = await open('step=6&together=128');
  const table = await page.locator('.marks-table').boundingBox();
  if (!table) throw new Error('no table');
  const columnAt = (index: number) => table.x + ((index + 0.5) * table.width) / 128;
  expect(await page.locator('.board.solved').count()).toBe(0);
  await page.mouse.click(columnAt(30), table.y + 20);
  await page.getByText('Column 31: a clash.').waitFor();
  await page.mouse.click(columnAt(5), table.y + table.height - 6); // the nearest green mark
  await page.getByText('Column 9: fits, a solution.').waitFor();
  await page.locator('.board.solved').waitFor();
  expect(await page.locator('.board .attack').count()).toBe(0);
  await expect.poll(() => page.url()).toContain('pair=8');
  const column = slider(page, 'Column on the board');
  expect(await column.getAttribute('aria-valuetext')).toBe('9 of 128: fits');
  await column.press('ArrowRight');
  expect(await column.getAttribute('aria-valuetext')).toBe('10 of 128: clashes');
  await press(page, 'Next that fits');
  await page.locator('.board.solved').waitFor();
  await slider(page, 'Lower halves').fill('7');
  expect(await page.getByRole('button', { name: 'Next that fits' }).getAttribute('aria-disabled')).toBe('true');
  await page.getByText('Column 7: a clash.').waitFor();
});

test('step 8 divides the subproblems among cores, as blocks that are as long as they take', async () => {
  const page = await open('step=8');
  const blocks = () =>
    page.locator('.lanes ul').evaluateAll((lanes) =>
      lanes.map((lane) =>
        [...lane.children].map((block) => {
          const [outer, { left, width }] = [lane.getBoundingClientRect(), block.getBoundingClientRect()];
          return { start: (left - outer.left) / outer.width, length: width / outer.width, text: block.textContent };
        }),
      ),
    );
  const [all = []] = await blocks();
  expect(all.map(({ text }) => text)).toEqual(['1,400', '544', '424', '216', '96', '0']);
  for (const [index, { start, length }] of all.entries())
    expect(all[index + 1]?.start ?? 1).toBeCloseTo(start + length, 1); // one after the other
  await slider(page, 'Cores').fill('3');
  await page.getByText('2.6 times as fast').waitFor();
  const lanes = await blocks();
  expect(lanes).toHaveLength(3);
  const ends = lanes.map((lane) => Math.max(...lane.map(({ start, length }) => start + length)));
  expect(1 / Math.max(...ends)).toBeCloseTo(2.6, 1);
  await slider(page, 'Cores').fill('6');
  await page.getByText('4.2 times as fast').waitFor();
});

test('the heading of step 7 follows n', async () => {
  const page = await open('step=7');
  await page.getByRole('heading', { level: 1, name: '1/130 of the work' }).waitFor();
  await slider(page, 'Queens').fill('8');
  await page.getByRole('heading', { level: 1, name: '1/5 of the work' }).waitFor();
});

test('two clocks run once, until both programs have counted 20 queens', async () => {
  const page = await open('step=7');
  const clocks = page.locator('.clocks > li');
  expect(await clocks.nth(1).getAttribute('data-state')).toBe('running');
  await page.locator('.clocks [data-state="running"]').last().waitFor({ state: 'detached' });
  expect(await clocks.allInnerTexts()).toEqual([
    expect.stringMatching(/^This program 1m/),
    expect.stringMatching(/3h/),
  ]);
  await next(page);
  await press(page, '◂ Back');
  await clocks.first().waitFor();
  expect(await clocks.nth(1).getAttribute('data-state')).toBe('finished');
});

test('sliders keep their names, and say their values', async () => {
  const page = await open('step=8');
  const cores = slider(page, 'Cores');
  await cores.focus();
  expect(await cores.getAttribute('aria-valuetext')).toBe('1');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => slider(page, 'Cores').getAttribute('aria-valuetext')).toBe('2');
  await page.goto(`${address()}#why?step=4`);
  const upper = slider(page, 'Upper half');
  await upper.press('ArrowRight');
  await expect.poll(() => slider(page, 'Upper half').getAttribute('aria-valuetext')).toBe('53 of 344');
});

test('on paper, a step is its board, its text and its numbers', async () => {
  const page = await open('step=3', { colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const hidden of ['.bar', '.steps', '.onwards', 'footer'])
    expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
  for (const shown of ['.step h1', '.show .board', '.step .total'])
    expect(await page.locator(shown).isVisible(), shown).toBe(true);
  const [ground = []] = await channelsOf(page, [['--ground']]);
  expect(ground).toEqual([255, 255, 255]);
});

test.each([
  ['light', 1280, 720],
  ['dark', 1280, 720],
  ['dark', 375, 667],
  ['light', 320, 740],
] as const)(
  'each step is accessible, has lines that can be seen, and fits the screen (%s, %i by %i pixels)',
  async (colorScheme, width, height) => {
    const page = await open('', { colorScheme, viewport: { width, height }, reducedMotion: 'reduce' });
    const board = await page.locator('.play').boundingBox();
    expect((board?.y ?? 0) + (board?.height ?? 9999)).toBeLessThanOrEqual(height); // below the question and a sentence
    for (let step = 1; step <= STEPS; step++) {
      await page.locator(`.step-${step}`).waitFor();
      await expectAccessible(page);
      expect(await weakLines(page), `step ${step}`).toEqual([]);
      expect((await fontSizes(page)).length).toBeLessThanOrEqual(4); // three, and that of numbers in a picture
      const { scrollHeight, scrollWidth } = await page.evaluate(() => {
        const { scrollHeight, scrollWidth } = document.documentElement;
        return { scrollHeight, scrollWidth };
      });
      expect(scrollWidth).toBeLessThanOrEqual(width);
      if (width === 1280) {
        // A projector: text of 20 pixels, without scrolling.
        expect(await page.locator('.say').evaluate((text) => getComputedStyle(text).fontSize)).toBe('20px');
        expect(scrollHeight, `step ${step}`).toBe(720);
      }
      if (width === 375) {
        expect(scrollHeight, `step ${step}`).toBeLessThanOrEqual(2 * height);
        const controls = await page
          .locator(
            ':is(button, select, summary, input[type="range"], .bar a, .steps a, a.main):visible' +
              ':not(.play *, .pick *, .skip)',
          )
          .evaluateAll((all) =>
            all.map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect().height] as const),
          );
        expect(controls.filter(([, high]) => high < 44)).toEqual([]);
      }
      if (step === 1) await press(page, 'Show');
      if (step < STEPS) await next(page);
    }
  },
);

test.each([
  ['light', 'none'],
  ['dark', 'none'],
  ['light', 'active'],
  ['dark', 'active'],
] as const)(
  'the best moments of all steps are accessible (%s, forced colors: %s)',
  async (colorScheme, forcedColors) => {
    const page = await open('', { colorScheme, forcedColors, reducedMotion: 'reduce' });
    await place(page, FIRST_WAY);
    await expectAccessible(page);
    for (const query of [
      'placed=0,2,4',
      'step=2&n=8&dot=100',
      'step=2&n=20',
      'step=3&cut=2',
      'step=4&lower=191', // fits
      'step=5&lower=191',
      'step=5&upper=52',
      'step=6&together=128&pair=8',
      'step=7&board=8',
      'step=8&cores=6',
    ]) {
      await page.goto(`${address()}#why?${query}`);
      await expect.poll(() => page.url()).toContain(query.split('&')[0]);
      for (const summary of await page.locator('summary').all()) await summary.click();
      await expectAccessible(page);
    }
  },
);

test('a large screen is used: the board of step 1 takes at least 70 % of its height', async () => {
  const page = await open('', { viewport: { width: 1920, height: 1080 } });
  const board = await page.locator('.play').boundingBox();
  expect(board?.height).toBeGreaterThanOrEqual(0.7 * 1080);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(1080);
});

test('in forced colors, lit pictures are filled, others are outlines, and attacked squares are hatched', async () => {
  const page = await open('step=4', { forcedColors: 'active', reducedMotion: 'reduce' });
  const styleOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => {
        const { fill, stroke, outlineStyle, backgroundImage } = getComputedStyle(one);
        return { fill, stroke, outlineStyle, backgroundImage };
      });
  const [canvas, text, highlight] = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    return ['Canvas', 'CanvasText', 'Highlight'].map((color) => {
      probe.style.color = color;
      return getComputedStyle(probe).color;
    });
  });
  expect(await styleOf('.crowd path:not(.lit, .chosen)')).toMatchObject({ fill: canvas, stroke: text });
  expect(await styleOf('.crowd .lit')).toMatchObject({ fill: highlight });
  await page.goto(`${address()}#why?step=1`);
  await page.locator('.play').waitFor();
  expect((await styleOf('.play .attacked')).backgroundImage).toContain('repeating-linear-gradient');
  await page.goto(`${address()}#why?step=6`);
  await page.locator('.marks-table').waitFor();
  expect(await styleOf('.marks-table .field')).toMatchObject({ stroke: text });
  expect(await styleOf('.marks-table .chosen')).toMatchObject({ stroke: highlight });
  await page.goto(`${address()}#why?step=5`);
  await page.locator('.pick :checked').waitFor();
  expect(await styleOf('.pick :checked')).toMatchObject({ outlineStyle: 'solid' });
  for (let step = 1; step <= STEPS; step++) {
    await page.goto(`${address()}#why?step=${step}`);
    await page.locator(`.step-${step}`).waitFor();
    await expectAccessible(page);
  }
});
