import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { execa } from 'execa';
import type { Page, Route } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import type { RunUpdate } from '../../src/runs/run-update.js';
import { formatSeconds } from '../../src/text/durations.js';
import { makeKernel } from '../../workers/kernels.js';
import { PROGRAM } from '../e2e/program.js';
import { startServing } from '../e2e/serving.js';
import { countedInTurn, ledgerText } from '../ledger/ledger-text.js';
import { expectAccessible } from './browser.js';
import { useServedPage } from './served-page.js';

const kernel = makeKernel({ kind: 'readable' });

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
  await entry.click();
  const percent = await page.locator('.run .answer strong').innerText();
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
  let updates = 0;
  await page.route('**/api/runs', (route) => route.fulfill({ json: { runs: [NIGHT], notes: [], problems: [] } }));
  await page.route('**/api/runs/file/night.ledger', (route) => route.fulfill({ json: updateAfter(updates++) }));
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
});

test('the list has the running counts first and the finished ones last, and the panel stays beside it', async () => {
  const page = await openPage();
  const states = ['finished', 'counting', 'idle', 'counting'];
  const runs = states.map((state, i) => ({ ...NIGHT, name: `${i}.ledger`, state }));
  await page.route('**/api/runs', (route) => route.fulfill({ json: { runs, notes: [], problems: [] } }));
  await page.route('**/api/runs/file/1.ledger', (route) => route.fulfill({ json: updateAfter(0) }));
  await page.goto(`${address()}#runs`);
  const titles = page.locator('.run-list .facts:nth-of-type(2)');
  await expect.poll(() => titles.allInnerTexts()).toEqual(['1.ledger', '3.ledger', '2.ledger', '0.ledger']);
  await page.locator('.run .answer', { hasText: '20 queens' }).waitFor(); // the newest running count is open
  expect(page.url()).toBe(`${address()}#runs`);
  await expect.poll(() => page.title()).toBe('2 % of 20 queens - queens-par');
  const [list, panel] = [await page.locator('.run-list').boundingBox(), await page.locator('.run').boundingBox()];
  expect(panel?.x).toBeGreaterThan((list?.x ?? 0) + (list?.width ?? 0));
  await expectAccessible(page);
});

