import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createAdaptorServer } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { execa } from 'execa';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  await page.locator('.answer', { hasText: '14,772,512 solutions of 16 queens' }).waitFor();
  await openView(page, 'Runs');
  await page.getByText('queens-par serve --data FOLDER').waitFor();
  expect(requested.filter((path) => path.includes('api'))).toEqual([]);
});
