import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { queensPar } from '../../e2e/program.js';
import { expectAccessible, openView } from '../browser.js';
import { useServedPage } from '../served-page.js';

const OVER = 'The search is over.';

// The steps of each solver in the Solvers view, compared with the output of the command line, and the controls.
const { visit } = useServedPage();
async function open(n: number, solver: string): Promise<Page> {
  const page = await visit(`#solvers?n=${n}&solver=${solver}`);
  await page.locator('.sentence').waitFor();
  return page;
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const figure = (page: Page, name: string) => page.locator(`.stats div:has(dt:text-is("${name}")) dd`).innerText();

/**
 * Returns the current step as the command line prints it, without masks. The page counts from 1, the command line from
 * 0.
 */
async function stepLine(page: Page): Promise<string> {
  const sentence = await page.locator('.sentence').innerText();
  const [row, column] = (/row (\d+), column (\d+)/.exec(sentence) ?? []).slice(1).map((text) => Number(text) - 1);
  const solution = /^Solution [\d,]+: ([\d ]+) \(columns/.exec(sentence)?.[1];
  if (solution) return `solution ${solution.split(' ').map((text) => Number(text) - 1)}`;
  if (sentence.startsWith('Row')) return sentence.toLowerCase();
  if (sentence.startsWith('The square')) return `[${row}][${column}] = ${sentence.includes('is free')}`;
  return `[${row}][${column}] ${sentence.includes('placed') ? 'placed' : 'undone'}`;
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

/** The line of code of a solver that each kind of step runs. */
const CODE = {
  'full-board': {
    tried: 'if no Q is seen in eight directions:',
    placed: 'write Q on the square',
    solution: 'if all rows are filled: a solution, return',
    undone: 'write . on the square',
  },
  'column-array': {
    tried: 'if no queen above is in this column, or,as far away in rows as in columns:',
    placed: 'columns[row] = column',
    solution: 'if all rows are filled: a solution, return',
    undone: 'forget columns[row]',
  },
  iterative: {
    tried: 'else if no queen on the list attacks the square:',
    placed: 'add the column to the list, go to the next row',
    solution: 'if all rows are filled: a solution',
    undone: 'take the last column off the list,,and continue to its right in the same row',
  },
  'diagonal-flags': {
    tried: 'if its column and diagonal flags are 0:',
    placed: 'place a queen, set the three flags',
    solution: 'if all rows are filled: a solution, return',
    undone: 'remove it, clear the three flags',
  },
  'bit-flags': {
    tried: 'if its three bits are 0:',
    placed: 'place a queen, set the three bits',
    solution: 'if all rows are filled: a solution, return',
    undone: 'remove it, clear the three bits',
  },
} as const;

/** Returns the kind of a step from its line. */
function kindOf(line: string): 'tried' | 'placed' | 'solution' | 'undone' {
  if (line.startsWith('solution')) return 'solution';
  if (line.includes(' = ')) return 'tried';
  return line.endsWith('placed') ? 'placed' : 'undone';
}

test.each(Object.entries(CODE))(
  'the steps of %s for four queens are those that the command line prints, and each marks its line of code',
  async (solver, code) => {
    const page = await open(4, solver);
    const steps = await readEachStep(page, async () => {
      const line = await stepLine(page);
      const marked = await page.locator('.pseudocode [aria-current="step"]').allInnerTexts();
      expect(marked.map((text) => text.trim()).join()).toBe(code[kindOf(line)]);
      return line;
    });
    const text = steps.flatMap((line) => {
      if (/^\[\d\]\[\d\] = (true|false)$/.test(line)) return [`${line}\n`];
      const columns = /^solution (.+)$/.exec(line)?.[1]?.split(',').map(Number) ?? [];
      return columns.map((queen) => `${columns.map((_, column) => (column === queen ? 'Q' : '.')).join('')}\n`);
    });
    expect(text.join('')).toBe(readFileSync(new URL('../../vectors/trace-4.txt', import.meta.url), 'utf8'));
    expect(await figure(page, 'queens placed')).toBe('16');
    const { stderr } = await queensPar(['trace', '4', '--solver', solver]);
    expect(stderr).toContain(`${await figure(page, 'conflict tests')} conflict tests`);
    expect(await figure(page, 'solutions')).toBe('2');
  },
);

test.each([
  ['combinations', 1820],
  ['columns-product', 256],
  ['permutations', 24],
])('the steps of %s for four queens are the %i boards that the command line prints', async (solver, boards) => {
  const page = await open(4, solver);
  const { stdout } = await queensPar(['trace', '4', '--solver', solver, '--quiet']);
  const lines = stdout.split('\n').filter((line) => /= (true|false)$/.test(line));
  expect(lines).toHaveLength(boards);
  await page.getByText(`Step: 1 of ${boards.toLocaleString('en')}`).waitFor();
  for (const number of [1, 2, 7, Math.floor(boards / 3), boards]) {
    await page.getByRole('slider', { name: 'Step', exact: true }).fill(String(number));
    await page.getByText(`Step: ${number.toLocaleString('en')} of`).waitFor();
    const queens = await page.locator('.board .queen').evaluateAll((all) =>
      all.map((queen) => {
        const [column = 0, row = 0] = (queen.getAttribute('transform')?.match(/\d+/g) ?? []).map(
          (at) => Number(at) / 24,
        );
        return `[${row}][${column}]`;
      }),
    );
    const isSolution = (await page.locator('.sentence').innerText()).startsWith('Solution');
    expect(`${queens.join(' ')} = ${isSolution}`).toBe(lines[number - 1]);
  }
});

test('Next solution finds each solution among billions of boards, and frames it in green', async () => {
  const page = await open(8, 'combinations');
  await page.getByText('61,474,519 boards begin with these 2 queens. None is a solution').waitFor();
  expect(await page.locator('.board .attack').count()).toBe(1);
  expect(await page.locator('.board.solved').count()).toBe(0);
  for (const [i, columns] of ['1 5 8 6 3 7 2 4', '1 6 8 3 7 4 2 5'].entries()) {
    await press(page, 'Next solution');
    await page.locator('.sentence', { hasText: `Solution ${i + 1}: ${columns} (` }).waitFor();
    expect(await page.locator('.board.solved').count()).toBe(1);
    expect(await figure(page, 'tests of this board')).toBe('28');
  }
  expect(await step(page)).not.toBe('1');
  await expectAccessible(page);
});

test.each([
  ['diagonal-flags', 8, '0011000'],
  ['bit-flags', 8, 'columns 0101 = 5 falling 0001100 = 12 rising 0001001 = 9'],
])('the memory of %s at step %i for four queens is shown', async (solver, number, memory) => {
  const page = await visit(`#solvers?n=4&solver=${solver}&step=${number}`);
  const shown = page.locator('.stage > :last-child');
  await expect.poll(async () => (await shown.innerText()).split(/\s+/).join(' ')).toContain(memory);
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
  const page = await visit('#solvers?solver=bitmask&step=4'); // in row 2, below a queen in column 1
  const columns = async (name: string) => {
    const bits = await page.locator(`.bits .${name} td`).allInnerTexts();
    return bits.flatMap((bit, column) => (bit === '1' ? [column] : []));
  };
  const meaning = async (name: string) => page.locator(`.bits .${name} th`).innerText();
  await expect.poll(() => columns('falling')).toEqual([1]); // the diagonal goes one column to the right in each row
  expect(await meaning('falling')).toBe('falling a diagonal \\ comes down here');
  expect(await meaning('rising')).toBe('rising a diagonal / comes down here');
  expect(await columns('free')).toEqual([2, 3, 4, 5, 6, 7]);
  const undone = page.locator('.sentence', { hasText: 'The queen in row 2, column 3 is taken back.' });
  while (!(await undone.isVisible())) await page.keyboard.press('ArrowRight');
  expect(await columns('free')).toEqual([3, 4, 5, 6, 7]);
});

test('an attacked cell shows the line of the queen that attacks it', async () => {
  const page = await visit('#solvers?n=4&solver=diagonal-flags&step=3'); // the square below the first queen
  await page.locator('.sentence', { hasText: 'is attacked from row 1 (column).' }).waitFor();
  expect(await page.locator('.board .attack').count()).toBe(1);
  expect(await page.locator('.board .attacked').count()).toBe(8); // a ninth attacked square is being tried
  expect((await page.locator('.stats dd').allInnerTexts()).slice(3)).toEqual(['1000', '0001000', '1000000']);
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
  const page = await visit('#solvers?n=8&solver=bitmask&step=2000', { viewport: { width, height } });
  await page.locator('.bits').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
});

test('on a phone, the controls are below the board and do not move when the step changes', async () => {
  const page = await visit('#solvers?solver=diagonal-flags&step=560', { viewport: { width: 360, height: 740 } });
  const order = ['h1', '.sentence', '.board', '.controls', '.ranges', '.pseudocode', '.tree', '.about'];
  const topOf = async (part: string) => (await page.locator(`.search ${part}`).first().boundingBox())?.y ?? 0;
  const tops = async () => Promise.all(order.map(topOf));
  const before = await tops();
  expect(before).toEqual(before.toSorted((a, b) => a - b));
  expect(before[order.indexOf('.controls')]).toBeLessThan(700);
  const lengths = new Set<number>();
  for (let i = 0; i < 60; i++) {
    await press(page, 'Step ▸');
    lengths.add((await page.locator('.sentence').innerText()).length);
    expect((await tops()).slice(0, -3)).toEqual(before.slice(0, -3));
  }
  expect(Math.max(...lengths) - Math.min(...lengths)).toBeGreaterThan(40); // the sentences take one line or several
});

test('the view handles arrow keys except in fields, if the view is shown', async () => {
  const page = await visit('#solvers?solver=bitmask');
  await page.getByRole('button', { name: 'Play' }).waitFor();
  await page.keyboard.press('ArrowRight'); // before any click
  await expect.poll(() => step(page)).toBe('2');
  await openView(page, 'Solutions');
  await page.keyboard.press('ArrowRight');
  await openView(page, 'Solvers');
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
