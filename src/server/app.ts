import { basename } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { secureHeaders } from 'hono/secure-headers';
import { messageForUser } from '../node/errors/system.js';
import { logMessage } from '../node/terminal/terminal.js';
import { isOutOfFileDescriptors, listLedgers, openServedLedger } from './ledgers.js';
import { sendLedger } from './send-ledger.js';

/** Values of the Host header that always mean this machine. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** Security headers of all responses, in addition to the policies. */
const HEADERS = {
  strictTransportSecurity: false, // the server uses plain HTTP
  xFrameOptions: 'DENY',
};
/** The part of the page's policy that browsers accept only in a header. The rest is in index.html, for any server. */
const PAGE_POLICY = { frameAncestors: ["'none'"] };
const LEDGER_POLICY = { defaultSrc: ["'none'"], sandbox: [], frameAncestors: ["'none'"] };

/**
 * Creates the app, which sends the page's files, the list of ledgers, and ranges of ledgers. It is read-only.
 *
 * @param folder the absolute path of the folder with ledgers; undefined for none.
 */
export function createApp(page: string, folder: string | undefined): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  // A ledger may contain anything, so browsers must not run any of it. This middleware is first, so its headers are
  // set last and replace the others.
  app.use('/ledgers/*', secureHeaders({ ...HEADERS, contentSecurityPolicy: LEDGER_POLICY }));
  app.use(secureHeaders({ ...HEADERS, contentSecurityPolicy: PAGE_POLICY }), checkHost, checkSite);

  // Send only the folder's name, not its path, because a proxy in front of this server may let anyone read the reply.
  app.get('/ledgers/', async (c) => {
    return c.json({ folder: folder && basename(folder), ledgers: folder ? await listLedgers(folder) : [] });
  });
  app.get('/ledgers/:name', async (c) => {
    const ledger = folder === undefined ? undefined : await openServedLedger(folder, c.req.param('name'));
    return ledger ? sendLedger(c, ledger) : c.notFound();
  });

  // With no-cache, the browser keeps a file, but asks each time whether it has changed.
  const onFound = (_: string, c: Context) => c.header('Cache-Control', 'no-cache');
  app.get('*', compress(), etag({ weak: true }), serveStatic({ root: page, onFound }));
  app.onError((error, c) => {
    if (isOutOfFileDescriptors(error))
      return c.text('The server has too many open files. Try again in a moment.\n', 503);
    logMessage(messageForUser(error));
    return c.text('The server cannot answer this request.\n', 500);
  });
  app.notFound((c) => c.text('There is nothing here.\n', 404));
  return app;
}

/**
 * Refuses requests for any host name other than localhost. Otherwise another site could point its name at this
 * machine (DNS rebinding), and its pages would have the same origin as ours.
 */
const checkHost: MiddlewareHandler = async (c, next) => {
  if (LOOPBACK.test(c.req.header('host') ?? '')) return next();
  return c.text(
    'This server answers only requests for localhost. A proxy must set the Host header to localhost.\n',
    421,
  );
};

/** Refuses requests from other sites' pages, unless the user follows a link to our page. */
const checkSite: MiddlewareHandler = async (c, next) => {
  const isForeign = ['cross-site', 'same-site'].includes(c.req.header('sec-fetch-site') ?? '');
  const isOpened = c.req.header('sec-fetch-mode') === 'navigate' && c.req.path === '/';
  if (isForeign && !isOpened) return c.text('Requests from other sites are refused.\n', 403);
  return next();
};
