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

    test('bit masks: the masks of every row are those of the command line', async () => {
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
        expect([...line.matchAll(/=([01]+)/g)].map(([, mask]) => mask)).toEqual(bits);
      }
    });

    test('an attacked cell shows the line of the queen that attacks it', async () => {
      const page = await open(4, 'diagonal-flags');
      for (let i = 0; i < 2; i++) await press(page, 'Step ▸'); // to [1][0], below the queen of [0][0]
      expect(await stepLine(page)).toBe('[1][0] = false');
      await page.getByText('is attacked along the column by the queen in row 0, column 0').first().waitFor();
      expect(await page.locator('.board .attack').count()).toBe(1);
      expect(await page.locator('.board .cell.attacked').count()).toBe(8); // nine, but for the one that is tried
      expect(await page.locator('.state dd').allInnerTexts()).toEqual(['1000', '0001000', '1000000']);
      await press(page, 'Step ▸');
      await page.getByText('along the falling diagonal').first().waitFor();
      await expectAccessible(page);
    });

    test('plays, pauses, goes faster, and begins anew', async () => {
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
      await speed.fill('10');
      await page.getByText('Speed: 1,024 steps a second').waitFor();
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
      expect(await page.getByRole('img', { name: /^Search tree/ }).count()).toBe(0); // too large a tree
    });

    test('the tree grows with the search, up to six queens', async () => {
      const page = await open(6, 'bitmask');
      await press(page, 'Next solution');
      await page.locator('.sentence', { hasText: 'Solution 1' }).waitFor();
      const nodes = Number(await figure(page, 'nodes visited'));
      expect(await page.locator('.tree .node').count()).toBe(nodes + 1); // and the root
      expect(await page.locator('.tree .node.on-path').count()).toBe(7);
      expect(await page.locator('.tree .node.solution').count()).toBe(1);
      await page
        .getByRole('img', { name: `Search tree: ${nodes} of 152 nodes visited, 1 of them solutions` })
        .waitFor();
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
      await page.goto(address());
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
      expect(head.map(({ text }) => Number(text))).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
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
