import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { secureHeaders } from 'hono/secure-headers';
import { listLedgers } from './ledgers.js';

/** Values of the header Host that always mean this machine. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * Creates the app. It sends the files of the page, the list of ledgers, and ranges of ledgers. It changes nothing.
 *
 * @param page the folder of the built page.
 * @param folder the folder with ledgers, an absolute path; undefined for none.
 */
export function createApp(page: string, folder: string | undefined): Hono {
  const app = new Hono();
  const list = async () => (folder === undefined ? [] : listLedgers(folder));
  app.use(
    secureHeaders({
      contentSecurityPolicy: { frameAncestors: ["'none'"] }, // index.html has the rest, for web servers without this header
      strictTransportSecurity: false, // the server uses plain HTTP
      xFrameOptions: 'DENY',
    }),
    checkHost,
    checkSite,
  );

  app.get('/ledgers/', async (c) => c.json({ folder, ledgers: await list() }));
  app.get('/ledgers/:name', async (c, next) => {
    const ledger = (await list()).find(({ name }) => name === c.req.param('name'));
    if (!ledger || folder === undefined) return c.notFound();
    c.header('Cache-Control', 'no-store');
    return serveStatic({ path: join(folder, ledger.name) })(c, next); // answers ranges
  });

  // no-cache: the browser keeps a file, but asks each time whether it has changed.
  const onFound = (_: string, c: Context) => c.header('Cache-Control', 'no-cache');
  app.get('*', compress(), etag({ weak: true }), serveStatic({ root: page, onFound }));
  app.notFound((c) => c.text('There is nothing here.\n', 404));
  return app;
}

/**
 * Refuses requests for any name but this machine's own. Otherwise another site could point its name at this machine (DNS
 * rebinding), and its pages would have the same origin as ours.
 */
const checkHost: MiddlewareHandler = async (c, next) => {
  if (LOOPBACK.test(c.req.header('host') ?? '')) return next();
  return c.text('This server answers only to localhost. A proxy must set the header Host to localhost.\n', 421);
};

/** Refuses requests that a page of another site makes. Only a link there may open the page. */
const checkSite: MiddlewareHandler = async (c, next) => {
  const isForeign = ['cross-site', 'same-site'].includes(c.req.header('sec-fetch-site') ?? '');
  const isOpened = c.req.header('sec-fetch-mode') === 'navigate' && c.req.path === '/';
  if (isForeign && !isOpened) return c.text('Requests from other sites are refused.\n', 403);
  return next();
};
