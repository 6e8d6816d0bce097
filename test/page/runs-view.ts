import { readFileSync } from 'node:fs';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PROGRAM } from '../e2e/program.js';
import { startServing } from '../e2e/serving.js';
import { expectAccessible } from './browser.js';
import type { ServedPage } from './served-page.js';

/** Runs of other processes, followed as they happen. */
export function testRuns({ openPage, address, at }: ServedPage): void {
  const badge = (page: Page, text: string) => page.locator('.run .badge', { hasText: text });

  describe('the runs view', () => {
    test('follows a live count to its end, and through a restart of the server', async () => {
      const file = at('data/live.ledger');
      const count = execa(process.execPath, [PROGRAM, '18', '--threads', '2', '--quiet', '--checkpoint', file]);
      await expect.poll(() => linesOf(file), { timeout: 60_000 }).toBeGreaterThan(3);
      count.kill('SIGSTOP');
      let { address: own, child } = await startServing(['--data', at('data')]);
      const page = await openPage();
      await page.goto(`${own}#runs`);
      await page.getByRole('button', { name: /^live\.ledger/ }).click();
      const seen = linesOf(file) - 1;
      await page.getByText(`${seen} of`).first().waitFor();
      await expectAccessible(page);

      child.kill();
      await child;
      await badge(page, 'Connection lost').waitFor();
      ({ address: own, child } = await startServing(['--data', at('data'), '--port', new URL(own).port]));
      await badge(page, 'Connection lost').waitFor({ state: 'detached' });
      await page.getByText(`${seen} of`).first().waitFor();

      count.kill('SIGCONT');
      await badge(page, 'Finished').waitFor();
      expect(await page.locator('.answer').innerText()).toMatch(/^666,090,624 solutions of 18 queens/);
      expect((await count).stdout).toBe('666090624');
      child.kill();
      await child;
    });

    test('lists what the server counts, and follows it', async () => {
      const page = await openPage();
      const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"n":15}' };
      const { name } = await (await fetch(new URL('api/counts', address()), asked)).json();
      await page.goto(`${address()}#runs`);
      await page.getByRole('button', { name: new RegExp(`^Count ${name} `) }).click();
      await page.locator('.answer', { hasText: '2,279,184 solutions of 15 queens' }).waitFor();
      await page.getByText('published (A000170): 2,279,184, the same').waitFor();
    });
  });
}

function linesOf(file: string): number {
  try {
    return readFileSync(file, 'utf8').split('\n').length - 1;
  } catch {
    return 0; // not begun
  }
}
