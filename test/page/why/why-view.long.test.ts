import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, fontSizes } from '../browser.js';
import { channelsOf, contrast, weakLines } from '../contrast.js';
import { useServedPage } from '../served-page.js';

const STEPS = 8;
const PROJECTOR = { width: 1280, height: 720 };
const { openPage, visit, address } = useServedPage();

async function open(query: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await visit(`#why?${query}`, { viewport: PROJECTOR, ...options });
  await page.locator('.step h1').waitFor();
  return page;
}

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });
/** A square of the board. Rows and columns are counted from 1, as on the page. */
const square = (page: Page, row: number, column: number) =>
  page.getByRole('button', { name: new RegExp(`row ${row}, column ${column}$`) });
const queens = (page: Page) => page.locator('.play .crown').count();
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

/** Visits all steps, from the first to the last. */
async function visitSteps(page: Page, look: (step: number) => Promise<void>): Promise<void> {
  for (let step = 1; step <= STEPS; step++) {
    await page.locator(`.step-${step}`).waitFor();
    await look(step);
    if (step < STEPS) await next(page);
  }
}

/** Places the queens of a solution on an empty board. @param columns from 1. */
async function place(page: Page, columns: readonly number[]): Promise<void> {
  await press(page, 'Clear');
  for (const [row, column] of columns.entries()) await square(page, row + 1, column).click();
}
const FIRST_WAY = [1, 5, 8, 6, 3, 7, 2, 4];

/** A part of the page, as a selector, with what is seen of it: a number of elements, or a text in the first one. */
type Seen = Readonly<Record<string, number | string | RegExp>>;

async function expectSeen(page: Page, seen: Seen): Promise<void> {
  for (const [part, wanted] of Object.entries(seen)) {
    const found = page.locator(part);
    if (typeof wanted === 'number') await expect.poll(() => found.count(), { message: part }).toBe(wanted);
    else await expect.poll(() => found.first().innerText(), { message: part }).toMatch(wanted);
  }
}

/** Moments of the explanation: the address, and what is seen. */
const PICTURES: readonly (readonly [query: string, seen: Seen])[] = [
  ['', { '.reply': /^Click a free square\..* 42 squares left\.$/s, '.play .crown': 1, '.play .attacked': 21 }],
  ['placed=', { h1: /^In how many ways can 8 queens stand/, '.reply': /^Click a square/, '.play .attacked': 0 }],
  ['placed=0,2,4,1', { '.reply': /^4 of 8 queens, \d+ squares left/, '.play .crown': 4 }],
  ['placed=0,4,7,5,2,6,1,3', { '.reply': /^Eight queens, and none/, '.play.solved': 1, '.play .attacked': 0 }],
  ['step=2', { '.verdict.good': '53 boards tried, 10 solutions', '.show .board.solved': 1, '.tree .unvisited': 0 }],
  ['step=2&n=8&dot=100', { '.verdict': /^This board leads to \d+ boards? and/ }],
  [
    'step=2&n=20',
    { '.total .number': '1,833,646,764 times', '.total': 'one board a second would take 120,000 years.' },
  ],
  ['step=3', { '.total': /^42 upper halves × 550 lower halves/, '.meeting .half': 2, '.board .cut': 1, '.say b': 1 }],
  ['step=3&cut=4', { '.total': /^344 upper halves × 344 lower halves/, '.say b': 0 }],
  ['step=3&cut=5', { '.total': /^568 upper halves × 140 lower halves/ }],
  // For upper half 1, no lower half fits.
  ['step=4&upper=0', { '.step b': /^Click Next: does one of the 2 fit\?$/, '.controls': /Fits: 0 of 0 tried\.$/ }],
  ['step=4', { '.crowd .lit': 8, '.crowd .shining': 0, '[role=status] .bad': 'These halves clash.' }],
  [
    'step=4&lower=191',
    { '.crowd .shining': 1, '.board.solved': 1, '[role=status] .good': 'These halves fit: a solution.' },
  ],
  ['step=5', { '.bits-board .clash': 2, '.bits-board .attack': 2, '[role=status] .bad': 'These halves clash.' }],
  ['step=5&lower=191', { '.bits-board.solved': 1, '.bits-board .clash': 0, '.bits-board .attack': 0 }],
  // With another upper half, nothing is judged before the reader has.
  ['step=5&upper=52', { '.bits-board .queen': 4, '.boards :checked': 0, '.step :is(.good, .bad)': 0 }],
  ['step=6', { '.marks-table .column': 16, '.step b': /^Drag to\s128\.$/, '.board.solved': 0 }],
  [
    'step=6&together=7',
    { '.verdict': 'Stripe 7: a clash.', '.controls [aria-disabled=true]': 1, '.marks-table .fit': 0 },
  ],
  [
    'step=6&together=128',
    { '.step b': 'Click a bar below the table.', '.marks-table .fit': 3, '.controls': 'Fits: 3 of 128.' },
  ],
  [
    'step=6&together=128&pair=8',
    { '.verdict': 'Stripe 9: fits, a solution.', '.say b': 0, '.board.solved': 1, '.board .attack': 0 },
  ],
  ['step=7', { h1: 'About 1/64 of the work', '.show .bars': /^This program: 178ms\s+A search in C: 3\.9s/ }],
  [
    'step=7&board=20',
    { h1: 'About 1/130 of the work', '.show .bars': /^This program: 1m.*A search in C: 3h/s, '.say p b': 0 },
  ],
  ['step=8', { '.lanes ul': 1, '.total': /^One after the other/ }],
  ['step=8&cores=3', { '.lanes ul': 3, '.total': /^2.6 times as fast/ }],
  ['step=8&cores=6', { '.lanes ul': 6, '.total': /^4.2 times as fast/, '.say p b': 0 }],
];

