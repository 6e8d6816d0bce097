import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import type { RunUpdate } from '../../src/runs/run-update.js';
import { formatSeconds } from '../../src/text/durations.js';
import { makeKernel } from '../../workers/kernels.js';
import { PROGRAM } from '../e2e/program.js';
import { startServing } from '../e2e/serving.js';
import { ledgerText } from '../ledger/ledger-text.js';
import { startCount } from '../server/request.js';
import { expectAccessible } from './browser.js';
import { useServedPage } from './served-page.js';

const kernel = makeKernel({});

const { openPage, address, pathOf } = useServedPage();
const badge = (page: Page, text: string) => page.locator('.run .badge', { hasText: text });

test('the page follows a count of another process to its end, even if the server restarts', async () => {
  const file = pathOf('data/live.ledger');
  const count = execa(process.execPath, [PROGRAM, '18', '--threads', '2', '--quiet', '--checkpoint', file]);
  onTestFinished(() => void count.kill('SIGKILL')); // SIGKILL also ends a stopped process
  await expect.poll(() => linesOf(file), { timeout: 250_000 }).toBeGreaterThan(3);
  count.kill('SIGSTOP');
  let { address: own, stop } = await startServing(['--data', pathOf('data')]);
  const page = await openPage();
  await page.goto(`${own}#runs`);
  const entry = page.getByRole('button', { name: /live\.ledger/ });
  const finished = linesOf(file) - 1;
  await entry.getByText(new RegExp(`^${finished} of \\d+ subproblems`)).waitFor();
  await entry.click();
  const percent = await page.locator('.run .percent strong').innerText();
  await entry.getByText(percent).waitFor(); // the list shows the same percentage
  expect(percent).not.toBe('100 %');
  await page.locator('.run dd', { hasText: `${finished} of` }).waitFor();
  writeFileSync(pathOf('data/shopping.txt'), 'milk');
  await page.getByText('Skipped 1 file in the folder').waitFor();
  await expectAccessible(page);

  await stop();
  await badge(page, 'Connection lost').waitFor();
  ({ address: own, stop } = await startServing(['--data', pathOf('data'), '--port', new URL(own).port]));
  await badge(page, 'Connection lost').waitFor({ state: 'detached' });
  await page.locator('.run dd', { hasText: `${finished} of` }).waitFor();

  count.kill('SIGCONT');
  await badge(page, 'Finished').waitFor();
  await entry.getByText('100 %').waitFor();
  expect(await page.locator('.answer').innerText()).toMatch(/^666,090,624 solutions of 18 queens/);
  expect((await count).stdout).toBe('666090624');
  await stop();
});

test('the page uses no more memory after more updates, even if the locale is invalid', async () => {
  const page = await openPage();
  await page.addInitScript(() => {
    // Chromium has this invalid language tag on a system without a locale.
    Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix' });
  });
  const [source, name] = ['file', 'night.ledger'];
  const run = { source, name, n: 20, algorithm: 'bitmask', subproblems: 10_000, finished: 0, state: 'counting' };
  let updates = 0;
  await page.route('**/api/runs', (route) => route.fulfill({ json: { runs: [run], notes: [], problems: [] } }));
  await page.route('**/api/runs/file/night.ledger?*', (route) => route.fulfill({ json: updateAfter(updates++) }));
  await page.goto(`${address()}#runs`);
  await page.getByRole('button', { name: /night\.ledger/ }).click();
  const client = await page.context().newCDPSession(page);
  async function heapAfter(count: number): Promise<number> {
    await expect.poll(() => updates).toBeGreaterThan(count);
    await client.send('HeapProfiler.collectGarbage');
    return (await client.send('Runtime.getHeapUsage')).usedSize;
  }
  const early = await heapAfter(3);
  // An update takes memory only while it is read, but a leak is permanent. So the heap is measured repeatedly.
  await expect.poll(() => heapAfter(8)).toBeLessThan(early + 2_000_000);
  await page.locator('.rate .plot').waitFor();
  expect(await page.locator('.workers tbody tr').nth(1).innerText()).toBe('thread 2\tgone\t5s\t3');
});

