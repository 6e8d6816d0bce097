import { readFileSync, writeFileSync } from 'node:fs';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { formatSeconds } from '../../src/text/durations.js';
import { makeKernel } from '../../workers/kernels.js';
import { PROGRAM } from '../e2e/program.js';
import { startServing } from '../e2e/serving.js';
import { ledgerText } from '../ledger/ledger-text.js';
import { expectAccessible } from './browser.js';
import type { ServedPage } from './served-page.js';

const kernel = makeKernel({});

/** Runs of other processes, followed as they happen. */
export function testRuns({ openPage, address, at }: ServedPage): void {
  const badge = (page: Page, text: string) => page.locator('.run .badge', { hasText: text });

  describe('the runs view', () => {
    test('follows a live count to its end, and through a restart of the server', async () => {
      const file = at('data/live.ledger');
      const count = execa(process.execPath, [PROGRAM, '18', '--threads', '2', '--quiet', '--checkpoint', file]);
      onTestFinished(() => void count.kill('SIGKILL')); // it may be standing still

      await expect.poll(() => linesOf(file), { timeout: 250_000 }).toBeGreaterThan(3);
      count.kill('SIGSTOP');
      let { address: own, child } = await startServing(['--data', at('data')]);
      const page = await openPage();
      await page.goto(`${own}#runs`);
      const entry = page.getByRole('button', { name: /^live\.ledger/ });
      await entry.click();
      const seen = linesOf(file) - 1;
      await entry.getByText(new RegExp(`, ${seen} of \\d+ subproblems \\(\\d+ %\\)$`)).waitFor();
      expect(await entry.innerText()).not.toContain('100 %');
      await page.locator('.run').getByText(`${seen} of`).waitFor();
      writeFileSync(at('data/shopping.txt'), 'milk');
      await page.getByText('Skipped 1 file of the folder').waitFor();
      await expectAccessible(page);

      child.kill();
      await child;
      await badge(page, 'Connection lost').waitFor();
      ({ address: own, child } = await startServing(['--data', at('data'), '--port', new URL(own).port]));
      await badge(page, 'Connection lost').waitFor({ state: 'detached' });
      await page.locator('.run').getByText(`${seen} of`).waitFor();

      count.kill('SIGCONT');
      await badge(page, 'Finished').waitFor();
      await entry.getByText(/ of \d+ subproblems \(100 %\)$/).waitFor();
      expect(await page.locator('.answer').innerText()).toMatch(/^666,090,624 solutions of 18 queens/);
      expect((await count).stdout).toBe('666090624');
      child.kill();
      await child;
    });

    test('stays as small as it was, however many updates there are, whatever the language', async () => {
      const page = await openPage();
      await page.addInitScript(() => {
        // As Chromium has it on a system without a locale: no language tag.
        Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix' });
      });
      const [source, name] = ['file', 'night.ledger'];
      const run = { source, name, n: 20, algorithm: 'bitmask', subproblems: 10_000 };
      let batches = 0;
      await page.route('**/api/runs', (route) => route.fulfill({ json: { runs: [run] } }));
      // Requests of a shared worker cannot be answered here: this browser has none, and the tab has a stream of its own.
      await page.addInitScript('delete window.SharedWorker');
      await page.route('**/api/updates?*', (route) => {
        const body = updates(batches++ * PER_BATCH);
        return route.fulfill({ contentType: 'text/event-stream', body }); // which ends: the page asks for more
      });
      await page.goto(`${address()}#runs`);
      await page.getByRole('button', { name: /^night\.ledger/ }).click();
      const client = await page.context().newCDPSession(page);
      async function heapAfter(wanted: number): Promise<number> {
        await expect.poll(() => batches).toBeGreaterThan(wanted);
        await client.send('HeapProfiler.collectGarbage');
        return (await client.send('Runtime.getHeapUsage')).usedSize;
      }
      const early = await heapAfter(3);
      // Between two updates: the text of one that is being read takes as much. What leaks would stay.
      await expect.poll(() => heapAfter(8)).toBeLessThan(early + 2_000_000);
      await page.locator('.rate canvas').waitFor();
      expect(await page.locator('.workers tbody tr').nth(1).innerText()).toBe('thread 2\tgone\t5s\t3');
    });

    test('says that a run is being opened', async () => {
      const page = await openPage();
      await page.addInitScript('delete window.SharedWorker'); // whose requests cannot be held back here
      await page.route('**/api/updates?*', () => {}); // no answer
      await page.goto(`${address()}#runs/file/large.ledger`);
      await page.getByText('Opening large.ledger: the server makes its plan').waitFor();
    });

    test('a finished file has the times of its ledger, also after a reload', async () => {
      const plan = planBitmask(8, 2);
      const timed = [...plan.subproblems].map((subproblem) => ({ ...kernel(subproblem), milliseconds: 5000 }));
      writeFileSync(at('data/timed.ledger'), ledgerText(plan, timed));
      const page = await openPage();
      await page.goto(`${address()}#runs/file/timed.ledger`);
      const figures = page.locator('.run .figures');
      for (const visit of ['first', 'again']) {
        await badge(page, 'Finished').waitFor();
        const seconds = formatSeconds(5 * plan.subproblems.length);
        expect(await figures.innerText(), visit).toContain(`threads counted for\n${seconds}`);
        expect(await figures.innerText()).toMatch(/placements a second and thread\n\d/);
        await page.locator('.rate canvas').waitFor(); // its history too
        await page.reload();
      }
    });

    test('lists what the server counts, follows it, and steers it', async () => {
      const page = await openPage();
      const start = async (n: number): Promise<string> => {
        const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ n }) };
        return (await (await fetch(new URL('api/counts', address()), asked)).json()).name;
      };
      const long = await start(20);
      await page.goto(`${address()}#runs`);
      await page.getByRole('button', { name: new RegExp(`^Count ${long} `) }).click();
      for (const [button, state] of [
        ['Stop', 'Stopped'],
        ['Resume', 'Counting'],
        ['Stop', 'Stopped'],
      ] as const) {
        await page.getByRole('button', { name: button, exact: true }).click();
        await badge(page, state).waitFor();
      }
      const short = await start(15);
      await page.getByRole('button', { name: new RegExp(`^Count ${short} `) }).click();
      await page.locator('.answer', { hasText: '2,279,184 solutions of 15 queens' }).waitFor();
      await page.getByText('published (A000170): 2,279,184, the same').waitFor();
    });
  });
}

