import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPageFiles } from '../../src/server/serve.js';
import { openView } from './browser.js';
import { useServedPage } from './served-page.js';

// The page as static files in a folder of a web server.
const { openPage, pathOf } = useServedPage();
let server: Server;
let address = '';
const requested: string[] = [];
beforeAll(async () => {
  const builder = fileURLToPath(new URL('../../scripts/build-page.mjs', import.meta.url));
  await execa(process.execPath, [builder, pathOf('site')]);
  const files = readPageFiles(pathOf('site'));
  server = createServer((request, response) => {
    requested.push(request.url ?? '');
    const file = files.get((request.url ?? '').replace(/^\/queens/, ''));
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' }).end(file?.bytes);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.on('listening', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/queens/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('the static page searches and counts, and sends no request to the API', async () => {
  const page = await openPage();
  await page.goto(address);
  await page.getByRole('link', { name: '10: The bill' }).click();
  await page.locator('.plot').waitFor();
  await openView(page, 'Search');
  await page.getByRole('button', { name: 'Next solution' }).click();
  await page.locator('.sentence', { hasText: 'Solution 1: 0 4 7 5 2 6 1 3.' }).waitFor();
  await openView(page, 'Solutions');
  await page.getByText('92 solutions').first().waitFor();
  await openView(page, 'Count');
  expect(await page.getByText('the server').count()).toBe(0);
  await page.getByRole('button', { name: 'Count', exact: true }).click();
  await page.locator('.answer', { hasText: '14,200 solutions of 12 queens' }).waitFor();
  await openView(page, 'Runs');
  await page.getByText('queens-par serve --data FOLDER').waitFor();
  expect(requested.filter((path) => path.includes('api'))).toEqual([]);
});