test.each([
  ['light', 'none'],
  ['dark', 'none'],
  ['light', 'active'],
  ['dark', 'active'],
] as const)(
  'each picture shows what its address says, and is accessible (%s, forced colors: %s)',
  async (colorScheme, forcedColors) => {
    const page = await open('', { colorScheme, forcedColors, reducedMotion: 'reduce' });
    for (const [query, seen] of PICTURES) {
      await page.goto(`${address()}#why?${query}`);
      await expectSeen(page, seen);
      for (const summary of await page.locator('summary').all()) await summary.click();
      await expectAccessible(page);
    }
  },
);

test('the search plays by itself once in a visit, and the lines of step 5 run for each pair', async () => {
  const page = await openPage({ viewport: PROJECTOR });
  await page.goto(`${address()}#why`);
  await visitSteps(page, async (step) => {
    if (step === 2) await page.locator('.tree .unvisited.node').first().waitFor({ state: 'attached' });
    if (step !== 5) return;
    const line = page.locator('.bits-board .diagonal').first();
    expect(await line.evaluate((one) => getComputedStyle(one).animationName)).toBe('trace'); // for less than a second
  });
  for (let step = STEPS - 1; step >= 1; step--) {
    await press(page, '◂ Back');
    await page.locator(`.step-${step}`).waitFor();
    if (step !== 5) expect(await moving(page), `step ${step}`).toEqual([]);
    expect(await page.locator('.tree .unvisited').count()).toBe(0);
  }
});

test('readers who prefer less motion see every step at rest', async () => {
  const page = await open('', { reducedMotion: 'reduce' });
  await visitSteps(page, async (step) => {
    expect(await moving(page), `step ${step}`).toEqual([]);
    expect(await page.locator('.tree .unvisited').count()).toBe(0);
  });
});

test.each(['light', 'dark'] as const)(
  'attacked squares, and pictures that do not light up, can be told apart from the others (%s)',
  async (colorScheme) => {
    const page = await open('', { colorScheme });
    const [light = [], dark = [], ...attacked] = await channelsOf(page, [
      ['--square-light'],
      ['--square-dark'],
      ['--square-light', '--attacked'],
      ['--square-dark', '--attacked'],
    ]);
    for (const free of [light, dark])
      for (const one of attacked) {
        expect(contrast(free, one)).toBeGreaterThanOrEqual(1.6);
        expect(free[0]).toBeGreaterThan(one[0] ?? 255); // attacked squares are darker
      }
    const colors = await channelsOf(page, [['--ground'], ['--unlit'], ['--accent'], ['--shine']]);
    const [ground = [], unlit = [], lit = [], shine = []] = colors;
    expect(contrast(ground, unlit)).toBeGreaterThanOrEqual(1.6);
    expect(contrast(ground, lit)).toBeGreaterThan(contrast(ground, unlit) * 2);
    expect(contrast(shine, unlit)).toBeGreaterThan(1);
  },
);