test('the search box filters the list of runs, and the panel stays beside the list', async () => {
  for (const n of [4, 5, 6, 7, 8]) writeFileSync(pathOf(`data/small-${n}.ledger`), ledgerText(planBitmask(n, 2), []));
  const page = await openPage();
  await page.goto(`${address()}#runs`);
  await page.getByRole('searchbox').fill('queens SMALL-6');
  const shown = page.locator('.run-list button');
  await expect.poll(() => shown.count()).toBe(1);
  await shown.click();
  await page.locator('.run h2', { hasText: '6 queens' }).waitFor();
  const [list, panel] = [await page.locator('.run-list').boundingBox(), await page.locator('.run').boundingBox()];
  expect(panel?.x).toBeGreaterThan((list?.x ?? 0) + (list?.width ?? 0));
  await page.getByRole('searchbox').fill('no such run');
  await page.getByText('No run has all of these words.').waitFor();
  await expectAccessible(page);
  // On a phone, the list scrolls to the run in the address.
  const phone = await openPage({ viewport: { width: 375, height: 740 } });
  await phone.goto(`${address()}#runs/file/small-4.ledger`);
  await phone.locator('.run-list [aria-pressed="true"]').waitFor();
  await expect
    .poll(() =>
      phone.evaluate(() => {
        const [box, chosen] = ['.run-list', '.run-list [aria-pressed="true"]'].map((name) =>
          document.querySelector(name)?.getBoundingClientRect(),
        );
        return box && chosen && chosen.top >= box.top && chosen.bottom <= box.bottom;
      }),
    )
    .toBe(true);
});

test('the page says that it is opening a run, even while the server does not answer', async () => {
  const page = await openPage();
  let requests = 0;
  await page.route('**/api/runs/file/large.ledger?*', (route) => {
    requests++;
    return route.abort();
  });
  await page.goto(`${address()}#runs/file/large.ledger`);
  await expect.poll(() => requests).toBeGreaterThan(1);
  await page.getByText('Opening large.ledger. The server is making its plan').waitFor();
});

test('the page repeats a request after a truncated answer', async () => {
  writeFileSync(pathOf('data/cut.ledger'), ledgerText(planBitmask(6, 2), []));
  const page = await openPage();
  let answers = 0;
  const truncated = { contentType: 'application/json', body: '{"version":' };
  await page.route('**/api/runs/file/cut.ledger?*', (route) => {
    return answers++ === 0 ? route.fulfill(truncated) : route.continue();
  });
  await page.goto(`${address()}#runs/file/cut.ledger`);
  await page.locator('.run h2', { hasText: '6 queens' }).waitFor();
  expect(answers).toBeGreaterThan(1);
});

test('the page shows the times in a finished checkpoint, even after a reload', async () => {
  const plan = planBitmask(8, 2);
  const timed = [...plan.subproblems].map((subproblem) => ({ ...kernel(subproblem), milliseconds: 5000 }));
  writeFileSync(pathOf('data/timed.ledger'), ledgerText(plan, timed));
  const page = await openPage();
  await page.goto(`${address()}#runs/file/timed.ledger`);
  const figures = page.locator('.run .figures');
  for (const visit of ['first', 'again']) {
    await badge(page, 'Finished').waitFor();
    const seconds = formatSeconds(5 * plan.subproblems.length);
    expect(await figures.innerText(), visit).toContain(`thread time\n${seconds}`);
    expect(await figures.innerText()).toMatch(/placements a second per thread\n\d/);
    await page.locator('.rate .plot').waitFor(); // the rates from the ledger
    await page.reload();
  }
});

test('a count on the server is listed, followed, stopped and resumed', async () => {
  const page = await openPage();
  const long = await startCount(address(), 20);
  await page.goto(`${address()}#runs`);
  await page.getByRole('button', { name: new RegExp(`count ${long} on this server`) }).click();
  for (const [button, state] of [
    ['Stop', 'Stopped'],
    ['Resume', 'Counting'],
    ['Stop', 'Stopped'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await badge(page, state).waitFor();
  }
  const short = await startCount(address(), 15);
  await page.getByRole('button', { name: new RegExp(`count ${short} on this server`) }).click();
  await page.locator('.answer', { hasText: '2,279,184 solutions of 15 queens' }).waitFor();
  await page.getByText('published (A000170): 2,279,184, the same').waitFor();
});

const PER_UPDATE = 200;

/** Returns the update that follows `earlier` other updates, for a run of 10,000 subproblems. */
function updateAfter(earlier: number): RunUpdate {
  const finished = (earlier + 1) * PER_UPDATE;
  return {
    version: `night.${earlier}`,
    ...(earlier === 0 && { header: { perTile: 1, clock: 'run' } }),
    history: { interval: 1, rates: Array.from({ length: 2 + (earlier % 238) }, () => 1e6) },
    tiles: Array.from({ length: PER_UPDATE }, (_, i) => (finished + i) % 10_000).flatMap((tile) => [
      tile,
      1,
      5 + (tile % 90),
    ]),
    figures: {
      ...{ n: 20, algorithm: 'bitmask', subproblems: 10_000, state: 'counting' },
      ...{ finished, fraction: (finished % 10_000) / 10_000, seconds: earlier, threadSeconds: 2 * earlier },
      ...{ work: 1e6 * earlier, workPerSecond: 1e6, threads: 2 },
    },
    workers: [
      { name: 'thread 1', subproblem: `0.${finished}`, tile: finished % 10_000, milliseconds: 7, finished },
      { name: 'thread 2', note: 'gone', milliseconds: 5000, finished: 3 },
    ],
  };
}

function linesOf(file: string): number {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
}