const PER_BATCH = 200;

/** Updates of a run of 10,000 subproblems, as many at a time as the server sends in ten seconds. */
function updates(first: number): string {
  const events = Array.from({ length: PER_BATCH }, (_, i) => {
    const at = first + i;
    const update = {
      version: `night.${at}`,
      ...(at === 0 && { header: { n: 20, algorithm: 'bitmask', subproblems: 10_000, perCell: 1, clock: 'run' } }),
      history: { interval: 1, rates: Array.from({ length: 1 + (at % 240) }, () => 1e6) },
      cells: [at % 10_000, 1, 5 + (at % 90)],
      figures: {
        state: 'counting',
        finished: at,
        part: at / 10_000,
        seconds: at,
        threadSeconds: 2 * at,
        work: 1e6 * at,
        rate: 1e6,
        busy: 2,
        conflicts: 0,
      },
      workers: [
        { name: 'thread 1', subproblem: `0.${at}`, cell: at % 10_000, milliseconds: 7, finished: at },
        { name: 'thread 2', note: 'gone', milliseconds: 5000, finished: 3 },
      ],
    };
    return `data: ${JSON.stringify({ run: 'file/night.ledger', update })}\n\n`;
  });
  return events.join('');
}

function linesOf(file: string): number {
  try {
    return readFileSync(file, 'utf8').split('\n').length - 1;
  } catch {
    return 0; // not begun
  }
}
