import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { queensPar } from '../e2e/program.js';
import { expectAccessible, openView } from './browser.js';
import { useServedPage } from './served-page.js';

const OVER = 'The search is over.';

// The controls of the search view, and its steps compared with the output of the command line.
const { visit } = useServedPage();
async function open(n: number, solver: string): Promise<Page> {
  const page = await visit(`#search?n=${n}&solver=${solver}`);
  await page.locator('.sentence').waitFor();
  return page;
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const figure = (page: Page, name: string) => page.locator(`.figures div:has(dt:text-is("${name}")) dd`).innerText();

/** Returns the current step as the command line prints it, without masks. The page counts rows and columns from 1. */
async function stepLine(page: Page): Promise<string> {
  const shown = await page.locator('.sentence').innerText();
  const sentence = shown.replace(/\d+(?! of)/g, (digits) => `${Number(digits) - 1}`);
  const [, cell = '', column = ''] = /row (\d), column (\d)/.exec(sentence) ?? [];
  const solution = /^Solution [\d,]+: ([\d ]+)\./.exec(sentence)?.[1];
  if (solution) return `solution ${solution.replaceAll(' ', ',')}`;
  if (sentence.startsWith('Row')) return sentence.toLowerCase();
  if (sentence.startsWith('The square')) return `[${cell}][${column}] = ${sentence.includes('is free')}`;
  return `[${cell}][${column}] ${sentence.includes('placed') ? 'placed' : 'undone'}`;
}

/** Returns the number of the current step as text. */
async function step(page: Page): Promise<string> {
  const text = await page.getByRole('slider', { name: 'Step', exact: true }).getAttribute('aria-valuetext');
  return /^([\d,]+) of/.exec(text ?? '')?.[1] ?? '';
}

/** Steps to the end, and returns the result of `read` at each step. */
async function readEachStep<T>(page: Page, read: () => Promise<T>): Promise<T[]> {
  const results = [await read()];
  while (!(await page.getByText(OVER).isVisible())) {
    await press(page, 'Step ▸');
    results.push(await read());
  }
  return results;
}

/** The line of code that each kind of step executes. */
const CODE = [
  [/ = /, 'if its column and diagonal flags are 0:'],
  [/placed/, 'place a queen, set the three flags'],
  [/solution/, 'if row = n: a solution, return'],
  [/undone/, 'remove it, clear the three flags'],
] as const;

test('the steps for four queens are those that the command line prints, and each marks its line of code', async () => {
  const page = await open(4, 'diagonal-flags');
  const steps = await readEachStep(page, async () => {
    const line = await stepLine(page);
    const code = await page.locator('.pseudocode [aria-current="step"]').allInnerTexts();
    expect(code.join().trim()).toBe(CODE.find(([kind]) => kind.test(line))?.[1]);
    return line;
  });
  const text = steps.flatMap((line) => {
    if (/^\[\d\]\[\d\] = (true|false)$/.test(line)) return [`${line}\n`];
    const columns = /^solution (.+)$/.exec(line)?.[1]?.split(',').map(Number) ?? [];
    return columns.map((queen) => `${columns.map((_, column) => (column === queen ? 'Q' : '.')).join('')}\n`);
  });
  expect(text.join('')).toBe(readFileSync(new URL('../vectors/trace-4.txt', import.meta.url), 'utf8'));
  expect(await figure(page, 'queens placed')).toBe('16');
  expect(await figure(page, 'conflict tests')).toBe('60'); // four columns in each of 15 rows
  expect(await figure(page, 'solutions')).toBe('2');
});

test('the masks of every row are the masks that the command line prints, with column 0 on the left', async () => {
  const page = await open(4, 'bitmask');
  await page.locator('.pseudocode [aria-current="step"]', { hasText: 'free = all & ~' }).waitFor();
  const steps = await readEachStep(page, async () => {
    const bits = await page
      .locator('.bits tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent).join('')),
      );
    return { line: await stepLine(page), bits };
  });
  const { stdout } = await queensPar(['trace', '4', '--solver', 'bitmask', '--quiet']);
  const lines = stdout.split('\n');
  const printed = lines.filter((line) => line.startsWith('row '));
  const rows = steps.filter(({ line }) => line.startsWith('row '));
  const masks = printed.map((line) =>
    [...line.matchAll(/=([01]+)/g)].map(([, mask]) => [...(mask ?? '')].reverse().join('')),
  );
  expect(rows.map(({ bits }) => bits)).toEqual(masks);
});

test('every mask has a description, and the mask free has the untried columns', async () => {
  const page = await visit('#search?step=4'); // in row 1, below a queen in column 0
  const columns = async (name: string) => {
    const bits = await page.locator(`.bits .${name} td`).allInnerTexts();
    return bits.flatMap((bit, column) => (bit === '1' ? [column] : []));
  };
  const meaning = async (name: string) => page.locator(`.bits .${name} th`).innerText();
  await expect.poll(() => columns('falling')).toEqual([1]); // the diagonal goes one column to the right in each row
  expect(await meaning('falling')).toBe('falling a diagonal \\ comes down here');
  expect(await meaning('rising')).toBe('rising a diagonal / comes down here');
  expect(await columns('free')).toEqual([2, 3, 4, 5, 6, 7]);
  const undone = page.locator('.sentence', { hasText: 'The queen in row 2, column 3 is removed.' });
  while (!(await undone.isVisible())) await page.keyboard.press('ArrowRight');
  expect(await columns('free')).toEqual([3, 4, 5, 6, 7]);
});

test('an attacked cell shows the line of the queen that attacks it', async () => {
  const page = await visit('#search?n=4&solver=diagonal-flags&step=3'); // cell [1][0] is below the queen on [0][0]
  await page.locator('.sentence', { hasText: 'is attacked from row 1 (column).' }).waitFor();
  expect(await page.locator('.board .attack').count()).toBe(1);
  expect(await page.locator('.board .attacked-dot').count()).toBe(8); // a ninth attacked cell is being tried
  expect((await page.locator('.figures dd').allInnerTexts()).slice(3)).toEqual(['1000', '0001000', '1000000']);
  await press(page, 'Step ▸');
  await page.locator('.sentence', { hasText: '(falling diagonal)' }).waitFor();
  await expectAccessible(page);
});

test('the buttons play, pause, step and restart a search, and the slider sets the speed', async () => {
  const page = await open(5, 'diagonal-flags');
  const speed = page.getByLabel('Speed', { exact: true });
  const announced = () => page.locator('.sentence').getAttribute('aria-live');
  await press(page, 'Play');
  await expect.poll(() => step(page)).not.toBe('1');
  expect(await announced()).toBe('off');
  await press(page, 'Pause');
  await expect.poll(announced).toBe('polite');
  const paused = await step(page);
  await press(page, 'Step ▸');
  expect(await step(page)).toBe(String(Number(paused) + 1));
  await press(page, '◂ Back');
  expect(await step(page)).toBe(paused);
  await speed.fill('10');
  await page.getByText('Speed: 1,024 steps a second').waitFor();
  await press(page, 'Play');
  await page.getByText(OVER).waitFor();
  expect(await figure(page, 'solutions')).toBe('10');
  expect(await page.getByRole('button', { name: 'Play' }).getAttribute('aria-disabled')).toBe('true');
  await press(page, 'Restart');
  expect(await step(page)).toBe('1');
  expect(await page.getByRole('button', { name: '◂ Back' }).getAttribute('aria-disabled')).toBe('true');
});

test('the tree grows with the search, and a click on a node goes to its step', async () => {
  const page = await open(6, 'bitmask');
  await press(page, 'Next solution');
  await page.locator('.sentence', { hasText: 'Solution 1' }).waitFor();
  const nodes = Number(await figure(page, 'queens placed'));
  const tree = page.getByRole('slider', { name: /^Search tree/ });
  await page.getByText(`${nodes} of 152 dots visited.`).waitFor();
  const box = await tree.boundingBox();
  if (!box) throw new Error('no tree');
  const inFirstRow = (x: number) => ({ x, y: (34 * box.height) / 172 });
  await tree.click({ position: inFirstRow(10) });
  await expect.poll(() => figure(page, 'queens placed')).toBe('1');
  expect(await stepLine(page)).toBe('[0][0] placed');
  await tree.press('ArrowRight');
  await expect.poll(() => stepLine(page)).toBe('[1][2] placed');
  await tree.click({ position: inFirstRow(box.width - 10) }); // the search has not reached this node
  await expect.poll(() => stepLine(page)).toBe('[0][5] placed');
  const [x, y] = [box.x + 10, box.y + (34 * box.height) / 172];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 1, y); // dragging goes through the search
  await page.mouse.move(box.x + box.width / 2, y);
  await page.mouse.up();
  await expect.poll(() => stepLine(page)).toMatch(/^\[0\]\[[23]\] placed/);
  await tree.press('Home');
  await expect.poll(() => step(page)).toBe('1');
});

