import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createAdaptorServer } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { execa } from 'execa';
import { Hono } from 'hono';
import decodeQR from 'qr/decode.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { finishedLedger } from '../core/results/ledger-text.js';
import { expectAccessible, openView } from './browser.js';
import { useServedPage } from './served-page.js';

// The page as static files in a folder of a web server.
const { openPage, pathOf } = useServedPage();
const SITE = 'https://queens.example/n/';
let server: Server;
let address = '';
const requested: string[] = [];
beforeAll(async () => {
  const builder = fileURLToPath(new URL('../../scripts/build/page.mjs', import.meta.url));
  mkdirSync(pathOf('site'));
  writeFileSync(pathOf('site/solvers-view-AAAAAAAA.js'), 'a chunk of the build before');
  await execa(process.execPath, [builder, pathOf('site'), SITE]);
  const app = new Hono().get('/queens/*', async (c, next) => {
    requested.push(c.req.path);
    return next();
  });
  const rewriteRequestPath = (path: string) => path.replace(/^\/queens/, '');
  app.get('*', serveStatic({ root: pathOf('site'), rewriteRequestPath }));
  server = createAdaptorServer({ fetch: app.fetch }) as Server;
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.on('listening', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/queens/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('the static page races, counts and reads ledgers, and asks for no list of ledgers', async () => {
  const page = await openPage();
  await page.goto(address);
  await page.getByRole('link', { name: 'The payoff' }).click();
  await page.getByText('About 1/64 of the work').waitFor();
  await openView(page, 'Solvers');
  await page.getByRole('slider', { name: 'Queens' }).fill('6');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('.sentence', { hasText: / wins: |^Too close to call: / }).waitFor();
  await page.getByRole('link', { name: 'bitmask' }).click();
  await page.getByRole('button', { name: 'Next solution' }).click();
  await page.locator('.sentence', { hasText: 'Solution 1: 2 4 6 1 3 5 (columns, counted from 1).' }).waitFor();
  await openView(page, 'Solutions');
  await page.getByText('92 solutions').first().waitFor();
  await openView(page, 'Count');
  await page.getByRole('combobox', { name: 'Queens' }).selectOption('16');
  await page.getByRole('button', { name: 'Count', exact: true }).click();
  await page.locator('.answer', { hasText: '14,772,512 solutions for 16 queens' }).waitFor();
  await openView(page, 'Runs');
  await page.locator('.answer', { hasText: '1,819 numbers add up to' }).waitFor();
  writeFileSync(pathOf('6.ledger'), finishedLedger(6));
  await page.getByLabel('Ledger file').setInputFiles(pathOf('6.ledger'));
  await page.locator('.answer', { hasText: '4 solutions for 6 queens' }).waitFor();
  expect(requested.filter((path) => path.includes('ledgers/'))).toEqual([]);
});

test('the static page has the ledger for 23 queens, and recounts what it draws', async () => {
  const slow = { timeout: 250_000 }; // a busy machine counts a subproblem
  const page = await openPage();
  await page.goto(`${address}#runs/published`);
  await page.getByRole('link', { name: '23 queens' }).click();
  const check = page.locator('.check');
  await check.filter({ hasText: '57,303 numbers add up to' }).waitFor(slow);
  expect(await check.locator('.number').innerText()).toBe('24,233,937,684,440');
  await page.getByRole('button', { name: 'Recount one' }).click();
  await check.filter({ hasText: 'Your recount agrees.' }).waitFor(slow);
  expect(await page.locator('.tiles .agrees').count()).toBe(1);
  await expectAccessible(page);
});

test('each file has another name after a change, except index.html, and files of earlier builds remain', () => {
  const names = readdirSync(pathOf('site'));
  const kept = ['index.html', 'LICENSES.txt'];
  expect(names.filter((name) => !/-[\w-]{8}\.\w+$/.test(name)).sort()).toEqual(kept.sort());
  expect(names).toContain('solvers-view-AAAAAAAA.js');
  for (const name of names.filter((name) => /\.(wasm|css|svg|png|ledger)$/.test(name))) {
    const hash = createHash('sha256')
      .update(readFileSync(pathOf(`site/${name}`)))
      .digest('base64url');
    expect(name).toContain(`-${hash.slice(0, 8)}.`);
  }
  // The names in index.html and in the scripts are the only ones that a browser asks for.
  const texts = names
    .filter((name) => /\.(js|html)$/.test(name))
    .map((name) => readFileSync(pathOf(`site/${name}`), 'utf8'));
  const asked = texts.flatMap((text) => text.match(/[\w-]+-[\w-]{8}\.(js|css|wasm|svg|png|ledger)/g) ?? []);
  expect(asked.length).toBeGreaterThan(10);
  for (const name of asked) expect(names).toContain(name);
});

test('the site has a preview with its own address, and a footer with the sequence and the licence', async () => {
  const html = readFileSync(pathOf('site/index.html'), 'utf8');
  expect(html).toContain(`<link rel="canonical" href="${SITE}">`);
  const image = /<meta property="og:image" content="(.*)">/.exec(html)?.[1] ?? '';
  expect(readdirSync(pathOf('site'))).toContain(image.replace(SITE, ''));
  const page = await openPage();
  await page.goto(address);
  const footer = page.getByRole('contentinfo');
  expect(await footer.innerText()).toMatch(/queens-par \d+\.\d+\.\d+/);
  expect(await footer.getByRole('link', { name: 'OEIS A000170' }).getAttribute('href')).toBe(
    'https://oeis.org/A000170',
  );
  await footer.getByRole('link', { name: 'MIT license' }).click();
  await page.getByText('Permission is hereby granted').first().waitFor();
});

test.each([
  ['#qr', SITE],
  ['#qr/race', `${SITE}#race`],
])('%s shows the address of the site as a QR code, which a phone reads', async (hash, wanted) => {
  const page = await openPage({ viewport: { width: 300, height: 300 } });
  await page.goto(`${address}${hash}`);
  await page.getByRole('heading', { level: 1, name: wanted }).waitFor();
  const picture = await page.locator('.qr svg').screenshot();
  const image = await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const { width, height } = image;
    const canvas = new OffscreenCanvas(width, height).getContext('2d');
    canvas?.drawImage(image, 0, 0);
    return { width, height, data: [...(canvas?.getImageData(0, 0, width, height).data ?? [])] };
  }, picture.toString('base64'));
  expect(decodeQR({ ...image, data: Uint8Array.from(image.data) })).toBe(wanted);
  await expectAccessible(page);
});
