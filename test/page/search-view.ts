import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { queensPar } from '../e2e/program.js';
import { expectAccessible, openView } from './browser.js';
import type { ServedPage } from './served-page.js';

const OVER = 'The search is over.';

/** Every control of the search view, and its steps against those of the command line. */
export function testSearch({ openPage, address }: ServedPage): void {
  async function open(n: number, solver: string): Promise<Page> {
    const page = await openPage();
    await page.goto(`${address()}#search`);
    await page.getByLabel('Queens', { exact: true }).selectOption(String(n));
    await page.getByLabel('Solver', { exact: true }).selectOption(solver);
    return page;
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const stepLine = (page: Page) => page.locator('.trace code').innerText();
  const figure = (page: Page, name: string) => page.locator(`.figures div:has(dt:text-is("${name}")) dd`).innerText();

  /** Steps to the end; gives what `look` sees after each step. */
  async function stepThrough<Seen>(page: Page, look: () => Promise<Seen>): Promise<Seen[]> {
    const seen = [await look()];
    while (!(await page.getByText(OVER).isVisible())) {
      await press(page, 'Step ▸');
      seen.push(await look());
    }
    return seen;
  }

  describe('the search view', () => {
    test('four queens: step by step what the command line prints', async () => {
      const page = await open(4, 'column-array');
      const steps = await stepThrough(page, () => stepLine(page));
      const text = steps.flatMap((line) => {
        if (/^\[\d\]\[\d\] = (true|false)$/.test(line)) return [`${line}\n`];
        const columns = /^solution (.+)$/.exec(line)?.[1]?.split(',').map(Number) ?? [];
        return columns.map((queen) => `${columns.map((_, col) => (col === queen ? 'Q' : '.')).join('')}\n`);
      });
      expect(text.join('')).toBe(readFileSync(new URL('../vectors/trace-4.txt', import.meta.url), 'utf8'));
      expect(text.join('')).toBe(`${(await queensPar(['trace', '4', '--quiet'])).stdout}\n`);
      expect(await figure(page, 'nodes visited')).toBe('16');
      expect(await figure(page, 'conflict tests')).toBe('84');
      expect(await figure(page, 'solutions')).toBe('2');
    });

    test('bit masks: the masks of every row are those of the command line, in the order of the board', async () => {
      const page = await open(4, 'bitmask');
      const steps = await stepThrough(page, async () => {
        const bits = await page.locator('.masks tbody .bits').allInnerTexts();
        return { line: await stepLine(page), bits };
      });
      const { stdout } = await queensPar(['trace', '4', '--masks', '--quiet']);
      // The page draws two spaces as one.
      const lines = stdout.replaceAll('  dead end', ' dead end').split('\n');
      const wanted = lines.filter((line) => line.startsWith('row '));
      const rows = steps.filter(({ line }) => line.startsWith('row '));
      expect(rows.map(({ line }) => line)).toEqual(wanted);
      for (const { line, bits } of rows) {
        const printed = [...line.matchAll(/=([01]+)/g)].map(([, mask]) => [...(mask ?? '')].reverse().join(''));
        expect(bits).toEqual(printed);
      }
      const meanings = [
        'a queen stands above',
        'a diagonal / comes down',
        'a diagonal \\ comes down',
        'a queen can stand',
      ];
      expect(await page.locator('.masks tbody .meaning').allInnerTexts()).toEqual(meanings);
    });

    test('an attacked cell shows the line of the queen that attacks it', async () => {
      const page = await open(4, 'diagonal-flags');
      for (let i = 0; i < 2; i++) await press(page, 'Step ▸'); // to [1][0], below the queen of [0][0]
      expect(await stepLine(page)).toBe('[1][0] = false');
      await page.locator('.sentence', { hasText: 'is attacked by the queen in row 0 (column).' }).waitFor();
      expect(await page.locator('.board .attack').count()).toBe(1);
      expect(await page.locator('.board .cell.attacked').count()).toBe(8); // nine, but for the one that is tried
      expect(await page.locator('.state dd').allInnerTexts()).toEqual(['1000', '0001000', '1000000']);
      await press(page, 'Step ▸');
      await page.locator('.sentence', { hasText: '(diagonal \\)' }).waitFor();
      await expectAccessible(page);
    });

    test('plays, pauses, goes faster, and restarts', async () => {
      const page = await open(5, 'column-array');
      const speed = page.getByLabel(/^Speed/);
      await press(page, 'Play');
      await expect.poll(() => figure(page, 'step')).not.toBe('1');
      await press(page, 'Pause');
      const at = await figure(page, 'step');
      await press(page, 'Step ▸');
      expect(await figure(page, 'step')).toBe(String(Number(at) + 1));
      await press(page, '◂ Back');
      expect(await figure(page, 'step')).toBe(at);
      await speed.fill('14');
      await page.getByText('Speed: 16,384 steps a second').waitFor();
      await press(page, 'Play');
      await page.getByText(OVER).waitFor();
      expect(await figure(page, 'solutions')).toBe('10');
      expect(await page.getByRole('button', { name: 'Play' }).isDisabled()).toBe(true);
      await press(page, 'Restart');
      expect(await figure(page, 'step')).toBe('1');
      expect(await page.getByRole('button', { name: '◂ Back' }).isDisabled()).toBe(true);
    });

    test('jumps from solution to solution, far ones too', async () => {
      const page = await open(12, 'column-array');
      await press(page, 'Next solution');
      await page.locator('.sentence', { hasText: 'Solution 1: 0 2 4 7 9 11 5 10 1 6 8 3.' }).waitFor();
      await press(page, 'Next solution');
      await page.locator('.sentence', { hasText: 'Solution 2: 0 2 4 9 7 10 1 11 5 8 6 3.' }).waitFor();
      expect(await page.getByRole('img', { name: /^Search tree/ }).count()).toBe(0);
      await page.getByText('The tree of 12 queens has too many nodes to draw. It is drawn for up to 8.').waitFor();
    });

    test('the tree grows with the search, names its nodes, and leads to them', async () => {
      const page = await open(6, 'bitmask');
      await press(page, 'Next solution');
      await page.locator('.sentence', { hasText: 'Solution 1' }).waitFor();
      const nodes = Number(await figure(page, 'nodes visited'));
      const tree = page.getByRole('img', { name: `Search tree: ${nodes} of 152 nodes visited, 1 of them solutions` });
      await tree.waitFor();
      const box = await tree.boundingBox();
      if (!box) throw new Error('no tree');
      const firstRow = { x: (8 * box.width) / 640 + 2, y: (34 * box.height) / 172 };
      await tree.hover({ position: firstRow });
      await page.locator('.tree-caption', { hasText: '1 of 6 queens, in columns 0' }).waitFor();
      await tree.click({ position: firstRow });
      await expect.poll(() => figure(page, 'nodes visited')).toBe('1');
      expect(await stepLine(page)).toBe('[0][0] placed');
      const node = page.getByLabel('Node 1 of 152');
      await node.focus();
      await page.keyboard.press('ArrowRight'); // by keyboard
      await page.getByLabel('Node 2 of 152').waitFor();
      expect(await stepLine(page)).toBe('[1][2] placed');
      await page.getByLabel('Node 2 of 152').fill('0');
      await expect.poll(() => figure(page, 'step')).toBe('1');
    });

    test('goes to any step by the range, and to the end at once', async () => {
      const page = await open(8, 'column-array');
      await page.getByLabel('Step 1 of 19,924').fill('12000');
      await page.getByLabel('Step 12,000 of 19,924').waitFor();
      await press(page, 'To the end');
      await page.locator('.sentence', { hasText: OVER }).waitFor();
      expect(await figure(page, 'step')).toBe('19,924');
      expect(await figure(page, 'solutions')).toBe('92');
      await page.getByLabel('Step 19,924 of 19,924').fill('3'); // long forgotten
      await page.getByLabel('Step 3 of 19,924').waitFor();
      expect(await stepLine(page)).toBe('[1][0] = false');
      await expectAccessible(page);
    });

    test('marks the line of the pseudocode where a step happens', async () => {
      const page = await open(4, 'column-array');
      const line = () => page.locator('.pseudocode [aria-current="step"]').allInnerTexts();
      for (const code of ['if no queen above attacks it:', 'columns[row] = column']) {
        expect((await line()).join().trim()).toBe(code);
        await press(page, 'Step ▸');
      }
      await press(page, 'Next solution');
      await expect.poll(async () => (await line()).join().trim()).toBe('if row = n: a solution, return');
      await press(page, 'Step ▸');
      expect((await line()).join().trim()).toBe('remove columns[row]');
      await page.getByLabel('Solver', { exact: true }).selectOption('bitmask');
      expect((await line()).join().trim()).toBe('free = all & ~(columns | ld | rd)');
    });

    test.each([
      [1280, 720],
      [2560, 1440],
    ])('board, sentence, controls, code and masks fit into %i by %i', async (width, height) => {
      const page = await openPage({ viewport: { width, height } });
      await page.goto(`${address()}#search?n=12&solver=bitmask&step=2000`);
      for (const part of ['.stage .board', '.sentence', '.stage .controls', '.ranges', '.pseudocode', '.masks']) {
        const box = await page.locator(part).boundingBox();
        expect((box?.y ?? 9999) + (box?.height ?? 9999), part).toBeLessThanOrEqual(height);
      }
    });

    test('on a phone the controls stay in place while stepping, and come in order of use', async () => {
      const page = await openPage({ viewport: { width: 360, height: 740 } });
      await page.goto(`${address()}#search?n=8&step=560`);
      const top = async (part: string) => (await page.locator(part).boundingBox())?.y ?? 0;
      const order = ['.stage .fields', '.stage .board', '.sentence', '.stage .controls', '.ranges', '.pseudocode'];
      const tops = [];
      for (const part of order) tops.push(await top(part));
      expect(tops).toEqual([...tops].sort((a, b) => a - b));
      const [controls, ranges] = [await top('.stage .controls'), await top('.ranges')];
      expect(controls).toBeLessThan(700);
      const sentences = new Set<number>();
      for (let i = 0; i < 60; i++) {
        await press(page, 'Step ▸');
        sentences.add((await page.locator('.sentence').innerText()).length);
        expect([await top('.stage .controls'), await top('.ranges')]).toEqual([controls, ranges]);
        expect(
          await page.locator('.sentence').evaluate((element) => element.scrollHeight - element.clientHeight),
        ).toBeLessThanOrEqual(0);
      }
      expect(Math.max(...sentences) - Math.min(...sentences)).toBeGreaterThan(40); // of one line and of several
    });

    test('goes by keys alone', async () => {
      const page = await open(6, 'column-array');
      await page.getByRole('button', { name: 'Step ▸' }).focus();
      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
      await expect.poll(() => figure(page, 'step')).toBe('2');
      await page.keyboard.press('n');
      await page.locator('.sentence', { hasText: 'Solution 1: 1 3 5 0 2 4.' }).waitFor();
      await page.getByRole('button', { name: 'Next solution' }).focus();
      await page.keyboard.press('Enter');
      await page.locator('.sentence', { hasText: 'Solution 2: 2 5 1 4 0 3.' }).waitFor();
      await page.keyboard.press('n'); // the focus is where it was
      await page.locator('.sentence', { hasText: 'Solution 3: 3 0 4 1 5 2.' }).waitFor();
      await page.keyboard.press('p');
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      await page.keyboard.press('p');
      await page.getByRole('button', { name: 'Play' }).waitFor();
      await page.getByLabel('Queens', { exact: true }).focus();
      await page.keyboard.press('ArrowDown'); // in a field, the keys are the field's
      await expect.poll(() => page.getByLabel('Queens', { exact: true }).inputValue()).toBe('7');
      expect(await figure(page, 'step')).toBe('1');
    });

    test('has its arrow keys wherever the focus is, its letters at the board, and only while it is shown', async () => {
      const page = await openPage();
      await page.goto(`${address()}#search`);
      await page.getByRole('button', { name: 'Play' }).waitFor();
      await page.keyboard.press('ArrowRight'); // nothing has been clicked
      await expect.poll(() => figure(page, 'step')).toBe('2');
      await openView(page, 'Solutions');
      await page.keyboard.press('ArrowRight');
      await openView(page, 'Search');
      expect(await figure(page, 'step')).toBe('2');
      for (const key of ['p', 'n']) await page.keyboard.press(key); // as if somebody spoke
      await page.getByLabel('The solver at work').getByText('conflict tests').click();
      await page.keyboard.press('n');
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => figure(page, 'step')).toBe('3');
      expect(await page.getByRole('button', { name: 'Play' }).isVisible()).toBe(true);
      await page.getByRole('img', { name: /^Board of 6 by 6/ }).click();
      await page.keyboard.press('P'); // with caps lock
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      await page.getByRole('button', { name: 'Restart' }).focus();
      await page.keyboard.press('Enter'); // a button is pressed as ever
      await expect.poll(() => figure(page, 'step')).toBe('1');
      await page.keyboard.press('Control+ArrowRight');
      await page.getByLabel(/^Speed/).focus();
      await page.keyboard.press('ArrowRight');
      await page.getByText('Speed: 8 steps a second').waitFor();
      expect(await figure(page, 'step')).toBe('1');
    });

    test('the columns of the masks can be told apart, those of two digits too', async () => {
      const page = await open(12, 'bitmask');
      const columns = (row: string) =>
        page.locator(`.masks ${row} .bits span`).evaluateAll((spans) =>
          spans.map((span) => {
            const range = document.createRange();
            range.selectNodeContents(span);
            const { left, right } = range.getBoundingClientRect();
            return { text: span.textContent, left, right };
          }),
        );
      const head = await columns('thead');
      const bits = await columns('.free');
      expect(head.map(({ text }) => Number(text))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
      for (const [i, { left, right }] of head.entries()) {
        if (i > 0) expect(left).toBeGreaterThan((head[i - 1]?.right ?? 0) + 2);
        expect((left + right) / 2).toBeCloseTo(((bits[i]?.left ?? 0) + (bits[i]?.right ?? 0)) / 2, 0);
      }
    });

    test('stays small, and speaks no faster than can be heard, however long it plays', async () => {
      const page = await open(12, 'diagonal-flags');
      await page.evaluate(() => {
        const said: number[] = [];
        Object.assign(window, { said });
        const live = document.querySelector('.search > [aria-live]');
        if (!live) throw new Error('nothing is said');
        const options = { childList: true, characterData: true, subtree: true };
        new MutationObserver(() => said.push(performance.now())).observe(live, options);
      });
      const size = () => page.evaluate(() => document.querySelectorAll('*').length);
      const before = await size();
      await page.getByLabel(/^Speed/).fill('10');
      await press(page, 'Play');
      await expect.poll(async () => Number((await figure(page, 'step')).replace(',', ''))).toBeGreaterThan(4000);
      expect(await size()).toBeLessThan(before + 400); // a dot for each attacked cell, and queens: no more
      const said = await page.evaluate(() => ('said' in window ? (window.said as number[]) : []));
      expect(said.length).toBeGreaterThan(0);
      for (const [i, time] of said.entries()) expect(time - (said[i - 1] ?? 0)).toBeGreaterThan(i > 0 ? 1900 : 0);
    });
  });
}
