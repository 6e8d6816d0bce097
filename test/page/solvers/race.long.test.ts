import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { solverNames } from '../../../src/core/textbook/solver-names.js';
import { A000170 } from '../../vectors/a000170.js';
import { SOLVER_WORK } from '../../vectors/solver-work.js';
import { countColors, expectAccessible, openView } from '../browser.js';
import { useServedPage } from '../served-page.js';

// The race of all solvers. Nothing here depends on the times of the lanes. Most tests skip the slow motion, which takes
// ten seconds, as readers who prefer less motion do.
const served = useServedPage();
const { address } = served;
/** Opens an empty page, and closes it after the test. Otherwise its race would slow down the next tests. */
async function openPage(options?: BrowserContextOptions): Promise<Page> {
  const page = await served.openPage({ reducedMotion: 'reduce', ...options });
  onTestFinished(() => page.context().close());
  return page;
}
async function visit(hash: string, options?: BrowserContextOptions): Promise<Page> {
  const page = await openPage(options);
  await page.goto(address() + hash);
  return page;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** Returns the states of the lanes, from the slowest idea to the fastest. */
async function states(page: Page): Promise<readonly (string | undefined)[]> {
  const lanes = await page
    .locator('.lane')
    .evaluateAll((all) => all.map((lane) => ({ ...(lane as HTMLElement).dataset })));
  return solverNames.map((name) => lanes.find((lane) => lane.name === name)?.state);
}
const verdict = (page: Page, text: string | RegExp) =>
  page.locator('.race .sentence', { hasText: text }).waitFor({ timeout: 600_000 });

/** Returns the text of each cell of the table, by lane. */
async function cells(page: Page): Promise<Record<string, readonly string[]>> {
  const rows = await page
    .locator('.lane')
    .evaluateAll((lanes) =>
      lanes.map((lane) => [
        lane.querySelector('a')?.innerText,
        ...[...lane.querySelectorAll<HTMLElement>('td:not(.idea)')].map((cell) => cell.innerText),
      ]),
    );
  return Object.fromEntries(rows.map(([name = '', ...texts]) => [name, texts.map((text = '') => text.trim())]));
}

/** Returns the milliseconds in the text of a lane's time. */
const milliseconds = (text: string) => Number(/([\d.,]+)\sms$/.exec(text)?.[1]?.replaceAll(',', ''));

/** Moves the slider to a number of queens. */
async function choose(page: Page, n: number): Promise<void> {
  await page.getByRole('slider').fill(String(n));
}

/** The verdict on a race. The winner depends on the times. */
const WINS = /^(\S+ wins: .+|Too close to call: other programs are running\. Race again)\./;

test('all lanes for 8 queens but the slowest end with 92, and the slowest runs until it is stopped', async () => {
  const page = await visit('#solvers');
  await page.getByText('Guess, then press Start.').waitFor();
  expect(await states(page)).toEqual(solverNames.map(() => 'ready'));
  await press(page, 'Start');
  await verdict(page, WINS);
  await expect.poll(() => states(page)).toEqual(['running', ...Array(8).fill('finished')]);
  await expect.poll(async () => (await cells(page)).combinations?.[2]).toMatch(/ left$/);
  await page.getByText(/^The others are done. combinations needs .+ more\./).waitFor();
  const [work = ''] = (await cells(page)).combinations ?? [];
  expect(work).toMatch(/^[\d.]+% of 4,426,165,368 boards$/);
  await expect.poll(async () => (await cells(page)).combinations?.[0]).not.toBe(work);

  const lanes = await cells(page);
  for (const name of solverNames.slice(1)) expect(lanes[name]?.[1]).toBe('92');
  expect(lanes.permutations?.[0]).toBe('40,320 boards, 181,964 tests');
  expect(lanes.iterative?.[0]).toBe('2,056 queens, 46,752 tests');
  for (const name of solverNames.slice(1)) expect(lanes[name]?.[2]).toMatch(/^(\d(st|nd|rd|th) )?[\d.,]+\sms$/);

  await press(page, 'Stop');
  expect(await states(page)).toEqual(['stopped', ...Array(8).fill('finished')]);
  await expectAccessible(page);
  await press(page, 'Start again');
  await expect.poll(() => states(page)).toContain('running');
});

test.each([4, 5, 6, 7])(
  'all lanes for %i queens end with the same solutions, and with the work of the solvers',
  async (n) => {
    const page = await visit(`#solvers?n=${n}`);
    await press(page, 'Start');
    await expect.poll(() => states(page)).toEqual(Array(9).fill('finished'));
    await verdict(page, WINS);
    const lanes = await cells(page);
    for (const name of solverNames) {
      const { nodes, tests } = SOLVER_WORK[name];
      const unit = ['combinations', 'columns-product', 'permutations'].includes(name) ? 'boards' : 'queens';
      const work = `${nodes[n - 4]?.toLocaleString('en')} ${unit}, ${tests[n - 4]?.toLocaleString('en')} tests`;
      expect([name, ...(lanes[name]?.slice(0, 2) ?? [])]).toEqual([name, work, String(A000170[n])]);
    }
  },
);

test('each lane has the idea that it adds, and the fastest is first once the race is over', async () => {
  const page = await visit('#solvers?n=6');
  await page.getByText('Guess, then press Start.').waitFor();
  const names = () => page.locator('.lane a').allInnerTexts();
  expect(await page.locator('.idea b').allInnerTexts()).toEqual([
    ...['all squares', 'rows', 'columns', 'turn back', 'turn back', 'turn back', 'remember', 'remember', 'bits'],
  ]);
  expect(await names()).toEqual(solverNames);
  await press(page, 'Start');
  await expect.poll(() => states(page)).toEqual(Array(9).fill('finished'));
  const times = (await page.locator('.lane td:last-child').allInnerTexts()).map(milliseconds);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(await names()).not.toEqual(solverNames);
});

test('a guess takes one click or key, stays during the race, and is compared with the winner', async () => {
  const page = await visit('#solvers?n=7');
  await page.getByRole('radio', { name: 'bitmask wins' }).press(' ');
  await verdict(page, 'Your guess: bitmask.');
  await page.locator('.lane', { hasText: 'full-board' }).click({ position: { x: 600, y: 20 } }); // anywhere in the lane
  await verdict(page, 'Your guess: full-board.');
  await expectAccessible(page);
  await press(page, 'Start');
  await verdict(page, /(Your guess, full-board, is number \d\.|You guessed it!|Your guess may be right\.)$/);
});

test('a lane that would take too long is forecast and not run, and the others end', async () => {
  const page = await visit('#solvers?n=9');
  await press(page, 'Start');
  await verdict(page, WINS);
  await expect.poll(() => states(page)).toEqual(['too long', ...Array(8).fill('finished')]);
  const [work, found, time] = (await cells(page)).combinations ?? [];
  expect([work, found]).toEqual(['260,887,834,350 boards: too many to test', '']);
  expect(time).toMatch(/^about \d/);
});

test('another number of queens in the middle of a race starts another race', async () => {
  const page = await visit('#solvers');
  await press(page, 'Start');
  await expect.poll(() => states(page)).toContain('running');
  await choose(page, 6);
  await verdict(page, WINS);
  await expect.poll(() => page.url()).toContain('#solvers?n=6');
  await expect.poll(() => states(page)).toEqual(solverNames.map(() => 'finished'));
  await choose(page, 7); // after a race, the lanes wait for Start
  await expect.poll(() => states(page)).toEqual(solverNames.map(() => 'ready'));
  await page.reload();
  await page.getByText('C(49, 7) = 85,900,584 boards').waitFor();
});

test('the race is shown in slow motion: lanes arrive in the order of their times, then sort themselves', async () => {
  const page = await openPage({ reducedMotion: 'no-preference' });
  await page.clock.install({ time: 0 }); // so that the slow motion waits for the test, however busy the machine is
  await page.goto(`${address()}#solvers?n=8`);
  await page.getByText('Click a name to watch it.').waitFor();
  await page.clock.pauseAt(3_600_000);
  let begin = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  await page.route('**/run-lane-*.js', (route) => hasBegun.then(() => route.continue()));
  await press(page, 'Start');
  await page.getByText(/^Measuring each program alone: 0 of 9/).waitFor();
  begin();
  await page.getByText(/^slow motion: [\d.]+\sms is shown as 10 s$/).waitFor();
  const progress = async () =>
    page.locator('.lane').evaluateAll((lanes) =>
      lanes.map((lane) => ({
        done: Number(lane.querySelector<HTMLElement>('.track')?.style.getPropertyValue('--done')),
        hasTime: lane.querySelector('td:last-child')?.textContent?.trim() !== '',
      })),
    );
  expect(await progress()).toEqual(Array(9).fill({ done: 0, hasTime: false }));
  await page.clock.runFor(9000);
  const shown = await progress();
  expect(shown.filter(({ done }) => done === 1).length).toBeGreaterThan(1);
  for (const { done, hasTime } of shown) expect(hasTime).toBe(done === 1);
  expect(await page.getByText(/^at this speed, it arrives in \d+/).count()).toBeGreaterThan(0);
  expect(shown[0]?.done).toBeLessThan(0.01); // combinations crawls
  await page.clock.resume();
  await page.locator('table.over').waitFor();
  const lanes = page.locator('.lane td:last-child');
  const times = (await lanes.allInnerTexts()).map(milliseconds);
  expect(times.slice(0, 8)).toEqual(times.slice(0, 8).toSorted((a, b) => a - b));
  expect(await page.locator('.lane').last().getAttribute('data-name')).toBe('combinations');
  await expectAccessible(page);
});

test('a click on a lane shows its solver, while the race continues', async () => {
  const page = await visit('#solvers');
  await press(page, 'Start');
  await verdict(page, WINS);
  await page.locator('.lane', { hasText: 'full-board' }).click({ position: { x: 600, y: 20 } }); // anywhere in the lane
  await page.locator('.pseudocode').getByText('no Q is seen in eight directions').waitFor();
  expect(page.url()).toContain('#solvers?solver=full-board');
  await openView(page, 'Solutions');
  await openView(page, 'Solvers');
  await page.getByRole('link', { name: '◂ Solvers' }).click();
  const [before] = (await cells(page)).combinations ?? [];
  await expect.poll(() => states(page)).toEqual(['running', ...Array(8).fill('finished')]);
  await expect.poll(async () => (await cells(page)).combinations?.[0]).not.toBe(before);
  await page.goBack();
  await page.locator('.pseudocode').waitFor();
  await page.goForward();
});

test('a lane says why its worker failed, and the other lanes end', async () => {
  const page = await visit('#solvers?n=6');
  let workers = 0;
  await page.route('**/run-lane-*.js', (route) => (workers++ === 0 ? route.abort() : route.continue()));
  await press(page, 'Start');
  await verdict(page, WINS);
  expect((await states(page)).filter((state) => state === 'failed')).toHaveLength(1);
  await page.locator('.lane', { hasText: 'failed: ' }).waitFor();
});

test('in the final, meet and bitmask count 17 queens on one axis of seconds, and meet wins', async () => {
  const page = await visit('#solvers');
  await press(page, 'Start');
  await press(page, 'Final: 17 queens, bitmask against meet');
  expect(page.url()).toContain('#solvers?final=17');
  await page.getByText('Guess how many times as fast meet is, then press Start.').waitFor();
  await page.getByRole('slider', { name: 'Your guess' }).fill('4');
  await press(page, 'Start');
  await verdict(page, /^meet is [\d.]+ times as fast: 95,815,104 ways each\. You guessed 10 times\. Why\?$/);
  const finalists = page.locator('.final li');
  expect(await finalists.evaluateAll((lanes) => lanes.map((lane) => (lane as HTMLElement).dataset.state))).toEqual([
    'finished',
    'finished',
  ]);
  const widths = await finalists.locator('.track').evaluateAll((tracks) => tracks.map((track) => track.clientWidth));
  const times = (await finalists.locator('b').allInnerTexts()).map((text) => {
    const [, minutes = 0, seconds] = /^(?:(\d+)m\s)?([\d.]+)\s?s$/.exec(text) ?? [];
    return 60 * Number(minutes) + Number(seconds);
  });
  expect((widths[1] ?? 0) / (widths[0] ?? 0)).toBeCloseTo((times[1] ?? 0) / (times[0] ?? 0), 1);
  expect(await page.getByRole('link', { name: 'Why?' }).getAttribute('href')).toBe('#why?step=3');
  await expectAccessible(page);

  await press(page, 'And 18?');
  await press(page, 'Start');
  await verdict(page, /^meet wins: 666,090,624 ways\. Why\?$/);
  await expect.poll(() => finalists.first().innerText()).toMatch(/ left/);
  await press(page, 'Stop');
  await expect.poll(() => finalists.first().innerText()).toMatch(/stopped/);
  await page.goBack();
  await page.getByRole('heading', { name: 'Final: 17 queens' }).waitFor();
  await page.getByRole('link', { name: '◂ Back to the race' }).click();
  await page.getByRole('heading', { name: 'Who wins?' }).waitFor();
  expect(await states(page)).not.toContain('running'); // the final ended the race
});

test('on a busy computer, the final names meet, and long times of small lanes have a note', async () => {
  const loops = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for (;;);']));
  try {
    const page = await visit('#solvers?n=7');
    await press(page, 'Start');
    await verdict(page, WINS);
    const finished = Object.values(await cells(page)).filter(([work = '']) => !work.includes('%'));
    const lanes = finished.map(([work = '', , time = '']) => ({
      work: Number.parseInt(work.replaceAll(',', ''), 10),
      isLong: Number.parseFloat(time.replace(/^\d\w+ /, '').replaceAll(',', '')) > 5,
    }));
    const hasNote = await page.locator('.sentence', { hasText: /[Oo]ther programs are/ }).isVisible();
    expect(lanes.filter(({ work, isLong }) => work < 10_000 && isLong && !hasNote)).toEqual([]);
    await press(page, 'Final: 17 queens, bitmask against meet');
    await press(page, 'Start');
    await verdict(page, /^meet (wins|is)/);
  } finally {
    for (const loop of loops) loop.kill();
  }
});

test('a final that is linked to waits for Start, and short addresses open the race and the final', async () => {
  const page = await visit('#final');
  await page.getByRole('heading', { name: 'Final: 17 queens' }).waitFor();
  await page.getByRole('button', { name: 'Start' }).waitFor();
  expect(await page.locator('.final li b').allInnerTexts()).toEqual(['', '']);
  await expect.poll(() => page.url()).toContain('#solvers?final=17');
  await page.goto(`${address()}#race`);
  await page.getByRole('heading', { name: 'Who wins?' }).waitFor();
});

/** Slows the clock of a lane's worker a hundredfold. @param isSlowed whether the nth worker, from 0, is slowed. */
async function slowWorkers(page: Page, isSlowed: (worker: number) => boolean | Promise<boolean>): Promise<void> {
  let workers = 0;
  await page.route('**/run-lane-*.js', async (route) => {
    const response = await route.fetch();
    const slow = 'const real = performance.now.bind(performance); performance.now = () => 100 * real();';
    await route.fulfill({ response, body: `${(await isSlowed(workers++)) ? slow : ''}${await response.text()}` });
  });
}

test('a lane that is slowed a hundredfold runs again, so the race names no wrong winner', async () => {
  const page = await visit('#solvers?n=6');
  let workers = 0;
  await slowWorkers(page, (worker) => {
    workers++;
    return worker === 0;
  });
  await press(page, 'Start');
  await verdict(page, WINS);
  await expect.poll(() => states(page)).toEqual(Array(9).fill('finished'));
  expect(workers).toBeGreaterThanOrEqual(10);
  const [, , time = ''] = (await cells(page)).bitmask ?? [];
  const others = Object.values(await cells(page)).map(([, , time = '']) => milliseconds(time));
  expect(milliseconds(time)).toBeLessThan(10 * Math.min(...others));
});

test('a race whose fastest lane is slowed in each of its runs has no winner', async () => {
  const page = await openPage();
  // On two cores, one lane runs at a time: the one of the latest call.
  await page.addInitScript(`
    Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => 2 });
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (call, ports) {
      globalThis.lane = call.input.name;
      postMessage.call(this, call, ports);
    };
  `);
  await page.goto(`${address()}#solvers?n=6`);
  await slowWorkers(page, async () => (await page.evaluate('lane')) === 'bitmask');
  await press(page, 'Start');
  await verdict(page, /^Too close to call/);
  expect(await page.locator('.sentence').innerText()).not.toContain('wins');
});

test('on a phone, each lane shows its idea and what is new, and its targets are 44 pixels high', async () => {
  const page = await visit('#solvers?n=6', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.getByText('Guess, then press Start.').waitFor();
  for (const lane of await page.locator('.lane').all()) {
    expect(await lane.locator('.idea b').isVisible()).toBe(true);
    expect((await lane.locator('.idea').innerText()).length).toBeGreaterThan(15);
    for (const target of await lane.locator('a, label').all())
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  const tops = await page
    .locator('.race .controls :is(h1, button)')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(30); // nothing wraps alone
  await expectAccessible(page);
});

test('a browser that cannot count has no final, but a sentence on the reason', async () => {
  const page = await openPage();
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly'));
  await page.goto(`${address()}#solvers?n=6`);
  await page.getByText('This browser cannot count, because it lacks WebAssembly').waitFor();
  expect(await page.getByRole('button', { name: /^Final/ }).count()).toBe(0);
  await page.goto(`${address()}#solvers?final=17`);
  await page.getByRole('heading', { name: 'Who wins?' }).waitFor();
  await press(page, 'Start');
  await verdict(page, WINS);
});

test('with reduced motion, the end of the race is shown at once', async () => {
  const page = await visit('#solvers');
  await press(page, 'Start');
  await page.locator('table.measuring, table.over').waitFor();
  await page.evaluate(() => {
    const seen: unknown = Object.assign(window, { seen: new Set<string>() });
    new MutationObserver(() =>
      (seen as { seen: Set<string> }).seen.add(document.querySelector('table')?.className ?? ''),
    ).observe(document.body, { subtree: true, attributes: true, childList: true });
  });
  await verdict(page, WINS);
  await page.locator('table.over').waitFor();
  expect(await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])).not.toContain('showing');
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
    for (const lane of ['columns-product', 'permutations', 'bitmask']) {
      expect(await countColors(page.locator('.lane', { hasText: lane }).locator('.track'))).toBeGreaterThanOrEqual(2);
    }
    expect(await page.getByRole('table').getByRole('row').count()).toBe(10);
  },
);

test.each([7, 10])(
  'the race for %i queens fits on a projector of 1280 by 720 pixels, and is not wider than a phone',
  async (n) => {
    const page = await visit(`#solvers?n=${n}`, { viewport: { width: 1280, height: 720 } });
    await press(page, 'Start');
    await verdict(page, WINS);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(720);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  },
);