test('the reader places queens, learns why a square is attacked, and takes queens back', async () => {
  const page = await open('placed=');
  for (const [row, column] of [1, 3, 5, 2].entries()) await square(page, row + 1, column).click();
  await square(page, 5, 5).click(); // attacked along the column and the diagonal
  await expectSeen(page, { '.reply': /^A queen attacks that square/, '.play .attack': 2, '.play .crown': 4 });
  await square(page, 5, 4).click();
  await expectSeen(page, { '.reply': /^5 queens, and no free square left/, '.play .crown': 5 });
  await press(page, 'Undo');
  await square(page, 2, 3).click(); // a queen is removed by a click on her
  await press(page, 'Clear');
  await press(page, 'Undo'); // a board that was cleared by mistake
  await expectSeen(page, { '.play .crown': 3 });
  await expect.poll(() => page.url()).toBe(`${address()}#why?placed=0,.,4,1`);
  await page.reload();
  await expectSeen(page, { '.play .crown': 3 });
});

test('nothing is drawn over a won board', async () => {
  const page = await open('placed=0,4,7,5,2,6,1,3');
  await square(page, 3, 3).hover();
  await expectSeen(page, { '.play.solved': 1, '.play :is(.attack, .casing, .ring, .attacked)': 0 });
});

test('Send shows an address that only this computer can open as such', async () => {
  const page = await open('placed=0,4');
  await press(page, 'Send');
  const sent = `${address()}#why?placed=0,4`;
  await expectSeen(page, { '.reply': `Only this computer can open this address: ${sent}` });
  expect(await page.locator('.reply a').getAttribute('href')).toBe(sent);
});

test('Send copies the address for which the site was built, or shows it where there is no clipboard', async () => {
  const page = await openPage({ viewport: PROJECTOR });
  await page.route(address(), async (route) => {
    const html = await (await route.fetch()).text();
    const body = html.replace('</head>', '<link rel="canonical" href="https://queens.example/n/"></head>');
    await route.fulfill({ contentType: 'text/html', body });
  });
  await page.goto(`${address()}#why?placed=0,4`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await press(page, 'Send');
  await expectSeen(page, { '.reply': /^The address has been copied\. Send it/ });
  const sent = await page.evaluate(() => navigator.clipboard.readText());
  expect(sent).toBe('https://queens.example/n/#why?placed=0,4');
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await press(page, 'Send');
  await expectSeen(page, { '.reply': `Copy this address, and send it: ${sent}` });
  await expectAccessible(page);
});

test('each way found is kept in the browser, with its images in gray, and counts once', async () => {
  const page = await open('');
  for (const reply of ['Eight queens, and none attacks another!', 'You have found this way before.']) {
    await place(page, FIRST_WAY);
    await expectSeen(page, { '.reply': `${reply} Can you find another` });
    await expectSeen(page, { '.ways': 'Your ways: 1 of 92, 1 of 12', '.ways [type=radio]': 8, '.ways .image': 7 });
  }
  await place(page, [...FIRST_WAY].reverse()); // a mirror image
  await expectSeen(page, { '.ways': 'Your ways: 2 of 92,', '.ways .image': 6 });
  await page.goto('about:blank');
  await page.goto(`${address()}#why`);
  await expectSeen(page, { '.ways': 'Your ways: 2 of 92,' });
  await page.getByRole('radio', { name: '1 5 8 6 3 7 2 4' }).check({ force: true });
  await expectSeen(page, { '.play .crown': 8 });
  await expectAccessible(page);
  await press(page, 'Clear list');
  await expectSeen(page, { '.ways [type=radio]': 0 });
});

test.each([
  [1280, 720],
  [375, 2 * 667],
])('all 92 ways fit on a screen %i pixels wide and %i high', async (width, height) => {
  const page = await open('', { viewport: { width, height } });
  await page.evaluate(() => localStorage.setItem('queens-par ways', '0,4,7,5,2,6,1,3 1,3,5,7,2,0,6,4 2,4,1,7,0,6,3,5'));
  for (const ways of [3, 92]) {
    if (ways === 92) await collectAll(page);
    await page.reload();
    await page.getByText(`Your ways: ${ways} of 92,`).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(height);
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
    const get = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get });
  });
  await page.reload();
  await place(page, FIRST_WAY);
  await expectSeen(page, { '.ways': 'Your ways: 1 of 92,' });
  await next(page);
  await press(page, '◂ Back');
  await expectSeen(page, { '.ways': 'Your ways: 1 of 92,' });
});

