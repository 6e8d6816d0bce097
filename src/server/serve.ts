// src/server serves the page in src/page and the ledger files in a folder to browsers on this machine. It is read-only
// and trusts no request: app.ts checks each one, ledgers.ts decides which files are ledgers, and send-ledger.ts sends
// them. This file starts and stops the server.

import { readdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { resolve } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { UsageError } from '../core/errors/errors.js';
import { explainError } from '../node/errors/system.js';
import { builtFile } from '../node/package/package.js';
import { createApp } from './app.js';

/** A running server, which answers requests until it is closed. */
export interface RunningServer {
  /** The address of the page, such as `http://127.0.0.1:8170/`. */
  readonly address: string;
  close(): Promise<void>;
}

/** System errors for a port that cannot be used, and messages with advice. */
const REFUSALS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use; --port 0 picks a free one',
  EACCES: 'is reserved or needs administrator rights; --port 0 picks a free one',
};

/**
 * Starts the server. It listens only on the loopback address and is read-only.
 *
 * @param port the port to listen on; 0 for any free port.
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
