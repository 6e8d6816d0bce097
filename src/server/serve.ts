// src/server serves the page in src/page and the ledger files in a folder to browsers on this machine. It is read-only
// and trusts no request: this file checks each one, and ledgers.ts decides which files are ledgers and sends them.

import { readdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { basename, resolve } from 'node:path';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { secureHeaders } from 'hono/secure-headers';
import { UsageError } from '../core/errors/errors.js';
import { explainError, messageForUser } from '../node/errors/system.js';
import { builtFile } from '../node/package/package.js';
import { logMessage } from '../node/terminal/terminal.js';
import { isOutOfFileDescriptors, listLedgers, openServedLedger, sendLedger } from './ledgers.js';

/** A running server, which answers requests until it is closed. */
export interface RunningServer {
  /** The address of the page, such as `http://127.0.0.1:8170/`. */
  readonly address: string;
  close(): Promise<void>;
}

/** System errors for a port that cannot be used. */
const REFUSALS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use',
  EACCES: 'is reserved or needs administrator rights',
};

/**
 * Starts the server. It listens only on the loopback address and is read-only.
 *
 * @param port the port to listen on; 0 for any free port.
 * @param folder a folder with ledgers to send.
 * @throws UsageError if the port is unavailable or the folder could not be read.
 */
export async function serve(port: number, folder?: string): Promise<RunningServer> {
  if (folder !== undefined) {
    await readdir(folder).catch((cause) => {
      throw new UsageError(`could not read the folder ${folder}: ${explainError(cause)}`, { cause });
    });
  }
  const { fetch } = createApp(builtFile('page'), folder === undefined ? undefined : resolve(folder));
  // Without HTTP/2 options, the result is a node:http server. The limits disconnect slow clients.
  const limits = { headersTimeout: 5000, requestTimeout: 10_000, connectionsCheckingInterval: 1000 };
  const server = createAdaptorServer({ fetch, serverOptions: limits }) as Server;
  server.maxConnections = 1024;
  // A client that sends thousands of requests without reading the responses would exhaust our memory.
  server.maxRequestsPerSocket = 100;
  server.setTimeout(30_000); // closes idle connections
  await new Promise<void>((listening, failed) => {
    // The listener stays, because a later connection error must not end the process.
    server.on('error', (cause: NodeJS.ErrnoException) => {
      const refusal = REFUSALS[cause.code ?? ''];
      failed(refusal ? new UsageError(`port ${port} ${refusal}`, { cause }) : cause);
    });
    server.listen(port, '127.0.0.1', listening); // the loopback address, which only this machine can reach
  });
  const address = server.address();
  return {
    address: `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}/`,
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Values of the Host header that always mean this machine. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** Security headers of all responses, in addition to the policies. */
const HEADERS = {
  strictTransportSecurity: false, // the server uses plain HTTP
  xFrameOptions: 'DENY',
};

/**
 * The part of the page's policy that browsers accept only in a header. The rest is in index.html, so it applies on any
 * server.
 */
const PAGE_POLICY = { frameAncestors: ["'none'"] };
const LEDGER_POLICY = { defaultSrc: ["'none'"], sandbox: [], frameAncestors: ["'none'"] };

/**
 * Creates the app, which sends the page's files, the list of ledgers, and ranges of ledgers. It is read-only.
 *
 * @param folder the absolute path of the folder with ledgers; undefined for none.
 */
function createApp(page: string, folder: string | undefined): Hono<{ Bindings: HttpBindings }> {
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