test('on an empty board, the hint is a square with the most ways', async () => {
  const page = await open('placed=');
  await press(page, 'Hint');
  await expectSeen(page, { '.reply': /^Try the ringed square\. That leaves 18 ways\.$/ });
});

test('hints lead to a solution, and a way is shown without being counted', async () => {
  const page = await open('placed=0,2,4,1');
  await press(page, 'Hint');
  await expectSeen(page, { '.reply': /^None of the 92 ways has these queens/ });
  for (let hints = 1; (await queens(page)) < 8; hints++) {
    expect(hints).toBeLessThanOrEqual(4 + 8); // takes back at most all queens
    await page.locator('.play .ring').click({ force: true }); // the square is below the ring
    if ((await queens(page)) < 8) await press(page, 'Hint');
  }
  await expectSeen(page, { '.reply': /^Eight queens, and none attacks another!/, '.ways': 'Your ways: 1 of 92,' });
  await press(page, 'Clear');
  await press(page, 'Show');
  const squares = () => page.locator('.play button').evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel));
  const first = await squares();
  await press(page, 'Show');
  expect(await squares()).not.toEqual(first);
  await expectSeen(page, { '.play .crown': 8, '.ways': 'Your ways: 1 of 92,' });
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
  await page.keyboard.press('PageDown');
  await page.locator('.step-2').waitFor();
});

test('on a touch screen, the page says Tap, and the game has five buttons in one line below the board', async () => {
  const page = await open('', { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });
  expect(await page.locator('.reply').innerText()).toMatch(/^Tap a free square/);
  const boxes = await page
    .locator('.controls button')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
  expect(boxes).toHaveLength(5);
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
  expect(boxes[0]?.bottom).toBeLessThanOrEqual(667 + 90); // a thumb's move below the board
});