test('on a phone, the list scrolls to the run in the address', async () => {
  for (let i = 0; i < 9; i++) writeFileSync(pathOf(`data/small-${i}.ledger`), ledgerText(planBitmask(6, 2), []));
  const phone = await openPage({ viewport: { width: 375, height: 740 } });
  await phone.goto(`${address()}#runs/file/small-0.ledger`);
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

test('an idle run has the time of its last result and the command that goes on', async () => {
  const plan = planBitmask(8, 2);
  writeFileSync(pathOf('data/idle run.ledger'), ledgerText(plan, countedInTurn(plan).slice(0, 1)));
  const page = await openPage();
  await page.goto(`${address()}#runs/file/idle%20run.ledger`);
  await badge(page, 'Idle').waitFor();
  expect(await page.locator('.run').innerText()).toContain('No result since 2001-09-09');
  await page
    .locator('.run code', { hasText: `queens-par 8 --checkpoint '${pathOf('data/idle run.ledger')}'` })
    .waitFor();
});

test('a page that is hidden and shown ten times has one request open, and asks no more often than before', async () => {
  const page = await openPage();
  let [open, most, requests] = [0, 0, 0];
  const slowly = (json: unknown) => async (route: Route) => {
    most = Math.max(most, ++open);
    requests++;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.fulfill({ json });
    open--;
  };
  await page.route('**/api/runs', (route) => route.fulfill({ json: { runs: [NIGHT], notes: [], problems: [] } }));
  await page.route('**/api/runs/file/night.ledger', slowly(updateAfter(0)));
  await page.goto(`${address()}#runs/file/night.ledger`);
  await page.locator('.run .answer').waitFor();
  await page.evaluate(async () => {
    let hidden = false;
    Object.defineProperty(document, 'hidden', { get: () => hidden });
    for (let i = 0; i < 20; i++) {
      hidden = !hidden;
      document.dispatchEvent(new Event('visibilitychange'));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
  const before = requests;
  await expect.poll(() => requests - before).toBeGreaterThan(4);
  expect(most).toBe(1);
});

test('a notification tells of the end of a run while the page is hidden', async () => {
  const page = await openPage();
  await page.addInitScript(() => {
    const told: string[] = [];
    class Notification {
      static permission = 'default';
      static requestPermission = async () => {
        Notification.permission = 'granted';
        return Notification.permission;
      };
      constructor(title: string, { body }: NotificationOptions) {
        told.push(`${title}. ${body}`);
      }
    }
    Object.assign(window, { Notification, told });
  });
  let isOver = false;
  await page.route('**/api/runs', (route) => route.fulfill({ json: { runs: [NIGHT], notes: [], problems: [] } }));
  await page.route('**/api/runs/file/night.ledger', (route) => {
    const { figures, ...update } = updateAfter(0);
    return route.fulfill({
      json: { ...update, figures: isOver ? { ...figures, state: 'failed', problem: 'no room' } : figures },
    });
  });
  await page.goto(`${address()}#runs/file/night.ledger`);
  await page.getByRole('button', { name: 'Notify me when the count ends' }).click();
  await page.getByRole('button', { name: 'Notify me when the count ends' }).waitFor({ state: 'detached' });
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }));
  isOver = true;
  const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told);
  await expect.poll(told).toEqual(['20 queens: failed. no room']);
});

test('the page says that it is opening a run, even while the server does not answer', async () => {
  const page = await openPage();
  let requests = 0;
  await page.route('**/api/runs/file/large.ledger', (route) => {
    requests++;
    return route.abort();
  });
  await page.goto(`${address()}#runs/file/large.ledger`);
  await expect.poll(() => requests).toBeGreaterThan(1);
  await page.getByText('Opening large.ledger. Making its plan').waitFor();
});

test('the page repeats a request after a truncated answer', async () => {
  writeFileSync(pathOf('data/cut.ledger'), ledgerText(planBitmask(6, 2), []));
  const page = await openPage();
  let answers = 0;
  const truncated = { contentType: 'application/json', body: '{"version":' };
  await page.route('**/api/runs/file/cut.ledger', (route) => {
    return answers++ === 0 ? route.fulfill(truncated) : route.continue();
  });
  await page.goto(`${address()}#runs/file/cut.ledger`);
  await page.locator('.run .answer', { hasText: '6 queens' }).waitFor();
  expect(answers).toBeGreaterThan(1);
});

test('the page shows the times in a finished checkpoint, even after a reload', async () => {
  const plan = planBitmask(8, 2);
  const timed = plan.subproblems.map((subproblem, i) => {
    return { ...kernel(subproblem), milliseconds: 5000, ended: 5000 * i };
  });
  writeFileSync(pathOf('data/timed.ledger'), ledgerText(plan, timed));
  const page = await openPage();
  await page.goto(`${address()}#runs/file/timed.ledger`);
  const figures = page.locator('.run .figures');
  for (const visit of ['first', 'again']) {
    await badge(page, 'Finished').waitFor();
    const seconds = formatSeconds(5 * plan.subproblems.length);
    expect(await figures.innerText(), visit).toContain(`counting time\n${seconds}`);
    await page.reload();
  }
});

/** A run in the list. */
const NIGHT = {
  ...{ source: 'file', name: 'night.ledger', n: 20, algorithm: 'bitmask' },
  ...{ subproblems: 1000, finished: 0, state: 'counting' },
};

const PER_UPDATE = 20;

/** Returns the update that follows `earlier` other updates, for a run of 1,000 subproblems. */
function updateAfter(earlier: number): RunUpdate {
  const finished = (earlier + 1) * PER_UPDATE;
  return {
    header: { perTile: 1 },
    tiles: Array.from({ length: 1000 }, (_, tile) => (tile < finished ? [1, 5 + (tile % 90)] : [0, 0])),
    figures: {
      ...{ n: 20, algorithm: 'bitmask', subproblems: 1000, state: 'counting' },
      ...{ finished, fraction: (finished % 1000) / 1000, seconds: earlier, threadSeconds: 2 * earlier },
      ...{ work: 1e6 * earlier, workPerSecond: 1e6, threads: 2 },
    },
    workers: [{ name: 'thread 1', subproblem: `0.${finished}`, tile: finished % 1000, milliseconds: 7, finished }],
  };
}

function linesOf(file: string): number {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
}