test.each([
  [1280, 720],
  [2560, 1440],
])('the board, tree, controls, code and masks fit on a screen of %i by %i pixels', async (width, height) => {
  const page = await visit('#search?n=8&solver=bitmask&step=2000', { viewport: { width, height } });
  await page.locator('.bits').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
});

test('on a phone, the controls are below the board and do not move when the step changes', async () => {
  const page = await visit('#search?solver=diagonal-flags&step=560', { viewport: { width: 360, height: 740 } });
  const order = ['h1', '.about', '.board', '.controls', '.ranges', '.sentence', '.pseudocode', '.tree'];
  const topOf = async (part: string) => (await page.locator(`.search ${part}`).first().boundingBox())?.y ?? 0;
  const tops = async () => Promise.all(order.map(topOf));
  const before = await tops();
  expect(before).toEqual(before.toSorted((a, b) => a - b));
  expect(before[order.indexOf('.controls')]).toBeLessThan(700);
  const lengths = new Set<number>();
  for (let i = 0; i < 60; i++) {
    await press(page, 'Step ▸');
    lengths.add((await page.locator('.sentence').innerText()).length);
    expect((await tops()).slice(0, -2)).toEqual(before.slice(0, -2));
  }
  expect(Math.max(...lengths) - Math.min(...lengths)).toBeGreaterThan(40); // the sentences take one line or several
});

test('the view handles arrow keys except in fields, if the view is shown', async () => {
  const page = await visit('#search');
  await page.getByRole('button', { name: 'Play' }).waitFor();
  await page.keyboard.press('ArrowRight'); // before any click
  await expect.poll(() => step(page)).toBe('2');
  await openView(page, 'Solutions');
  await page.keyboard.press('ArrowRight');
  await openView(page, 'Search');
  expect(await step(page)).toBe('2');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => step(page)).toBe('3');
  await page.getByRole('button', { name: 'Restart' }).focus();
  await page.keyboard.press('Enter'); // Enter activates the button
  await expect.poll(() => step(page)).toBe('1');
  await page.keyboard.press('Control+ArrowRight');
  await page.getByLabel('Speed', { exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText('Speed: 8 steps a second').waitFor();
  expect(await step(page)).toBe('1');
});
