import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { finishedLedger } from '../core/results/ledger-text.js';
import { startServing } from '../e2e/serving.js';
import { has } from '../machine.js';
import { temporaryFolder } from '../node/ledger/folder.js';
import { type OtherBrowser, startFirefox, startWebKit } from './other-browsers.js';

// A tour of all views in Firefox and WebKit. The other tests of the page run in Chromium.
const pathOf = temporaryFolder();
let address = '';
let serving: Awaited<ReturnType<typeof startServing>>;
beforeAll(async () => {
  mkdirSync(pathOf('data'));
  writeFileSync(pathOf('data/eight.ledger'), finishedLedger(8));
  serving = await startServing([pathOf('data')]);
  ({ address } = serving);
});
afterAll(() => serving.stop());

describe.each([
  ['Firefox', startFirefox, has('/usr/bin/firefox-esr')],
  ['WebKit', startWebKit, has('WebKitWebDriver') && has('Xvfb')],
] as const)('in %s,', (_, start, isHere) => {
  let browser: OtherBrowser;
  beforeAll(async () => {
    if (isHere) browser = await start();
  });
  afterAll(() => browser?.close());

  /** Opens an address of the page, and records later errors. */
  async function open(hash: string): Promise<void> {
    await browser.open('about:blank'); // an address that differs only after the # would load nothing
    await browser.open(address + hash);
    await browser.evaluate(`void (window.errors = [], addEventListener('error', ({ message }) => errors.push(message)),
      addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason))))`);
  }
  /** Waits until a visible element has a text. */
  async function see(selector: string, text: string): Promise<void> {
    const shown = `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.innerText).join(' | ')`;
    await expect.poll(() => browser.evaluate(shown)).toContain(text);
  }
  /** Clicks the visible button that begins with a text. */
  async function press(text: string): Promise<void> {
    const visible = `[...document.querySelectorAll('main button')].filter((one) => one.checkVisibility())`;
    const button = `${visible}.find((one) => one.innerText.trim().startsWith(${JSON.stringify(text)}))`;
    await expect.poll(() => browser.evaluate(`${button} !== undefined`)).toBe(true);
    await browser.click(button);
  }
  /** Chooses a value in a drop-down list of the visible view. */
  async function choose(value: number): Promise<void> {
    await browser.evaluate(`(() => {
      const list = [...document.querySelectorAll('select')].find((one) => one.checkVisibility());
      list.value = ${value};
      list.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
  }
  const hash = () => browser.evaluate('location.hash');
  const noErrors = async () => expect(await browser.evaluate('errors')).toEqual([]);

  test.runIf(isHere)(
    'eight queens are placed, the main button goes through all steps, and Back goes back',
    async () => {
      await open('#why');
      await see('.step h1', 'In how many ways');
      const square = (row: number, column: number) =>
        `document.querySelector('[aria-label$="row ${row + 1}, column ${column + 1}"]')`;
      await press('Clear');
      for (const [row, column] of [0, 4, 7, 5, 2, 6, 1, 3].entries()) await browser.click(square(row, column));
      await see('.reply', 'Eight queens, and none attacks another!');
      await expect.poll(hash).toBe('#why?placed=0,4,7,5,2,6,1,3');
      for (let step = 2; step <= 7; step++) {
        await browser.click(`document.querySelector('.onwards .main')`);
        await expect.poll(hash).toContain(`step=${step}`);
        await see('.step h1', '');
      }
      await browser.evaluate('history.back()');
      await expect.poll(hash).toContain('step=6');
      await noErrors();
    },
  );

  test.runIf(isHere)('all lanes of the race but the slowest find 92 solutions, and Stop ends the slowest', async () => {
    await open('#solvers');
    await press('Start');
    await see('thead', 'slow motion');
    const states = `[...document.querySelectorAll('.lane')].map((lane) => lane.dataset.state)`;
    await expect.poll(() => browser.evaluate(states)).toEqual([...Array(8).fill('finished'), 'running']);
    await see('.lane td', ' left');
    await press('Stop');
    await expect.poll(() => browser.evaluate(states)).toEqual([...Array(8).fill('finished'), 'stopped']);
    await noErrors();
  });

  test.runIf(isHere)('a solver plays and finds the first solution', async () => {
    await open('#solvers?n=8&solver=bitmask&step=2');
    await see('button', 'Next solution');
    await press('Next solution');
    await see('.sentence', 'Solution 1: 1 5 8 6 3 7 2 4 (columns, counted from 1).');
    await press('Play');
    await press('Pause');
    await expect.poll(hash).not.toMatch(/step=2$/);
    await noErrors();
  });

  test.runIf(isHere)('a queen is fixed, and the list has the solutions with it', async () => {
    await open('#solutions?n=8');
    await see('.solutions h1', '92 solutions');
    await browser.click(`document.querySelector('[aria-label$="row 1, column 1"]')`);
    await see('.solutions h1', '4 solutions');
    await expect.poll(hash).toContain('fixed=0');
    await noErrors();
  });

  test.runIf(isHere)('a count is stopped and resumed', async () => {
    await open('#count?n=16');
    await press('Count');
    await see('.answer', '14,772,512 solutions for 16 queens');
    await choose(20);
    await press('Count');
    await press('Stop');
    await see('.run .badge', 'Stopped');
    await press('Resume');
    await see('.run .badge', 'Counting');
    await press('Stop');
    await see('.run .badge', 'Stopped');
    await choose(17);
    await press('Count');
    await see('.answer', '95,815,104 solutions for 17 queens');
    await noErrors();
  });

  test.runIf(isHere)('a ledger of the server is read', async () => {
    await open('#runs');
    await expect
      .poll(() => browser.evaluate(`document.querySelector('.runs select')?.value`))
      .toContain('eight.ledger');
    await see('.answer', '92 solutions for 8 queens');
    await noErrors();
  });

  test.runIf(isHere)('a subproblem of the published ledger is drawn, and its recount agrees', async () => {
    await open('#runs/published');
    await see('.answer', '2,691,008,701,644');
    await press('Recount one');
    await see('.check', 'Your recount agrees.');
    expect(await browser.evaluate(`document.querySelectorAll('.tiles .agrees').length`)).toBe(1);
    await noErrors();
  });

  test.runIf(isHere)('no view is wider than a narrow window', async () => {
    await browser.resize(375, 740);
    for (const view of ['why', 'solvers', 'solvers?solver=bitmask', 'solutions', 'count', 'runs']) {
      await open(`#${view}`);
      await expect
        .poll(() => browser.evaluate('document.querySelectorAll("main :is(button, input)").length > 0'))
        .toBe(true);
      expect(await browser.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    }
    await browser.resize(1280, 900);
  });
});