test('on a phone, the next step, and what a step is about, are in sight without scrolling', async () => {
  const page = await open('', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await visitSteps(page, async (step) => {
    const buttons = await page.locator('.onwards .main').boundingBox();
    expect((buttons?.y ?? 9999) + (buttons?.height ?? 0), `step ${step}`).toBeLessThanOrEqual(844);
    const above = { 3: '.total .number', 5: '.boards', 6: '.total .number' }[step];
    if (!above) return;
    const box = await page.locator(above).boundingBox();
    expect((box?.y ?? 9999) + (box?.height ?? 0), `step ${step}`).toBeLessThanOrEqual(buttons?.y ?? 0);
  });
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
  await slider(page, 'Rows above the cut').press('ArrowRight'); // a slider keeps its arrow keys
  await page.locator('.total').getByText('140 upper halves').waitFor();
  await slider(page, 'Rows above the cut').press('PageDown'); // which a presenter's clicker sends
  await page.locator('.step-4').waitFor();
  await slider(page, 'Upper half').press('PageUp');
  await page.locator('.step-3').waitFor();
  await page.getByRole('link', { name: 'Cores' }).press('Enter');
  await page.locator('.step-8').waitFor();
  await page.goBack();
  await expect.poll(() => slider(page, 'Rows above the cut').inputValue()).toBe('3');
  await press(page, '◂ Back');
  await page.locator('.step-2').waitFor();
  await page.getByRole('link', { name: 'Cores' }).click();
  await page.getByRole('link', { name: 'Count them ▸' }).click();
  await page.getByRole('heading', { level: 1, name: 'Count in this browser' }).waitFor();
  await page.locator('.count .answer', { hasText: '666,090,624' }).waitFor(); // it starts by itself
  await expect.poll(() => page.title()).not.toContain('Step');
});

test('the search plays to its end, and an arrow key chooses a dot', async () => {
  const page = await open('step=2&n=6&dot=0');
  await slider(page, 'Search tree for 6 queens').press('ArrowRight');
  await expectSeen(page, { '.board[aria-label$="queens in columns 1"]': 1 });
  await press(page, 'Play the search');
  await page.locator('.verdict', { hasText: /boards tried, \d+ solutions?$/ }).waitFor();
  await page.getByRole('button', { name: 'Play the search' }).waitFor(); // it has ended
  await expectSeen(page, { '.verdict': '152 boards tried, 4 solutions', '.tree .unvisited': 0 });
});

test('the cut can be moved, and the rows of the two trees meet there', async () => {
  const page = await open('step=3', { reducedMotion: 'reduce' });
  for (const [cut, upperHalves] of [
    [1, 8],
    [3, 140],
  ]) {
    await slider(page, 'Rows above the cut').fill(String(cut));
    await page.locator('.total').getByText(`${upperHalves} upper halves`).waitFor();
    const dots = await page.locator('.meeting .half').first().getAttribute('d');
    expect(dots?.match(/M/g)).toHaveLength(upperHalves ?? 0);
  }
  await expect.poll(() => page.url()).toContain('cut=3');
  await next(page); // the next step cuts in the middle
  await expect.poll(() => slider(page, 'Upper half').getAttribute('aria-valuetext')).toBe('52 of 344');
});

test('pressing Next in step 4 tries all lower halves, and pictures can be chosen', async () => {
  const page = await open('step=4');
  let solutions = 0;
  for (let tried = 1; tried < 8; tried++) {
    await expectSeen(page, { '.say p b': /^Click Next/, '.controls': new RegExp(`Fits: \\d of ${tried} tried`) });
    await press(page, 'Next');
    solutions += await page.locator('.crowd .shining').count();
  }
  await expectSeen(page, { '.controls': 'Fits: 1 of 8 tried.', '.say p b': 0 });
  expect(solutions).toBe(1);
  const lit = () => page.locator('.crowd .lit').evaluateAll((all) => all.map((one) => one.getAttribute('d')).join());
  const before = await lit();
  await slider(page, 'Upper half').fill('200');
  expect(await lit()).not.toBe(before);
  await page.locator('.crowd').click({ position: { x: 10, y: 5 } });
  await expect.poll(() => page.url()).toContain('upper=200&lower=0');
});

test('each guess is kept in the address and answered when its number is shown', async () => {
  const page = await open('step=2');
  await expectSeen(page, { '.say p b': /^Guess how many boards/ });
  await slider(page, 'Your guess').fill('4');
  await expect.poll(() => page.url()).toContain('guess=1000000');
  expect(await page.locator('.say').innerText()).not.toContain('You guessed');
  await slider(page, 'Queens').fill('20');
  const answer = 'You guessed 1 million boards. The search tries 3.8 million times as many.';
  await page.getByText(answer).waitFor();
  await page.goto(`${address()}#why?step=2&n=20&guess=100000000000000`);
  await page.getByText('You guessed 100 trillion boards. That is 27 times too many.').waitFor();
  await page.goto(`${address()}#why?step=7`);
  await slider(page, 'Your guess').fill('5');
  await slider(page, 'Queens').fill('20');
  await page.getByText('You guessed 16 hours for the search. It is about 4.').waitFor();
  await expect.poll(() => page.url()).toContain('hours=16');
});

test.each([
  ['step=3', 'upper half', '.board rect[data-part="upper"]'],
  ['step=3', 'cut', '.board .cut'],
  ['step=4', 'columns', '.board .outline'],
  ['step=4', 'lit ones', '.crowd .lit'],
  ['step=5', 'diagonal', '.bits-board .diagonal'],
  ['step=5', 'clash', '.bits-board .attack'],
  ['step=5', '1', '.bits-board .one'],
  ['step=6', 'lower half', '.marks-table .chosen'],
  ['step=6', 'diagonals', '.board .ray'],
])('in %s, the word "%s" and its part light up together, by pointer and keyboard', async (query, word, part) => {
  const page = await open(query, { reducedMotion: 'reduce' });
  const term = page.locator('.term', { hasText: new RegExp(`^${word}$`) });
  const lit = () => page.locator(`${part}[data-lit]`).count();
  const all = await page.locator(part).count();
  expect(all).toBeGreaterThan(0);
  await term.hover();
  expect(await lit()).toBe(all);
  await page.locator('.step h1').hover();
  expect(await lit()).toBe(0);
  await term.focus();
  expect(await lit()).toBe(all);
  await page.locator('.step h1').hover();
  await page.locator(part).first().dispatchEvent('pointerover');
  expect(await page.locator('.term[data-lit]').innerText()).toBe(word);
});

test('a row of the table in step 6 shows its diagonal on the board, by pointer and keyboard', async () => {
  const page = await open('step=6&together=128', { reducedMotion: 'reduce' });
  const rays = () =>
    page
      .locator('.ray')
      .evaluateAll((all) => all.filter((one) => one.checkVisibility({ visibilityProperty: true })).length);
  expect(await rays()).toBe(0);
  await page.locator('.marks-table').hover({ position: { x: 60, y: 5 } });
  expect(await rays()).toBe(1);
  await page.locator('.step h1').hover();
  expect(await rays()).toBe(0);
  const table = slider(page, 'Stripe on the board');
  for (const key of ['ArrowDown', 'ArrowDown']) await table.press(key);
  await expectSeen(page, { '.ray.pointed': 1, '.marks-table .pointed': 1, '.verdict': /^Stripe 128/ });
});

test('one lower half of step 5 fits, and with another upper half nothing is judged before the reader has', async () => {
  const page = await open('step=5');
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
  await expectSeen(page, { '.bits-board .queen': 4, '.boards :checked': 0, '.step :is(.good, .bad)': 0 });
});

test('a click on a stripe or a green bar puts that pair on the board, and so do the arrow keys', async () => {
  const page = await open('step=6&together=128');
  const table = await page.locator('.marks-table').boundingBox();
  if (!table) throw new Error('no table');
  const stripeAt = (index: number) => table.x + ((index + 0.5) * table.width) / 128;
  await page.mouse.click(stripeAt(30), table.y + 20);
  await expectSeen(page, { '.verdict': 'Stripe 31: a clash.' });
  await page.mouse.click(stripeAt(5), table.y + table.height - 6); // the nearest green mark
  await expectSeen(page, { '.verdict': 'Stripe 9: fits, a solution.' });
  await expect.poll(() => page.url()).toContain('pair=8');
  const stripe = slider(page, 'Stripe on the board');
  await stripe.press('ArrowRight');
  expect(await stripe.getAttribute('aria-valuetext')).toBe('10 of 128: clashes');
  await press(page, 'Next that fits');
  await expectSeen(page, { '.board.solved': 1 });
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
  const lanes = await blocks();
  const ends = lanes.map((lane) => Math.max(...lane.map(({ start, length }) => start + length)));
  expect(1 / Math.max(...ends)).toBeCloseTo(2.6, 1);
});

test('on paper, a step is its board, its text and its numbers', async () => {
  const page = await open('step=3', { colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const hidden of ['.bar', '.steps', '.onwards', 'footer'])
    expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
  for (const shown of ['.step h1', '.step .term', '.show .board', '.step .total'])
    expect(await page.locator(shown).first().isVisible(), shown).toBe(true);
  const [ground = []] = await channelsOf(page, [['--ground']]);
  expect(ground).toEqual([255, 255, 255]);
});

test.each([
  ['light', 1280, 720],
  ['dark', 1280, 720],
  ['light', 1024, 600],
  ['dark', 375, 667],
  ['light', 320, 740],
] as const)(
  'each step is accessible, has lines that can be seen, and fits the screen (%s, %i by %i pixels)',
  async (colorScheme, width, height) => {
    const page = await open('', { colorScheme, viewport: { width, height }, reducedMotion: 'reduce' });
    const board = await page.locator('.play').boundingBox();
    expect((board?.y ?? 0) + (board?.height ?? 9999)).toBeLessThanOrEqual(height); // below the question and a sentence
    await visitSteps(page, async (step) => {
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
      if (width === 1024) expect(scrollHeight, `step ${step}`).toBe(600);
      if (width === 375) {
        expect(scrollHeight, `step ${step}`).toBeLessThanOrEqual(2 * height);
        const controls = await page
          .locator(
            ':is(button, select, summary, input[type="range"], .bar a, .steps a, a.main):visible' +
              ':not(.play *, .pick *, .skip, .term)',
          )
          .evaluateAll((all) =>
            all.map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect().height] as const),
          );
        expect(controls.filter(([, high]) => high < 44)).toEqual([]);
      }
      if (step === 1) await press(page, 'Show');
    });
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
  for (const bit of await page.locator('.bits-board .clash').all())
    expect(await bit.evaluate((one) => getComputedStyle(one).textDecorationLine)).toBe('underline');
  expect(await styleOf('.pick :checked')).toMatchObject({ outlineStyle: 'solid' });
});
